import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seoFor } from '../../../src/prerender/seo.ts';
import { pauseClock } from '../../drivers/chromium/chromiumPageDriver.ts';
import { saveData, sharedBrowser } from '../browser.ts';

/** The way of a visitor from page to page: the code of a page, legal pages, the menu of a phone, the hero. Spec §2, §9. */

const { newPage, sharedPage } = sharedBrowser();

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
  test('a link does not load the document again, and moves title, focus and scroll position', async () => {
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
    await expect.poll(() => requests.length).toBe(1);
    return { page, requests };
  }

  test('a page that comes fast shows no sign of loading; after 400 ms there is a quiet one', async () => {
    const { page } = await atHome();
    await page.clock.runFor(399);
    expect(await page.getByText('Loading the page…').count()).toBe(0);
    await page.clock.runFor(1);
    await page.getByRole('status').getByText('Loading the page…').waitFor();
    expect(await state(page)).toBe('loading.slow');
  });

  test('§9 a page has 120000 ms to come; then there is a message and a retry, and the former page is usable', async () => {
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

  test('a page that cannot be had is said so, and the former page stays', async () => {
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

describe('§2 the mobile menu', () => {
  const about = sharedPage('/about');

  async function narrow(): Promise<Page> {
    await about().setViewportSize({ width: 390, height: 844 });
    return about();
  }
  const button = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
  const link = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Careers' });

  test('the menu of a phone shows and hides the links of the navigation bar', async () => {
    const page = await narrow();
    await link(page).waitFor({ state: 'hidden' });
    await button(page).click();
    await link(page).waitFor();
    expect(await page.getByRole('banner').getByRole('navigation').getByRole('link').count()).toBe(5);
    await button(page).click();
    await link(page).waitFor({ state: 'hidden' });
  });

  test('the overlay closes the menu of a phone', async () => {
    const page = await narrow();
    await button(page).click();
    await link(page).waitFor();
    await page.mouse.click(20, 800);
    await link(page).waitFor({ state: 'hidden' });
  });

  test('Escape closes the menu of a phone, and the focus is back on its button', async () => {
    const page = await narrow();
    await button(page).click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await link(page).waitFor({ state: 'hidden' });
    expect(await button(page).evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('a link that is followed closes the menu of a phone', async () => {
    const page = await narrow();
    await button(page).click();
    await link(page).click();
    await page.getByRole('heading', { level: 1, name: 'Careers' }).waitFor();
    await link(page).waitFor({ state: 'hidden' });
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: /^About/ }).waitFor();
  });

  test('a wide screen has no button for the menu', async () => {
    const page = about();
    await page.setViewportSize({ width: 1280, height: 800 });
    await link(page).waitFor();
    await button(page).waitFor({ state: 'hidden' });
  });
});

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
