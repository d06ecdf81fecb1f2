import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seoFor } from '../../../src/prerender/seo.ts';
import { sharedBrowser } from '../browser.ts';
import { saveData } from '../prefetched.ts';

const { newPage } = sharedBrowser();

const NAME = 'Future Ready Academy';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

const screenCode = /assets\/[A-Za-z]+Screen-[^/]+\.js$/;

test('each screen has code of its own; those who save data load it when it is shown', async () => {
  const page = await newPage();
  await saveData(page);
  const loaded: string[] = [];
  page.on('request', (request) => {
    const name = /assets\/([A-Za-z]+Screen)-/.exec(request.url())?.[1];
    if (name) loaded.push(name);
  });
  await page.goto('/terms');
  await heading(page, 'Terms and Conditions').waitFor();
  expect(new Set(loaded)).toEqual(new Set(['TermsScreen']));
  await page.getByRole('link', { name: 'Services' }).click();
  await heading(page, 'Our Services').waitFor();
  expect(new Set(loaded)).toEqual(new Set(['TermsScreen', 'ServicesScreen']));
});

describe('going from page to page', () => {
  test('does not load the document again, and moves title, focus and scroll position', async () => {
    const page = await newPage();
    await page.goto('/about');
    await heading(page, `About ${NAME}`).waitFor();
    await page.evaluate(() => {
      document.body.dataset.mark = 'same document';
    });
    await page.mouse.wheel(0, 900);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);

    await page.getByRole('link', { name: 'See all services' }).first().click();
    await heading(page, 'Our Services').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Our Services');
    expect(await page.title()).toBe(seoFor('/services').title);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(await page.evaluate(() => document.body.dataset.mark)).toBe('same document');
  });

  test('going back comes to where the page was left, also after a reload', async () => {
    const page = await newPage();
    await page.goto('/privacy');
    await heading(page, 'Privacy Policy').waitFor();
    await page.mouse.wheel(0, 700);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
    const services = page.getByRole('banner').getByRole('link', { name: 'Services' });
    await services.evaluate((link: HTMLElement) => link.click());
    await heading(page, 'Our Services').waitFor();
    await page.goBack();
    await heading(page, 'Privacy Policy').waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
    await page.reload();
    await heading(page, 'Privacy Policy').waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
  });

  test('the first page takes no focus', async () => {
    const page = await newPage();
    await page.goto('/services');
    await heading(page, 'Our Services').waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  });
});

describe('the code of a page', () => {
  const state = (page: Page) => page.locator('[data-flow="routeLoading"]').getAttribute('data-state');

  /** Opens Home with a paused clock and nothing prefetched, and pauses all further requests for code. */
  async function atHome(): Promise<{ page: Page; requests: Route[] }> {
    const page = await newPage();
    await saveData(page);
    await page.clock.install({ time: new Date('2026-06-01T09:00:00Z') });
    await page.goto('/');
    await heading(page, NAME).waitFor();
    await page.clock.pauseAt(new Date('2026-06-01T10:00:00Z'));
    const requests: Route[] = [];
    await page.route(screenCode, (route) => {
      requests.push(route);
    });
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click();
    await expect.poll(() => state(page)).toBe('loading.onTime');
    expect(requests).toHaveLength(1);
    return { page, requests };
  }

  test('that comes fast shows no sign of loading; after 400 ms there is a quiet one', async () => {
    const { page } = await atHome();
    await page.clock.runFor(399);
    expect(await page.getByText('Loading the page…').count()).toBe(0);
    await page.clock.runFor(1);
    await page.getByRole('status').getByText('Loading the page…').waitFor();
    expect(await state(page)).toBe('loading.slow');
  });

  test('§9 has 120000 ms to come; then there is a message and a retry, and the former page is usable', async () => {
    const { page, requests } = await atHome();
    await page.clock.runFor(119_999);
    expect(await state(page)).toBe('loading.slow');
    await page.clock.runFor(1);
    await page.getByRole('alert').getByText('The page could not be loaded.').waitFor();
    await heading(page, NAME).waitFor();
    const question = page.getByRole('button', { name: 'Which grades do you teach?' });
    await question.click();
    expect(await question.getAttribute('aria-expanded')).toBe('true');

    // A browser that still waits for the first response would not repeat the request.
    const failed = page.waitForEvent('requestfailed');
    await requests[0]?.abort();
    await failed;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => requests.length).toBe(2);
    await requests[1]?.continue();
    await heading(page, 'Our Services').waitFor();
    expect(await page.getByText('The page could not be loaded.').count()).toBe(0);
  });

  test('that cannot be had is said so, and the former page stays', async () => {
    const { page, requests } = await atHome();
    await requests[0]?.abort('connectionreset');
    await page.getByRole('alert').getByText('The page could not be loaded.').waitFor();
    await heading(page, NAME).waitFor();
    const reloadLink = page.getByRole('link', { name: 'Load the whole page again' });
    expect(await reloadLink.getAttribute('href')).toBe('/services');
    await page.goBack();
    await expect.poll(() => state(page)).toBe('shown');
  });
});
