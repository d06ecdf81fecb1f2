import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { saveData, sharedBrowser } from '../browser.ts';

/** The blog as only a browser shows it: its addresses in the history, and when the text of a post is loaded. Spec §2, §8. */

const { newPage } = sharedBrowser();

const EMPTY = 'No blog posts found in this category.';
const LOADING = 'Loading...';
const MATH = 'How to Improve Your Math Skills';
const FUTURE = 'Future-Ready Skills for Grades 5-10';

/** Requests for the text of a post. */
const TEXTS = /assets\/(howToImproveMathSkills|futureReadySkills)-[^/]+\.js$/;

const card = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title }) });

const titles = (page: Page) =>
  page.getByRole('main').getByRole('article').getByRole('link').allTextContents();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function open(path: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage(options);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

test('back, forward and reload lead to the list of the address', async () => {
  const page = await open('/blog');
  await page.getByRole('link', { name: 'Mathematics', exact: true }).click();
  await expect.poll(() => titles(page)).toEqual([MATH]);
  await page.getByRole('link', { name: 'Future Skills', exact: true }).click();
  await page.getByText(EMPTY).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.goBack();
  await expect.poll(() => titles(page)).toEqual([MATH]);
  await page.goBack();
  await expect.poll(() => titles(page)).toHaveLength(2);
  await page.goForward();
  await expect.poll(() => titles(page)).toEqual([MATH]);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual([MATH]);
  expect(await page.title()).toBe('Mathematics Articles | Future Ready Academy');
});

test('back, forward and reload lead to the post of the address', async () => {
  const page = await open('/blog');
  await card(page, MATH).getByRole('link').click();
  await heading(page, MATH).waitFor();
  await page.goBack();
  await expect.poll(() => titles(page)).toHaveLength(2);
  await card(page, FUTURE).getByRole('link').click();
  await heading(page, FUTURE).waitFor();
  await page.reload();
  await heading(page, FUTURE).waitFor();
  await page.goBack();
  await page.goForward();
  await heading(page, FUTURE).waitFor();
  await expect.poll(() => page.title()).toBe(`${FUTURE} | Future Ready Academy`);
  expect(await page.locator('head title').count()).toBe(1);
});

test('the list does not load the text of any post for those who save data', async () => {
  const page = await newPage();
  await saveData(page);
  const texts: string[] = [];
  page.on('request', (request) => {
    if (TEXTS.test(request.url())) texts.push(request.url());
  });
  await page.goto('/blog', { waitUntil: 'networkidle' });
  expect(texts).toEqual([]);
  await card(page, MATH).getByRole('link').click();
  await page.getByText('By Meenakshi Iyer').waitFor();
  expect(texts).toHaveLength(1);
});

test('a post keeps room for a text that is on its way, and for no other', async () => {
  const page = await open('/blog/no-such-post', { viewport: { width: 390, height: 844 } });
  const height = () => page.locator('.blog-content').evaluate((content) => content.clientHeight);
  await heading(page, LOADING).waitFor();
  expect(await height()).toBeLessThan(100);
  await page.route(TEXTS, () => {});
  await page.goto('/blog');
  await card(page, MATH).getByRole('link').click();
  await page.getByRole('status').getByText(LOADING, { exact: true }).waitFor();
  expect(await height()).toBeGreaterThanOrEqual(844);
});
