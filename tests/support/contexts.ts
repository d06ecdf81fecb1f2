import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/**
 * Browser contexts that are used again. A new context has an empty cache and a new process for its pages; with one that
 * is warm, opening a page takes about a third of the time. Each page is new, so that what belongs to a page (listeners,
 * routes, scripts, viewport, media, history, session storage) ends with it; what belongs to the context is reset here.
 */

type Warm = { context: BrowserContext; resident: Page; uses: number };

export type BorrowedContext = {
  context: BrowserContext;
  /** Closes the pages, and resets the context for the next who asks for one with the same options. */
  giveBack: () => Promise<void>;
};

const idle = new WeakMap<Browser, Map<string, Warm[]>>();

/** A document of the site that runs nothing: its page stays open, and with it the process that the next page uses. */
const RESIDENT = '/icon.svg';

/** Playwright keeps what each call to a clock did and replays it in every document, so a context with one ages. */
const MOST_USES_WITH_CLOCK = 20;

const EVENTS = [
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

const perPage = (): never => {
  throw new Error('Contexts are used again and cannot take this back: call it on the page.');
};

async function open(browser: Browser, options: BrowserContextOptions): Promise<Warm> {
  const context = await browser.newContext(options);
  const resident = await context.newPage();
  await resident.goto(RESIDENT);
  Object.assign(context, { addInitScript: perPage, exposeBinding: perPage, exposeFunction: perPage });
  return { context, resident, uses: 0 };
}

/** Whether the clock of the pages is the browser's own. */
const hasOwnClock = ({ resident }: Warm): Promise<boolean> =>
  resident.evaluate(() => Function.prototype.toString.call(Date).includes('[native code]'));

async function reset(
  { context, resident }: Warm,
  options: BrowserContextOptions,
  origins: Iterable<string>,
): Promise<void> {
  for (const event of EVENTS) context.removeAllListeners(event);
  const pages = context.pages().filter((page) => page !== resident);
  await Promise.all(pages.map((page) => page.close()));
  const session = await context.newCDPSession(resident);
  await Promise.all([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.clearCookies(),
    context.clearPermissions(),
    context.setOffline(false),
    context.setExtraHTTPHeaders({}),
    context.setGeolocation(null),
    ...[...origins].map((origin) =>
      session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
    ),
  ]);
  await session.detach();
  if (options.permissions) await context.grantPermissions(options.permissions);
}

/**
 * Returns a context with these options that nobody else uses now, new or used before. Who installs a clock in every
 * use says so with `clock`, and gets a context of those with a clock; others whose clock was changed are not used again.
 */
export async function borrowContext(
  browser: Browser,
  options: BrowserContextOptions,
  { clock = false } = {},
): Promise<BorrowedContext> {
  const key = JSON.stringify([clock, options]);
  const pools = idle.get(browser) ?? new Map<string, Warm[]>();
  idle.set(browser, pools);
  const pool = pools.get(key) ?? [];
  pools.set(key, pool);
  const warm = pool.pop() ?? (await open(browser, options));
  const { context } = warm;
  const origins = new Set<string>();
  context.on('request', (request) => {
    if (request.isNavigationRequest()) origins.add(new URL(request.url()).origin);
  });
  return {
    context,
    giveBack: async () => {
      warm.uses += 1;
      try {
        await reset(warm, options, origins);
        if (clock ? warm.uses < MOST_USES_WITH_CLOCK : await hasOwnClock(warm)) pool.push(warm);
        else await context.close();
      } catch {
        await context.close();
      }
    },
  };
}
