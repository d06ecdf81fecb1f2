import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seoFor } from '../../src/prerender/seo.ts';
import { untilHydrated } from '../drivers/chromium/chromiumPageDriver.ts';
import { transitionFaults } from '../support/faults/browserFaults.ts';
import { isMore } from '../support/more.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { saveData, sharedBrowser } from './browser.ts';

/**
 * From one page to the next: the payment page has its own document, others fade in, and the blog has a history.
 * Spec §2, §8, §9.
 */

const { newPage } = sharedBrowser();

/** Whether an action that leads to another page loads a document for it. */
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

/** The distinct link addresses of a part of a page; in `npm test` only one. */
const linksIn = async (page: Page, landmark: 'banner' | 'contentinfo') => {
  const links = page.getByRole(landmark).locator('a[href^="/"]:not([target])');
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return [...new Set(hrefs)].slice(0, isMore ? undefined : 1);
};

test('every link that leaves or enters the page loads the document', async () => {
  const page = await newPage({ reducedMotion: 'reduce' });
  await page.goto('/register-re');
  const hrefs = [...(await linksIn(page, 'banner')), ...(await linksIn(page, 'contentinfo')), '/register-re'];
  const pairs = [
    ...hrefs.map((href) => ['/register-re', href] as const),
    ...['/Register-RE/', ...(isMore ? ['/Register-RE', '/register-re/'] : [])].map(
      (address) => [address, '/'] as const,
    ),
    ...['/', ...(isMore ? ['/about', '/courses'] : [])].map((address) => [address, '/register-re'] as const),
  ];
  for (const [address, href] of nonEmpty(pairs)) {
    await page.goto(address);
    expect({ address, href, loads: await followLink(page, href) }).toEqual({ address, href, loads: true });
  }
});

test('back and forward load the document only at the page’s borders', async () => {
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

test('a page that a link leads to fades in at its top, with its heading in focus', async () => {
  const page = await openRecordingFades('/terms');
  expect(await page.evaluate(() => document.activeElement?.tagName), 'the first page takes no focus').toBe(
    'BODY',
  );
  await link(page, 'About').click();
  await heading(page, /^About/);
  await expect.poll(async () => (await fades(page)).ends.length).toBeGreaterThan(0);
  const { count, ends } = await fades(page);
  expect(count).toBe(1);
  expect(Math.max(...ends)).toBeLessThanOrEqual(MAX_FADE);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(await page.title()).toBe(seoFor('/about').title);
});

test('going back fades too, to where the page was left, also after a reload', async () => {
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
  await page.reload();
  await heading(page, /Terms/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollBefore);
});

test('a page is where it was left after the registration, which is another document', async () => {
  const page = await newPage();
  await page.goto('/terms');
  await page.evaluate(() => window.scrollTo(0, 600));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);
  await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/register-re"]')?.click());
  await heading(page, 'Student Registration');
  await untilHydrated(page);
  await page.goBack();
  await heading(page, /Terms/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);
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

test.each(Object.entries(transitionFaults))(
  'a fade shows the page although %s, and nothing fails',
  async (_, throws) => {
    const page = await newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.addInitScript((isThrown) => {
      document.startViewTransition = () => {
        const error = new Error('no picture was taken');
        if (isThrown) throw error;
        const [ready, finished, updateCallbackDone] = [1, 2, 3].map(() => Promise.reject(error));
        const transition: ViewTransition = Object.create(ViewTransition.prototype);
        for (const [name, value] of Object.entries({ ready, finished, updateCallbackDone }))
          Object.defineProperty(transition, name, { value });
        return transition;
      };
    }, throws);
    await page.goto('/terms');
    await link(page, 'About').click();
    await heading(page, /^About/);
    expect(errors).toEqual([]);
  },
);

test('with less motion asked for, pages come at once', async () => {
  const page = await openRecordingFades('/terms', { reducedMotion: 'reduce' });
  await link(page, 'About').click();
  await heading(page, /^About/);
  expect((await fades(page)).count).toBe(0);
});

test('each screen has code of its own; those who save data load it when it is shown', async () => {
  const page = await newPage();
  await saveData(page);
  const loaded: string[] = [];
  page.on('request', (request) => {
    const name = /assets\/([A-Za-z]+Screen)-/.exec(request.url())?.[1];
    if (name) loaded.push(name);
  });
  await page.goto('/terms');
  await heading(page, 'Terms and Conditions');
  expect(new Set(loaded)).toEqual(new Set(['TermsScreen']));
  await page.getByRole('link', { name: 'Services' }).click();
  await heading(page, 'Our Services');
  expect(new Set(loaded)).toEqual(new Set(['TermsScreen', 'ServicesScreen']));
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

test('on a wide screen the links are beside each other, without a button', async () => {
  const page = await newPage();
  await page.goto('/about');
  const links = page.getByRole('banner').getByRole('navigation').getByRole('link');
  expect(await links.filter({ visible: true }).count()).toBe(5);
  expect(await page.getByRole('button', { name: 'Menu', exact: true }).isVisible()).toBe(false);
});

describe('the blog', () => {
  const EMPTY = 'No blog posts found in this category.';
  const LOADING = 'Loading...';
  const MATH = 'How to Improve Your Math Skills';

  /** Requests for the text of a post. */
  const TEXTS = /assets\/(howToImproveMathSkills|futureReadySkills)-[^/]+\.js$/;

  const card = (page: Page, title: string) =>
    page
      .getByRole('main')
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: title }) });

  const titles = (page: Page) =>
    page.getByRole('main').getByRole('article').getByRole('link').allTextContents();

  async function open(path: string): Promise<Page> {
    const page = await newPage();
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

  test('an unknown post is 404 and "Loading..."; room is kept only for a loading text', async () => {
    const page = await newPage({ viewport: { width: 390, height: 844 } });
    const response = await page.goto('/blog/no-such-post');
    expect(response?.status()).toBe(404);
    const height = () => page.locator('.blog-content').evaluate((content) => content.clientHeight);
    await heading(page, LOADING);
    expect(await height()).toBeLessThan(100);
    expect(await page.locator('head title').count()).toBe(1);
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
    await page.route(TEXTS, () => {});
    await page.goto('/blog');
    await card(page, MATH).getByRole('link').click();
    await page.getByRole('status').getByText(LOADING, { exact: true }).waitFor();
    expect(await height()).toBeGreaterThanOrEqual(844);
  });
});
