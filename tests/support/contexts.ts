import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

/**
 * Browser contexts, each with a page, that are reused. A new context has an empty cache and a new process for its
 * pages, and a new page compiles the site again; in a reused one a page opens in a third of the time.
 */

/** `page` is the page to reuse, if there is one; `resident` prevents the process of the context from ending. */
type PooledContext = { context: BrowserContext; resident: Page; page?: Page; uses: number };

export type BorrowedContext = {
  context: BrowserContext;
  /** An empty page of the context. */
  page: Page;
  /**
   * Closes the other pages, and resets page and context for the next test that borrows one with the same options.
   */
  giveBack: () => Promise<void>;
};

const idleContexts = new WeakMap<Browser, Map<string, PooledContext[]>>();

/** Options of the page of a context, so that contexts with any of these can be reused. */
type PageOptions = Pick<BrowserContextOptions, 'viewport' | 'reducedMotion'>;

const DEFAULT_SIZE = { width: 1280, height: 720 };

/** A document of the site that runs nothing. */
const EMPTY = '/icon.svg';

/**
 * Playwright logs every call to a clock and replays the log in every document, so a context with a clock slows
 * down.
 */
const MOST_USES_WITH_CLOCK = 20;

const CONTEXT_EVENTS = [
  'console',
  'dialog',
  'page',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'serviceworker',
  'weberror',
];

const PAGE_EVENTS = [
  ...CONTEXT_EVENTS,
  'close',
  'crash',
  'domcontentloaded',
  'download',
  'filechooser',
  'frameattached',
  'framedetached',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'websocket',
  'worker',
];

const refuseOnContext = (): never => {
  throw new Error('Contexts are used again and cannot take this back: call it on the page.');
};

/** Pages with changes that only closing them undoes. */
const spent = new WeakSet<object>();

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const spends = <This, Args extends unknown[], Result>(method: (this: This, ...args: Args) => Result) =>
    function (this: This, ...args: Args): Result {
      spent.add(page);
      return method.apply(this, args);
    };
  Object.assign(page, {
    addInitScript: spends(page.addInitScript),
    exposeBinding: spends(page.exposeBinding),
    exposeFunction: spends(page.exposeFunction),
    addLocatorHandler: spends(page.addLocatorHandler),
  });
  page.keyboard.down = spends(page.keyboard.down);
  page.mouse.down = spends(page.mouse.down);
  return page;
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<PooledContext> {
  const context = await browser.newContext(options);
  const resident = await context.newPage();
  await resident.goto(EMPTY);
  const { newCDPSession } = context;
  Object.assign(context, {
    addInitScript: refuseOnContext,
    exposeBinding: refuseOnContext,
    exposeFunction: refuseOnContext,
    newCDPSession: (target: Page) => {
      spent.add(target);
      return newCDPSession.call(context, target);
    },
  });
  return { context, resident, uses: 0 };
}

/** Whether the clock of the pages is the browser's own. */
const hasOwnClock = ({ resident }: PooledContext): Promise<boolean> =>
  resident.evaluate(() => Function.prototype.toString.call(Date).includes('[native code]'));

/** Waits until all promises are settled: a browser whose context is closed during a command may never answer. */
async function settled(promises: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** Resets a page to the state of a new one. */
async function empty(page: Page, session: CDPSession): Promise<void> {
  // Until the document is loaded the browser may refuse to reset the history.
  await page.goto(EMPTY);
  await settled([
    page.evaluate(() => {
      sessionStorage.clear();
      window.name = '';
    }),
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    page.setExtraHTTPHeaders({}),
    page.emulateMedia({
      media: null,
      colorScheme: null,
      reducedMotion: null,
      forcedColors: null,
      contrast: null,
    }),
    page.setViewportSize(DEFAULT_SIZE),
    page.mouse.move(0, 0),
    session.send('Page.resetNavigationHistory'),
  ]);
}

async function reset(
  warm: PooledContext,
  page: Page,
  options: BrowserContextOptions,
  origins: Iterable<string>,
): Promise<void> {
  const { context, resident } = warm;
  for (const event of CONTEXT_EVENTS) context.removeAllListeners(event);
  for (const event of PAGE_EVENTS) page.removeAllListeners(event);
  const isUsedAgain = !spent.has(page) && !page.isClosed();
  const ours = new Set(isUsedAgain ? [resident, page] : [resident]);
  const others = context.pages().filter((other) => !ours.has(other));
  await settled([...others.map((other) => other.close()), context.setOffline(false)]);
  const session = await context.newCDPSession(isUsedAgain ? page : resident);
  if (isUsedAgain) await empty(page, session);
  await settled([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.clearCookies(),
    context.clearPermissions(),
    context.setExtraHTTPHeaders({}),
    context.setGeolocation(null),
    ...[...origins].map((origin) =>
      session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
    ),
  ]);
  await session.detach();
  if (options.permissions) await context.grantPermissions(options.permissions);
  if (!isUsedAgain) return;
  spent.delete(page);
  warm.page = page;
}

/**
 * A context with these options that no other test uses now, new or used before; size and motion are those of its
 * first page alone. Callers that install a clock in every use set `clock`, and get a context of those with a
 * clock; others whose clock was changed are not reused.
 */
export async function borrowContext(
  browser: Browser,
  { viewport, reducedMotion, ...options }: PageOptions & BrowserContextOptions,
  { clock = false } = {},
): Promise<BorrowedContext> {
  const key = JSON.stringify([clock, options]);
  const pools = idleContexts.get(browser) ?? new Map<string, PooledContext[]>();
  idleContexts.set(browser, pools);
  const pool = pools.get(key) ?? [];
  pools.set(key, pool);
  const warm = pool.pop() ?? (await open(browser, options));
  const { context } = warm;
  const page = warm.page ?? (await newPage(context));
  delete warm.page;
  if (viewport) await page.setViewportSize(viewport);
  if (reducedMotion) await page.emulateMedia({ reducedMotion });
  const origins = new Set<string>();
  context.on('request', (request) => {
    if (request.isNavigationRequest()) origins.add(new URL(request.url()).origin);
  });
  return {
    context,
    page,
    giveBack: async () => {
      warm.uses += 1;
      try {
        await reset(warm, page, options, origins);
        if (clock ? warm.uses < MOST_USES_WITH_CLOCK : await hasOwnClock(warm)) pool.push(warm);
        else await context.close();
      } catch {
        await context.close();
      }
    },
  };
}
