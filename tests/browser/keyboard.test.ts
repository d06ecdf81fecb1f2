import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { plan } from '../../machines/paths/index.ts';
import { chromiumPageDriver } from '../drivers/chromium/chromiumPageDriver.ts';
import { sitePlans } from '../drivers/plans.ts';
import { walkOnNewPages } from '../drivers/walks.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { openPage, sharedBrowser } from './browser.ts';

/** Every flow with the keyboard alone, on the built site, and what no walk of a flow shows. */

const { browser, newPage } = sharedBrowser();

/** The most steps on the walks of a flow, within which they take as many transitions as can be. */
const BUDGET = 24;

const walks = sitePlans().flatMap(({ id, flow, graph, driver }) => {
  // A draft would be typed by nobody, and what lies over a page is for a pointer.
  const typed = graph.without('draftFound', 'overlayPressed');
  const { paths } = plan(typed, { criteria: ['states', 'transitions'], budget: BUDGET });
  // Arrows lead to a tab over others, and a text comes letter by letter.
  const byKeys = { ...driver, multiEventTypes: new Set(Object.keys(flow.events)) };
  return paths.map((path) => ({ id, length: path.length, path, walked: { flow, graph, driver: byKeys } }));
});

test.each(walks)('$id is walked with the keyboard alone, in $length steps', async ({ id, path, walked }) => {
  const openKeyboard = () => chromiumPageDriver(browser(), inject('site'), id, { keyboardOnly: true });
  expect(await walkOnNewPages(walked, path, openKeyboard)).toHaveLength(path.length);
});

const focused = (page: Page) => page.locator('*:focus');

test('Tab does not lead out of an application', async () => {
  const page = await openPage(newPage, '/careers');
  await page.getByRole('button', { name: 'Apply Now' }).first().press('Enter');
  await page.getByRole('dialog').waitFor();
  for (let time = 0; time < 12; time += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.matches('body, dialog, dialog *'))).toBe(true);
  }
});

test('tabs are chosen by arrows, Home and End, around the last one too', async () => {
  const page = await openPage(newPage, '/courses');
  const names = await page.getByRole('tab').allTextContents();
  await page.getByRole('tab').first().focus();
  for (const [key, place] of nonEmpty([
    ['End', -1],
    ['ArrowRight', 0],
    ['ArrowLeft', -1],
    ['Home', 0],
  ] as const)) {
    await page.keyboard.press(key);
    expect(await focused(page).textContent()).toBe(names.at(place));
    expect(await focused(page).getAttribute('aria-selected')).toBe('true');
  }
});

test('the first Tab leads to the skip link, which is seen then and leads past the menu', async () => {
  const page = await openPage(newPage, '/services');
  await page.keyboard.press('Tab');
  expect(await focused(page).textContent()).toBe('Skip to the content');
  await expect.poll(async () => (await focused(page).boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.locator('main *:focus').count()).toBe(1);
});
