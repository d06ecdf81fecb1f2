import type { Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';
import { screenNameForPath } from '../../../src/screens.ts';
import type { BuildDriver, CheckoutDriver, FileReply, NetworkDriver, Reply } from '../pageDriver.ts';
import fakeRazorpay from '../razorpay.fake.js?raw';

/** The requests of a page that wait for a reply, and the bodies of all that were made. */
class PausedRequests {
  readonly #waiting: { key: string; route: Route }[] = [];
  readonly #replied: WeakSet<Request>;
  readonly #made: { key: string; body: unknown }[] = [];

  /** Adds the taken requests to `replied`. */
  constructor(page: Page, replied: WeakSet<Request>) {
    this.#replied = replied;
    page.on('requestfailed', (request) => {
      const index = this.#waiting.findIndex(({ route }) => route.request() === request);
      if (index >= 0) this.#waiting.splice(index, 1);
    });
  }

  add(key: string, route: Route): void {
    this.#waiting.push({ key, route });
    const body: unknown = route.request().postDataJSON();
    this.#made.push({ key, body });
  }

  /** Waits for a request with a key, and returns the newest, which waits no more. */
  async take(key: string): Promise<Route> {
    await expect
      .poll(() => this.#waiting.some((request) => request.key === key), { message: `a call to ${key}` })
      .toBe(true);
    const index = this.#waiting.findLastIndex((request) => request.key === key);
    const [taken] = this.#waiting.splice(index, 1);
    if (!taken) throw new Error(`no call to ${key} waits for a reply`);
    this.#replied.add(taken.route.request());
    return taken.route;
  }

  /** The bodies of the requests with a key so far. */
  bodies(key: string): unknown[] {
    return this.#made.filter((made) => made.key === key).map(({ body }) => body);
  }
}

const withoutPrerendered = (html: string): string =>
  html
    .replace(/<(title|meta|link|script) data-prerendered[^>]*>([^<]*<\/(title|script)>)?/g, '')
    .replace(/<div id="root"[\s\S]*(?=<\/body>)/, '<div id="root"></div>');

/** Changes the files of the build while the browser loads them. */
export function chromiumBuild(page: Page): BuildDriver {
  const context = page.context();
  const disablePrerendering = async () => {
    await context.route('**', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      await route.fulfill({ response, body: withoutPrerendered(await response.text()) });
    });
  };
  return {
    disablePrerendering,
    removePostings: async (category) => {
      await disablePrerendering();
      await context.route(/assets\/[^/]+\.js$/, async (route) => {
        const response = await route.fetch();
        const posting = new RegExp(`\\{id:\\d+,[^{}]*category:["'\`]${category}["'\`][^{}]*\\},?`, 'g');
        await route.fulfill({ response, body: (await response.text()).replace(posting, '') });
      });
    },
  };
}

const POST = 'text of a blog post';

const SCREEN_CODE = /assets\/([A-Za-z]+)Screen-[^/]+\.js$/;

/** The screen whose code stands at an address: `home` for `/assets/HomeScreen-1a2b3c4d.js`. */
const screenOf = (url: string): string => {
  const name = SCREEN_CODE.exec(url)?.[1] ?? url;
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
};

const fulfil = (route: Route, reply: Reply): Promise<void> => {
  if (reply === 'disconnected') return route.abort('connectionreset');
  return 'json' in reply
    ? route.fulfill({ status: reply.status, json: reply.json })
    : route.fulfill({ status: reply.status, contentType: 'text/html', body: reply.text });
};

const replyForFile = (route: Route, reply: FileReply): Promise<void> =>
  reply === 'loaded' ? route.continue() : route.abort('connectionreset');

export type ChromiumNetworkDriver = NetworkDriver & {
  /** Continues the call that waits at a path to the service, as far as the network takes it. */
  continueCall: (path: string) => Promise<void>;
};

/**
 * Pauses the calls to the service, the loading of blog posts and, where asked, of screens. Adds to `replied` those
 * with a reply.
 */
export async function chromiumNetwork(
  page: Page,
  build: BuildDriver,
  replied: WeakSet<Request>,
): Promise<ChromiumNetworkDriver> {
  const context = page.context();
  const paused = new PausedRequests(page, replied);
  await context.route(/\/(api\/[a-z]+|create-order)$/, (route) =>
    paused.add(new URL(route.request().url()).pathname, route),
  );
  await context.route(/assets\/(howToImproveMathSkills|futureReadySkills)-[^/]+\.js$/, (route) =>
    paused.add(POST, route),
  );

  return {
    reply: async (path, reply) => fulfil(await paused.take(path), reply),
    continueCall: async (path) => (await paused.take(path)).continue(),
    calls: async (path) => paused.bodies(path),
    replyForPost: async (reply) => replyForFile(await paused.take(POST), reply),
    pauseScreens: async () => {
      await build.disablePrerendering();
      await context.route(SCREEN_CODE, (route) => paused.add(screenOf(route.request().url()), route));
    },
    replyForScreen: async (reply) => {
      const screen = screenNameForPath(new URL(page.url()).pathname);
      await replyForFile(await paused.take(screen), reply);
    },
  };
}

const SCRIPT = 'checkout script';

/**
 * The fake, in a script that the page has not given up. Two requests that wait for one address get one reply: both
 * scripts run, in any order, and the one that was given up would bring the global back once the window has deleted
 * it.
 */
const checkoutScript = `if (document.currentScript.isConnected) { ${fakeRazorpay} }`;

/**
 * Pauses the requests for the checkout script, and replies with the fake of it; adds to `replied` those with a
 * reply.
 */
export async function chromiumCheckout(page: Page, replied: WeakSet<Request>): Promise<CheckoutDriver> {
  const paused = new PausedRequests(page, replied);
  await page.context().route(/checkout\.js$/, (route) => paused.add(SCRIPT, route));
  return {
    replyForScript: async (reply) => {
      const route = await paused.take(SCRIPT);
      if (reply === 'not loaded') await route.abort('connectionreset');
      else
        await route.fulfill({
          contentType: 'text/javascript',
          body: reply === 'loaded' ? checkoutScript : '',
        });
    },
    breakNextWindow: () =>
      page.evaluate(() => {
        window.isCheckoutBroken = true;
      }),
    perform: (action) => page.evaluate((performed) => window.performInCheckout?.(performed), action),
  };
}
