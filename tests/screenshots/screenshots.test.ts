import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sharedBrowser } from '../browser/browser.ts';
import { screenPaths } from '../browser/builtSite.ts';
import { finishAnimations } from '../browser/inspectPage.ts';
import { plans } from '../drivers/plans.ts';
import { contactSheet, type Screenshot } from './contactSheet.ts';
import { visitStates } from './visitStates.ts';

/** `npm run screenshots`: every screen and every state of every flow, at three widths, light and dark. */

const { browser, newPage } = sharedBrowser();

const folder = fileURLToPath(new URL('../../.cache/screenshots', import.meta.url));
const index = join(folder, 'index.html');

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const SCHEMES = ['light', 'dark'] as const;

const screenshots: Screenshot[] = [];

const fileName = (text: string) => text.replace(/^\//, '').replace(/[^A-Za-z0-9.-]+/g, '_') || 'home';

/** In a picture of the whole page, floating elements are at its end, and elements above the window are hidden. */
const FLOATING_AT_END = `
  .floating { position: static !important; }
  .skip-link:not(:focus) { display: none; }
`;

const setFloatingAtEnd = (page: Page, on: boolean) =>
  page.evaluate(
    ([rules, isOn]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      if (isOn) document.adoptedStyleSheets.push(sheet);
      else document.adoptedStyleSheets.pop();
    },
    [FLOATING_AT_END, on] as const,
  );

/** Takes a picture of the whole page, or of the window if a dialog covers the page. */
async function takeScreenshots(page: Page, group: string, title: string): Promise<void> {
  for (const size of SIZES)
    for (const scheme of SCHEMES) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: scheme });
      await finishAnimations(page);
      const file = `${fileName(group)}/${fileName(title)}-${size.width}-${scheme}.jpg`;
      const isCovered = (await page.locator('dialog[open], .menu-overlay').count()) > 0;
      await mkdir(dirname(join(folder, file)), { recursive: true });
      if (!isCovered) await setFloatingAtEnd(page, true);
      await page.screenshot({ path: join(folder, file), fullPage: !isCovered, type: 'jpeg', quality: 75 });
      if (!isCovered) await setFloatingAtEnd(page, false);
      screenshots.push({ group, title, width: size.width, scheme, file });
    }
}

beforeAll(() => rm(folder, { recursive: true, force: true }));

afterAll(async () => {
  await mkdir(folder, { recursive: true });
  await writeFile(index, contactSheet(screenshots));
  process.stdout.write(`\n${screenshots.length} screenshots: ${pathToFileURL(index)}\n`);
});

test.each(screenPaths)('%s', async (path) => {
  const page = await newPage({ reducedMotion: 'reduce' });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager';
  });
  await page.waitForLoadState('networkidle');
  await takeScreenshots(page, 'Screens', path);
});

test.each(plans)('$id', async (planned) => {
  const seen = await visitStates(planned, { browser: browser(), site: inject('site') }, (page, state) =>
    takeScreenshots(page, planned.id, state),
  );
  expect(seen).toEqual(planned.graph.stateNames);
});
