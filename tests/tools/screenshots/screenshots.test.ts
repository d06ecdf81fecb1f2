import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sharedBrowser } from '../../browser/browser.ts';
import { screenPaths } from '../../browser/builtSite.ts';
import { finishAnimations } from '../../browser/inspectPage.ts';
import { allPlans } from '../../drivers/plans.ts';
import { visitStates } from './visitStates.ts';

/** `npm run tools -- screenshots`: every screen and every state of every flow, at three widths, light and dark. */

/** The items by key, in the order in which the keys first occur. */
function groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The subject of a picture, its width and its colour scheme. */
type Screenshot = { group: string; title: string; width: number; scheme: string; file: string };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const thumbnail = ({ title, width, scheme, file }: Screenshot) => `
      <a href="${escapeHtml(file)}"><img src="${escapeHtml(file)}" alt="${escapeHtml(title)}, ${width} px, ${scheme}" loading="lazy"></a>`;

const row = (title: string, screenshots: Screenshot[]) => `
    <h3>${escapeHtml(title)}</h3>
    <div>${screenshots.map(thumbnail).join('')}
    </div>`;

/** A page of all pictures: a row for each screen and each state. */
function contactSheet(screenshots: Screenshot[]): string {
  const body = [...groupBy(screenshots, ({ group }) => group)].map(
    ([group, ofGroup]) => `
  <section>
    <h2>${escapeHtml(group)}</h2>${[...groupBy(ofGroup, ({ title }) => title)]
      .map(([title, ofTitle]) => row(title, ofTitle))
      .join('')}
  </section>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Every screen and every state</title>
<style>
  body { margin: 2rem; font: 1rem/1.4 system-ui, sans-serif; background: #e8e6e1; color: #111; }
  h3 { margin: 1rem 0 0.25rem; font-weight: 400; }
  div { display: flex; gap: 0.5rem; overflow-x: auto; align-items: start; }
  img { block-size: 22rem; max-inline-size: 22rem; object-fit: cover; object-position: top; background: #fff; }
</style>
<h1>Every screen and every state</h1>
${body.join('\n')}
</html>
`;
}

const { browser, newPage } = sharedBrowser();

const folder = fileURLToPath(new URL('../../../.cache/screenshots', import.meta.url));
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

test.each(allPlans())('$id', async (planned) => {
  const seen = await visitStates(planned, { browser: browser(), site: inject('site') }, (page, state) =>
    takeScreenshots(page, planned.id, state),
  );
  expect(seen).toEqual(planned.graph.stateNames);
});
