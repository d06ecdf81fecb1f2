import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { saveData } from '../prefetched.ts';
import { card, heading, posts, TEXTS, titles } from './blogPages.ts';

const { newPage, sharedPage } = sharedBrowser();

const [math] = posts;
const EMPTY = 'No blog posts found in this category.';

async function open(path: string): Promise<Page> {
  const page = await newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const links = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('navigation', { name, exact: true })
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));

describe('§2 Blog, header and sidebar', () => {
  const places = ['/blog', '/blog/category/science', `/blog/${math.slug}`, '/blog/no-such-post'];

  describe.each(places)('%s', (path) => {
    const page = sharedPage(path);

    test('has the seven categories', async () => {
      expect(await links(page(), 'Categories')).toEqual([
        ['All', '/blog'],
        ['Mathematics', '/blog/category/mathematics'],
        ['Science', '/blog/category/science'],
        ['English', '/blog/category/english'],
        ['Study Skills', '/blog/category/study-skills'],
        ['Future Skills', '/blog/category/future-skills'],
        ['Competitive Exams', '/blog/category/competitive-exams'],
      ]);
    });

    test('has the five popular tags', async () => {
      expect(await links(page(), 'Popular Tags')).toEqual([
        ['math', '/blog/tag/math'],
        ['learning', '/blog/tag/learning'],
        ['exams', '/blog/tag/exams'],
        ['technology', '/blog/tag/technology'],
        ['education', '/blog/tag/education'],
      ]);
    });
  });

  describe('the tag', () => {
    const blog = sharedPage('/blog');

    test.each(['math', 'learning', 'exams', 'technology', 'education'])(
      '%s leads to a page that is not there',
      async (tag) => {
        const page = blog();
        await page.getByRole('main').getByRole('link', { name: tag, exact: true }).click();
        await heading(page, 'This page is not here').waitFor();
        await page.goBack();
        await heading(page, 'Blog').waitFor();
      },
    );
  });

  test('the category that is shown is marked in the sidebar', async () => {
    const page = await open('/blog');
    const current = () => page.locator('main nav [aria-current="page"]').allTextContents();
    expect(await current()).toEqual(['All']);
    await page.getByRole('link', { name: 'English', exact: true }).click();
    await page.getByText(EMPTY).waitFor();
    expect(await current()).toEqual(['English']);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('English Articles');
  });
});

describe('§2 Blog, the list', () => {
  describe('/blog', () => {
    const blog = sharedPage('/blog');

    test('shows both posts without a category', async () => {
      expect(await titles(blog())).toEqual(posts.map(({ title }) => title));
    });

    test.each(posts)('§3 $slug: image, category, title, excerpt, date, read time, link', async (post) => {
      const page = blog();
      const found = card(page, post.title);
      const image = found.locator('img');
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth))
        .toBeGreaterThan(0);
      await found.getByText(post.category, { exact: true }).waitFor();
      await found.getByRole('heading', { level: 2, name: post.title, exact: true }).waitFor();
      expect((await found.getByText(/^(Find where|Nobody can say)/).textContent())?.length).toBeGreaterThan(
        60,
      );
      expect(await found.locator('time').getAttribute('datetime')).toBe(post.date[0]);
      expect(await found.locator('time').textContent()).toBe(post.date[1]);
      await found.getByText(post.readTime).waitFor();
      expect(await found.getByRole('link').getAttribute('href')).toBe(`/blog/${post.slug}`);
    });
  });

  test.each(['mathematics', 'Mathematics', 'MATHEMATICS'])(
    '§4 /blog/category/%s shows the post of Mathematics alone',
    async (category) => {
      expect(await titles(await open(`/blog/category/${category}`))).toEqual([math.title]);
    },
  );

  test.each(['science', 'english', 'study-skills', 'future-skills', 'competitive-exams', 'cricket'])(
    `§8 /blog/category/%s shows "${EMPTY}"`,
    async (category) => {
      const page = await open(`/blog/category/${category}`);
      await page.getByText(EMPTY, { exact: true }).waitFor();
      expect(await titles(page)).toEqual([]);
    },
  );

  test('back, forward and reload lead to the list of the address', async () => {
    const page = await open('/blog');
    await page.getByRole('link', { name: 'Mathematics', exact: true }).click();
    await expect.poll(() => titles(page)).toEqual([math.title]);
    await page.getByRole('link', { name: 'Future Skills', exact: true }).click();
    await page.getByText(EMPTY).waitFor();
    await page.goBack();
    await expect.poll(() => titles(page)).toEqual([math.title]);
    await page.goBack();
    await expect.poll(() => titles(page)).toHaveLength(2);
    await page.goForward();
    await expect.poll(() => titles(page)).toEqual([math.title]);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual([math.title]);
    expect(await page.title()).toBe('Mathematics Articles | Future Ready Academy');
  });

  test('does not load the text of any post for those who save data', async () => {
    const page = await newPage();
    await saveData(page);
    const texts: string[] = [];
    page.on('request', (request) => {
      if (TEXTS.test(request.url())) texts.push(request.url());
    });
    await page.goto('/blog', { waitUntil: 'networkidle' });
    expect(texts).toEqual([]);
    await card(page, math.title).getByRole('link').click();
    await page.getByText('By Meenakshi Iyer').waitFor();
    expect(texts).toHaveLength(1);
  });
});
