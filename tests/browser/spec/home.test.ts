import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pauseClock } from '../../drivers/chromium/sitePage.ts';
import { sharedBrowser } from '../browser.ts';

/** The home page as only a browser shows it: where its button leads at both sizes, and a pointer on its slideshow. */

const { newPage } = sharedBrowser();

/** Opens Home with a paused clock. */
async function openHome(): Promise<Page> {
  const page = await newPage();
  await pauseClock(page);
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const slides = (page: Page) => page.locator('.hero-slide');
const shown = (page: Page) =>
  slides(page).evaluateAll((all) => all.findIndex((slide) => slide instanceof HTMLElement && !slide.hidden));
const show = (page: Page) => page.getByRole('region', { name: 'What we are about' });

test.each([
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])('a button of the hero leads to the registration at $width px', async (viewport) => {
  const page = await openHome();
  await page.setViewportSize(viewport);
  const button = page.locator('.hero').getByRole('link', { name: 'Register for a course', exact: true });
  await button.click();
  await page.getByRole('heading', { level: 1, name: 'Student Registration' }).waitFor();
  await page.goBack();
  await button.waitFor();
});

test('§9 the slideshow waits while the pointer is on it, and else shows the next image every three seconds', async () => {
  const page = await openHome();
  await show(page).hover();
  await page.clock.runFor(10_000);
  expect(await shown(page)).toBe(0);
  await page.mouse.move(0, 0);
  await page.clock.runFor(2_999);
  expect(await shown(page)).toBe(0);
  await page.clock.runFor(1);
  await expect.poll(() => shown(page)).toBe(1);
  for (const next of [2, 0]) {
    await page.clock.runFor(3_000);
    await expect.poll(() => shown(page)).toBe(next);
  }
});
