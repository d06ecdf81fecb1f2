import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { pagePaths } from '../../src/prerender/pagePaths.ts';
import { recordIncidents } from '../drivers/chromium/chromiumIncidents.ts';
import { pauseClock } from '../drivers/chromium/chromiumPageDriver.ts';
import { isMore } from '../support/more.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import {
  blockingPictures,
  cutOffTexts,
  DESKTOP,
  layoutShifts,
  openPage,
  overflowWidth,
  PHONE,
  sharedBrowser,
} from './browser.ts';
import { screenPaths } from './builtSite.ts';
import { inspectPage, stateInspector } from './inspectPage.ts';

/** Every page of the built site, opened once by a visitor with a phone, and read to its end. */

const { newPage, sharedVisit } = sharedBrowser();

/** A window of 1280 px is 320 px wide at a zoom of 400 %; 1280 × 1024 px are 320 × 256 then. */
const ZOOMED = { width: 320, height: 256 };
/** The overrides of WCAG 1.4.12, Text spacing. */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }
`;

/** Records errors on a page, refusals of its security policy, and requests to other servers. */
function recordProblems(page: Page) {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== inject('site')) elsewhere.push(request.url());
  });
  return { errors: recordIncidents(page, new WeakSet()), elsewhere };
}

/** Opens a page, and compares its document before and after hydration. */
async function openHydrated(page: Page, path: string) {
  const problems = recordProblems(page);
  if (path === '/') await pauseClock(page);
  const response = await page.goto(path);
  await page.waitForLoadState('load');
  const html = (await response?.text()) ?? '';
  const [sent, shown] = await page.evaluate((text) => {
    const sentRoot = new DOMParser().parseFromString(text, 'text/html').querySelector('#root');
    return [sentRoot, document.querySelector('#root')].map((root) =>
      (root?.innerHTML ?? '').replace(/<noscript>[\s\S]*?<\/noscript>/g, ''),
    );
  }, html);
  // From here on nothing moves by itself.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return { page, sent, shown, ...problems };
}

/** Inspects the pages that show something new. */
const inspector = stateInspector('main', inspectPage);

/** Addresses whose screen has another address too. */
const aliases = ['/home', '/getTouch', '/blog/category', '/blog/tag'];
/** Its document is that of a page that is not there, and comes to show "Loading...": navigation.test.ts. */
const UNKNOWN_POST = '/blog/unknown';

describe.each(screenPaths.filter((path) => path !== UNKNOWN_POST && !aliases.includes(path)))(
  '%s',
  (path) => {
    const visit = sharedVisit((page) => openHydrated(page, path), {
      viewport: PHONE,
      hasTouch: true,
    });

    test('is hydrated without a change, an error, a shift or a blocking picture', async () => {
      const { page, sent, shown, errors } = visit();
      expect(shown).toBe(sent);
      expect(shown).not.toBe('');
      expect(errors).toEqual([]);
      await page.evaluate(() => document.fonts.ready);
      expect(await layoutShifts(page)).toEqual([]);
      expect(await blockingPictures(page)).toEqual([]);
    });

    test('keeps what every screen promises, and axe finds nothing', async () => {
      const { page } = visit();
      await inspector.inspectState(page, path);
      expect(inspector.takeProblems()).toEqual([]);
    });

    test('has its landmarks once, and prints its heading', async () => {
      const { page } = visit();
      await page.setViewportSize(DESKTOP);
      for (const landmark of ['banner', 'main', 'contentinfo'] as const)
        expect(await page.getByRole(landmark).count(), landmark).toBe(1);
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByRole('heading', { level: 1 }).isVisible(), 'the heading in print').toBe(true);
      await page.emulateMedia({ media: null });
    });

    test('loses nothing at 320 px, at 400 % and with text spacing', async () => {
      const { page } = visit();
      await page.setViewportSize(ZOOMED);
      expect(await overflowWidth(page), 'sticks out at 320 px, or at 400 %').toBe(0);
      await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets.push(sheet);
      }, TEXT_SPACING);
      for (const size of [ZOOMED, DESKTOP]) {
        await page.setViewportSize(size);
        const when = `with text spacing at ${size.width} px`;
        expect(await overflowWidth(page), `sticks out ${when}`).toBe(0);
        expect(await cutOffTexts(page), `cut off ${when}`).toEqual([]);
      }
      await page.evaluate(() => void document.adoptedStyleSheets.pop());
    });

    test('shows every picture, breaks no security policy and asks no other server', async () => {
      const { page, errors, elsewhere } = visit();
      for (const button of await page.locator('main button[aria-expanded="false"]').all())
        if (await button.isVisible()) await button.click();
      const pictures = page.locator('img');
      await pictures.evaluateAll((images) => {
        for (const image of images) if (image instanceof HTMLImageElement) image.loading = 'eager';
      });
      await page.locator('footer').scrollIntoViewIfNeeded();
      await expect
        .poll(() =>
          pictures.evaluateAll((images) =>
            images.flatMap((image) =>
              image instanceof HTMLImageElement && image.naturalWidth === 0 ? [image.src] : [],
            ),
          ),
        )
        .toEqual([]);
      expect([...errors, ...elsewhere]).toEqual([]);
    });
  },
);

test('header, footer and floating parts keep the screen promises, and axe is silent', async () => {
  // A page without much between them.
  const page = await openPage(newPage, '/testimonials', { viewport: PHONE });
  expect(await inspectPage(page)).toEqual([]);
});

/** Further addresses of these screens, without regard to case and slash, and one without a screen. */
const others = [
  ...aliases,
  ...['/about/', '/GETTOUCH', '/nothing/here'],
  ...(isMore ? pagePaths.filter((path) => !screenPaths.includes(path)) : []),
];

test.each(others)('%s is hydrated without a change, an error or a refusal', async (path) => {
  const { sent, shown, errors, elsewhere } = await openHydrated(await newPage(), path);
  expect(shown).toBe(sent);
  expect(shown).not.toBe('');
  expect([...errors, ...elsewhere]).toEqual([]);
});

test.each([
  ['/', DESKTOP],
  ['/register-re', PHONE],
  ...(isMore
    ? ([
        ['/', PHONE],
        ['/courses', DESKTOP],
        ['/blog', DESKTOP],
      ] as const)
    : []),
] as const)(
  'nothing of %s moves while it loads for the first time in a window of %o',
  async (path, viewport) => {
    const page = await newPage({ viewport, cache: false });
    if (path === '/') await pauseClock(page);
    await page.goto(path);
    await page.waitForLoadState('load');
    await page.evaluate(() => document.fonts.ready);
    expect(await layoutShifts(page)).toEqual([]);
    expect(await blockingPictures(page)).toEqual([]);
  },
);

describe.each([
  ['/', ['link', 'Register for a course'], 'Course fee: ₹2000'],
  ['/register-re', ['textbox', 'Full Name'], 'Course Fee: ₹2000 Only'],
] as const)('the first screen of %s on a phone', (path, [role, name], fee) => {
  test('has the way to register and the fee, and nothing over them', async () => {
    const page = await openPage(newPage, path);
    const main = page.getByRole('main');
    const parts = [main.getByRole(role, { name, exact: true }), main.getByText(fee, { exact: true })];
    for (const viewport of [PHONE, { width: 390, height: 844 }]) {
      await page.setViewportSize(viewport);
      for (const part of nonEmpty(parts)) {
        const isSeen = await part.evaluate((element) => {
          const INSET = 4;
          const { left, top, bottom } = element.getBoundingClientRect();
          const corners = [top + INSET, bottom - INSET].map((y) =>
            document.elementFromPoint(left + INSET, y),
          );
          return corners.every((corner) => element.contains(corner));
        });
        expect(isSeen, `at ${viewport.width} px`).toBe(true);
      }
    }
  });
});

test('no bar lies over the registration on a phone: call back and chat are at its end', async () => {
  const page = await openPage(newPage, '/register-re', { viewport: PHONE });
  const call = page.getByRole('button', { name: 'Get a Call Back' });
  expect((await call.boundingBox())?.y).toBeGreaterThan(PHONE.height);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await call.click();
  await page.getByRole('dialog', { name: 'Get a Call Back' }).waitFor();
});

test.each([
  ['/refund', '.policy section > *'],
  ['/register-term', '.policy section > *'],
  ['/blog/future-ready-skills', '.prose > *'],
])('on a desktop the contents of %s are beside the text, also further down', async (path, texts) => {
  const page = await openPage(newPage, path, { viewport: DESKTOP });
  const contents = page.getByRole('navigation', { name: 'On this page' });
  for (const block of [page.locator(texts).first(), page.locator(texts).nth(5)]) {
    await block.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    const [beside, text] = [await contents.boundingBox(), await block.boundingBox()];
    if (!beside || !text) throw new Error('the contents or the text is not shown');
    expect(beside.y).toBeGreaterThanOrEqual(0);
    expect(beside.y + beside.height).toBeLessThanOrEqual(DESKTOP.height);
    expect(beside.x >= text.x + text.width || text.x >= beside.x + beside.width).toBe(true);
  }
});
