import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { postLoaders } from '../../../src/content/posts/loaders.ts';
import { sharedBrowser } from '../browser.ts';
import { saveData } from '../prefetched.ts';
import { card, heading, posts, TEXTS, titles } from './blogPages.ts';

const { newPage, sharedPage } = sharedBrowser();

const [math] = posts;
const LOADING = 'Loading...';
const FAILED = 'This post could not be loaded. Please check your connection and try again.';

/** Opens a page that prefetches nothing. */
async function open(path: string, options?: Parameters<typeof newPage>[0]): Promise<Page> {
  const page = await newPage(options);
  await saveData(page);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const description = (page: Page) => page.locator('meta[name="description"]').getAttribute('content');

describe('§2 Blog, a post', () => {
  describe.each(posts)('$slug', ({ slug, title, category, date, tags }) => {
    const post = sharedPage(`/blog/${slug}`);

    test('shows category, title, author and date', async () => {
      const page = post();
      const { author } = await postLoaders[slug]();
      const header = page.getByRole('main').locator('.blog-header');
      await header.getByText(`By ${author}`, { exact: true }).waitFor();
      await header.getByText(category, { exact: true }).waitFor();
      await header.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      expect(await header.locator('time').getAttribute('datetime')).toBe(date[0]);
      expect(await header.locator('time').textContent()).toBe(date[1]);
    });

    test('shows its whole HTML body', async () => {
      const page = post();
      const { content } = await postLoaders[slug]();
      const article = page.getByRole('article', { name: title });
      await article.waitFor();
      const [shown, written] = await article.evaluate((element, html) => {
        const template = document.createElement('template');
        template.innerHTML = html;
        const blocks = (parent: ParentNode) =>
          [...parent.querySelectorAll('h2, h3, p, li')]
            .filter((block) => !block.closest('.tags'))
            .map((block) => block.outerHTML);
        return [blocks(element), blocks(template.content)];
      }, content);
      expect(written.length).toBeGreaterThan(20);
      expect(shown).toEqual(written);
    });

    test('shows its tags', async () => {
      const page = post();
      const list = page.getByRole('article', { name: title }).getByRole('list', { name: 'Tags' });
      expect(await list.getByRole('listitem').allTextContents()).toEqual([...tags]);
    });

    test('sets the browser title and the meta description', async () => {
      const page = post();
      const { seoDescription } = await postLoaders[slug]();
      await expect.poll(() => description(page)).toBe(seoDescription);
      expect(await page.title()).toBe(`${title} | Future Ready Academy`);
      expect(await page.locator('head title').count()).toBe(1);
    });
  });

  test(`§8 an unknown slug shows "${LOADING}", and goes on showing it`, async () => {
    const page = await newPage();
    await page.clock.install();
    await page.goto('/blog/no-such-post');
    await heading(page, LOADING).waitFor();
    await page.clock.runFor(150_000);
    expect(await heading(page, LOADING).isVisible()).toBe(true);
    expect(await page.getByText(FAILED).count()).toBe(0);
  });

  test('keeps room for a text that is on its way, and for no other', async () => {
    const page = await open('/blog/no-such-post', { viewport: { width: 390, height: 844 } });
    const height = () => page.locator('.blog-content').evaluate((content) => content.clientHeight);
    await heading(page, LOADING).waitFor();
    expect(await height()).toBeLessThan(100);
    await page.goto('/blog');
    await page.route(TEXTS, () => {});
    await card(page, math.title).getByRole('link').click();
    await page.getByRole('status').getByText(LOADING, { exact: true }).waitFor();
    expect(await height()).toBeGreaterThanOrEqual(844);
  });

  test(`shows "${LOADING}" while its text is on the way`, async () => {
    const page = await open('/blog');
    let resume = () => {};
    const paused = new Promise<void>((resolve) => {
      resume = resolve;
    });
    await page.route(TEXTS, async (route) => {
      await paused;
      await route.continue();
    });
    await card(page, math.title).getByRole('link').click();
    await page.getByRole('status').getByText(LOADING, { exact: true }).waitFor();
    resume();
    await page.getByText('By Meenakshi Iyer').waitFor();
    expect(await page.getByText(LOADING).count()).toBe(0);
  });

  test('says when its text does not come, and brings it on a second try', async () => {
    const page = await open('/blog');
    let isOnline = false;
    await page.route(TEXTS, (route) => (isOnline ? route.continue() : route.abort('connectionreset')));
    await card(page, math.title).getByRole('link').click();
    await page.getByRole('alert').getByText(FAILED, { exact: true }).waitFor();
    isOnline = true;
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await page.getByText('By Meenakshi Iyer').waitFor();
    expect(await page.getByText(FAILED).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });

  test('§9 gives up its text after 120000 ms', async () => {
    const page = await newPage();
    await saveData(page);
    await page.clock.install();
    await page.goto('/blog');
    await page.route(TEXTS, () => {});
    await card(page, math.title).getByRole('link').click();
    await page.getByRole('status').getByText(LOADING, { exact: true }).waitFor();
    await page.clock.runFor(115_000);
    expect(await page.getByText(FAILED).count()).toBe(0);
    await page.clock.runFor(6_000);
    await page.getByRole('alert').getByText(FAILED, { exact: true }).waitFor();
  });

  test('back, forward and reload lead to the post of the address', async () => {
    const page = await open('/blog');
    await card(page, math.title).getByRole('link').click();
    await heading(page, math.title).waitFor();
    await page.goBack();
    await expect.poll(() => titles(page)).toHaveLength(2);
    await card(page, posts[1].title).getByRole('link').click();
    await heading(page, posts[1].title).waitFor();
    await page.reload();
    await heading(page, posts[1].title).waitFor();
    await page.goBack();
    await page.goForward();
    await heading(page, posts[1].title).waitFor();
    await expect.poll(() => page.title()).toBe(`${posts[1].title} | Future Ready Academy`);
  });
});
