import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { untilHydrated } from '../drivers/chromium/chromiumPageDriver.ts';
import { isMore } from '../support/more.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { sharedBrowser } from './browser.ts';

/** From one page to the next: the payment page has a document of its own, others fade in. */

const { newPage } = sharedBrowser();

/** Returns whether an action that leads to another page loads a document for it. */
async function loadsDocument(page: Page, path: string, leave: () => Promise<unknown>): Promise<boolean> {
  await page.evaluate(() => document.documentElement.setAttribute('data-before', ''));
  await leave();
  await page.waitForURL((url) => url.pathname === path);
  await page.locator('.site[data-state="shown"]').waitFor();
  // Before that a link is followed by the browser itself.
  await untilHydrated(page);
  return (await page.locator('html[data-before]').count()) === 0;
}

const linkTo = (page: Page, path: string) =>
  page.locator(`a[href="${path}"]:not([target])`).filter({ visible: true }).first();

const followLink = (page: Page, path: string) => loadsDocument(page, path, () => linkTo(page, path).click());

/** Returns the distinct addresses that a part of a page links to; in `npm test` two of them. */
const linksIn = async (page: Page, landmark: 'banner' | 'contentinfo') => {
  const links = page.getByRole(landmark).locator('a[href^="/"]:not([target])');
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return [...new Set(hrefs)].slice(0, isMore ? undefined : 2);
};

test('every link that leads away from it loads the document, however its address is written', async () => {
  const page = await newPage({ reducedMotion: 'reduce' });
  await page.goto('/register-re');
  const hrefs = [...(await linksIn(page, 'banner')), ...(await linksIn(page, 'contentinfo')), '/register-re'];
  const pairs = [
    ...hrefs.map((href) => ['/register-re', href] as const),
    ...['/Register-RE', '/register-re/'].map((address) => [address, '/'] as const),
  ];
  for (const [address, href] of nonEmpty(pairs)) {
    await page.goto(address);
    expect({ address, href, loads: await followLink(page, href) }).toEqual({ address, href, loads: true });
  }
});

test('every link towards it loads the document', async () => {
  const page = await newPage();
  for (const path of ['/', '/about', '/courses']) {
    await page.goto(path);
    expect({ path, loads: await followLink(page, '/register-re') }).toEqual({ path, loads: true });
  }
});

test('back and forward load the document where they enter or leave the page, and only there', async () => {
  const page = await newPage();
  await page.goto('/services');
  expect(await followLink(page, '/about')).toBe(false);
  expect(await followLink(page, '/register-re')).toBe(true);
  expect(await followLink(page, '/careers')).toBe(true);
  expect(await followLink(page, '/courses')).toBe(false);

  const back = (path: string) => loadsDocument(page, path, () => page.goBack());
  expect(await back('/careers')).toBe(false);
  expect(await back('/register-re')).toBe(true);
  expect(await back('/about')).toBe(true);
  expect(await back('/services')).toBe(false);
  const forward = (path: string) => loadsDocument(page, path, () => page.goForward());
  expect(await forward('/about')).toBe(false);
  expect(await forward('/register-re')).toBe(true);
  expect(await forward('/careers')).toBe(true);
});

/** The longest duration of a fade, in milliseconds. */
const MAX_FADE = 200;

declare global {
  interface Window {
    fades: { count: number; ends: number[] };
  }
}

/** Records each fade within the document and its duration. */
const recordFades = () => {
  const fades: Window['fades'] = { count: 0, ends: [] };
  window.fades = fades;
  const start = document.startViewTransition;
  document.startViewTransition = (update) => {
    fades.count += 1;
    const transition = start.call(document, update);
    transition.ready.then(
      () => {
        for (const animation of document.getAnimations())
          if (animation.effect instanceof KeyframeEffect && animation.effect.pseudoElement)
            fades.ends.push(Number(animation.effect.getComputedTiming().endTime));
      },
      () => {},
    );
    return transition;
  };
};

const openRecordingFades = async (path: string, options: Parameters<typeof newPage>[0] = {}) => {
  const page = await newPage(options);
  await page.addInitScript(recordFades);
  await page.goto(path);
  return page;
};

const fades = (page: Page) => page.evaluate(() => window.fades);
const link = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true }).first();
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

test('a page that a link leads to fades in, shortly, with its heading in focus and from its top', async () => {
  const page = await openRecordingFades('/terms');
  await link(page, 'About').click();
  await heading(page, /^About/);
  await expect.poll(async () => (await fades(page)).ends.length).toBeGreaterThan(0);
  const { count, ends } = await fades(page);
  expect(count).toBe(1);
  expect(Math.max(...ends)).toBeLessThanOrEqual(MAX_FADE);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('going back fades too, to where the page was left', async () => {
  const page = await openRecordingFades('/terms');
  await link(page, 'About').scrollIntoViewIfNeeded();
  const scrollBefore = await page.evaluate(() => window.scrollY);
  expect(scrollBefore).toBeGreaterThan(0);
  await link(page, 'About').click();
  await heading(page, /^About/);
  await page.goBack();
  await heading(page, /Terms/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollBefore);
  expect((await fades(page)).count).toBe(2);
});

test('nothing else fades: a menu, a tab, the link to the page itself', async () => {
  const page = await openRecordingFades('/courses');
  await page.getByRole('tab').last().click();
  await page.getByRole('button', { name: 'Get a Call Back' }).click();
  await link(page, 'Syllabus').click();
  expect((await fades(page)).count).toBe(0);
});

test('the page that is asked for last comes, however soon, and nothing fails', async () => {
  const page = await openRecordingFades('/terms');
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  for (const path of ['/about', '/privacy', '/refund'])
    await page.evaluate(
      (href) => document.querySelector<HTMLElement>(`footer a[href="${href}"]`)?.click(),
      path,
    );
  await heading(page, /Refund/);
  await expect.poll(() => page.locator('.site').getAttribute('data-state')).toBe('shown');
  expect(await page.locator('h1').count()).toBe(1);
  expect(errors).toEqual([]);
});

test('a fade that is skipped shows the page, and nothing fails', async () => {
  const page = await newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    const start = document.startViewTransition;
    document.startViewTransition = (update) => {
      const transition = start.call(document, update);
      transition.skipTransition();
      return transition;
    };
  });
  await page.goto('/terms');
  await link(page, 'About').click();
  await heading(page, /^About/);
  await page.waitForLoadState('networkidle');
  expect(errors).toEqual([]);
});

test('with less motion asked for, pages come at once', async () => {
  const page = await openRecordingFades('/terms', { reducedMotion: 'reduce' });
  await link(page, 'About').click();
  await heading(page, /^About/);
  expect((await fades(page)).count).toBe(0);
});

test('a browser without view transitions shows the pages', async () => {
  const page = await newPage();
  await page.addInitScript(() => Reflect.deleteProperty(Document.prototype, 'startViewTransition'));
  await page.goto('/terms');
  await link(page, 'About').click();
  await heading(page, /^About/);
});
