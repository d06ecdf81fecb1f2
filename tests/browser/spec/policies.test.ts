import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';

/** §2 Where a link to a part of a legal page leads. */

const { newPage } = sharedBrowser();

const rules = (page: Page) => page.getByRole('link', { name: 'Read the rules with all our policies' });

test.each([
  ['from /terms', '/terms', (page: Page) => rules(page).click()],
  ['on the page itself', '/register-term', (page: Page) => rules(page).click()],
  ['with a document of its own', '/terms', (page: Page) => page.goto('/register-term#conduct')],
])('the rules of conduct are scrolled to and have the focus %s', async (_, path, follow) => {
  const page = await newPage();
  await page.goto(path);
  await follow(page);
  const title = page.getByRole('heading', { name: 'Class Conduct and Child Safety' });
  await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(async () => (await title.boundingBox())?.y).toSatisfy((top) => top >= 0 && top < 100);
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/register-term#conduct');
});

test('a hash that names nothing and cannot be decoded breaks no page', async () => {
  const page = await newPage();
  await page.goto('/terms#%');
  await page.getByRole('heading', { level: 1, name: 'Terms and Conditions' }).waitFor();
});
