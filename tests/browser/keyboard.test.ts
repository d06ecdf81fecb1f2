import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { nonEmpty } from '../support/nonEmpty.ts';
import { openPage, sharedBrowser } from './browser.ts';

/** The keyboard outside the paths of the flows. walkOnSite.ts walks those with the keyboard. */

const { newPage } = sharedBrowser();

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
