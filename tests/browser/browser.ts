import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, onTestFinished } from 'vitest';
import { untilHydrated } from '../drivers/chromium/chromiumPageDriver.ts';
import { launchOptions } from '../support/chromium.ts';
import { type BorrowedContext, borrowContext } from '../support/contexts.ts';

let launched: Promise<Browser> | undefined;

type PageOptions = BrowserContextOptions & { cache?: boolean; clock?: boolean };

/** The Chromium that all files of a worker share, for the tests of one file; call it at the top of the file. */
export function sharedBrowser() {
  let browser: Browser | undefined;
  beforeAll(async () => {
    launched ??= chromium.launch(launchOptions());
    browser = await launched;
  });
  const current = (): Browser => {
    if (!browser) throw new Error('the browser is not there yet');
    return browser;
  };

  /**
   * Opens a page of the built site in a context that no other test uses until it is given back. It reads the files
   * of the site from the cache, unless `cache` is false. With `clock` it has one that Playwright controls, and
   * which runs.
   */
  async function borrowPage({ cache = true, clock = false, ...options }: PageOptions = {}) {
    const borrow = options.baseURL === undefined ? borrowContext : newContext;
    const { page, giveBack } = await borrow(current(), { baseURL: inject('site'), ...options }, { clock });
    if (clock) {
      await page.clock.install();
      await page.clock.resume();
    }
    page.setDefaultTimeout(15_000);
    countWaits(page);
    if (!cache) await disableCache(page);
    return { page: options.javaScriptEnabled === false ? page : waitingForHydration(page), giveBack };
  }

  /** Opens a page as above, which is closed when the test ends. */
  async function newPage(options?: PageOptions): Promise<Page> {
    const { page, giveBack } = await borrowPage(options);
    onTestFinished(giveBack);
    return page;
  }

  /**
   * Shares one visit between the tests of a describe. Each test either leaves the page as it was or first brings
   * it into the state that it requires. After a test that fails, the next one gets a new visit.
   */
  function sharedVisit<Visit>(begin: (page: Page) => Promise<Visit>, options?: PageOptions): () => Visit {
    let borrowed: { visit?: Visit; giveBack: () => Promise<void> } | undefined;
    const end = async () => {
      await borrowed?.giveBack();
      borrowed = undefined;
    };
    beforeEach(async () => {
      if (borrowed) return;
      const { page, giveBack } = await borrowPage(options);
      borrowed = { giveBack };
      borrowed.visit = await begin(page);
    });
    afterEach(({ task }) => (task.result?.state === 'fail' ? end() : undefined));
    afterAll(end);
    return () => {
      if (borrowed?.visit === undefined) throw new Error('the visit has not begun yet');
      return borrowed.visit;
    };
  }

  /** Opens the page of one visit as above, and checks that it has one main heading. */
  const sharedPage = (path: string, options?: PageOptions) =>
    sharedVisit(async (page) => {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page;
    }, options);

  return { browser: current, borrowPage, newPage, sharedVisit, sharedPage };
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BorrowedContext> {
  const context = await browser.newContext(options);
  return { context, page: await context.newPage(), giveBack: () => context.close() };
}

async function disableCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
}

const waiting = new WeakSet<Page>();

/** Makes opening and reloading wait until the page is hydrated, unless a test is about the time before that. */
function waitingForHydration(page: Page): Page {
  if (waiting.has(page)) return page;
  waiting.add(page);
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const response = await goto.apply(page, args);
    if (args[1]?.waitUntil !== 'commit') await untilHydrated(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await untilHydrated(page);
    return response;
  };
  return page;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The stored submissions, read with `npm run submissions`. */
export function submissions(): Record<string, unknown>[] {
  const args = ['--import', 'tsx', 'server/commands/submissions.ts'];
  const env = { ...process.env, DATA_DIR: inject('dataDir') };
  const lines = execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const counted = new WeakSet<object>();

/** Counts each wait for an element as an assertion of the running test, since it throws where its time is over. */
function countWaits(page: Page): void {
  const locators: Locator = Object.getPrototypeOf(page.locator('html'));
  if (counted.has(locators)) return;
  counted.add(locators);
  const { waitFor } = locators;
  locators.waitFor = async function (this: Locator, ...options) {
    await waitFor.apply(this, options);
    expect.setState({ assertionCalls: expect.getState().assertionCalls + 1 });
  };
}

/** Makes the browser of a page ask for few data, as a visitor can in its settings. */
export async function saveData(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
}

/** Waits until an opened page has begun to prefetch, if it prefetches anything. */
export async function untilPrefetching(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

type NewPage = ReturnType<typeof sharedBrowser>['newPage'];

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 800 };

/** Opens a page of the built site, and waits until its screen is visible. */
export async function openPage(
  newPage: NewPage,
  path: string,
  options: Parameters<NewPage>[0] = {},
): Promise<Page> {
  const page = await newPage({ reducedMotion: 'reduce', ...options });
  await page.goto(path);
  await page.locator('.site[data-state="shown"]').waitFor();
  return page;
}

/** How many pixels the page is wider than the window. */
export const overflowWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Elements whose own text is cut off, by them or by an element around them. */
export const cutOffTexts = (page: Page) =>
  page.evaluate(() => {
    const isCut = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isHidden = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      return (
        (isHidden(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (isHidden(overflowY) && element.scrollHeight > element.clientHeight + 1)
      );
    };
    return [
      ...document.querySelectorAll(
        'body *:not(.visually-hidden, .visually-hidden *, .floating-label, script)',
      ),
    ]
      .filter((element) => element.checkVisibility() && (element.textContent ?? '').trim() !== '')
      .filter(isCut)
      .map((element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`);
  });

/** The least layout shift that counts. A font that comes late moves a centred word by a few pixels: 0.00004. */
const LEAST_SHIFT = 0.001;

/**
 * The layout shifts of the page since its document arrived, as JSON. On a busy machine the browser paints a
 * document when half of it is parsed, and a centred line moves with each word.
 */
export const layoutShifts = (page: Page) =>
  page.evaluate((least) => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const [navigation] = performance.getEntriesByType('navigation');
    const arrived =
      navigation instanceof PerformanceNavigationTiming ? navigation.domInteractive : Number.NaN;
    return observer
      .takeRecords()
      .filter(({ startTime }) => !(startTime < arrived))
      .filter((shift) => !('value' in shift && Number(shift.value) < least))
      .map((entry) => JSON.stringify(entry));
  }, LEAST_SHIFT);

/** Pictures that delay the first paint by their decoding, or are fetched although they are below the window. */
export const blockingPictures = (page: Page) =>
  page
    .locator('img')
    .evaluateAll((all) =>
      all
        .filter(
          (picture) =>
            picture instanceof HTMLImageElement &&
            (picture.decoding !== 'async' ||
              (picture.loading !== 'lazy' && picture.getBoundingClientRect().top >= window.innerHeight)),
        )
        .map(({ outerHTML }) => outerHTML),
    );
