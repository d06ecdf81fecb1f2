import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { screenNameForPath } from '../../../src/screens.ts';
import { type PausedRequest, pauseRequests } from '../../support/pauseRequests.ts';
import type { BuildDriver, CheckoutDriver, FileReply, NetworkDriver, Reply } from '../pageDriver.ts';
import fakeRazorpay from '../razorpay.fake.js?raw';

/** The requests of a page that wait for a reply, and the bodies of all that were made. */
class PausedRequests {
  readonly #waiting: { key: string; request: PausedRequest }[] = [];
  readonly #replied: Set<string>;
  readonly #made: { key: string; body: unknown }[] = [];

  /** Adds to `replied` the URLs of the requests that are taken. */
  constructor(page: Page, replied: Set<string>) {
    this.#replied = replied;
    page.on('requestfailed', (failed) => {
      const index = this.#waiting.findIndex(({ request }) => request.url === failed.url());
      if (index >= 0) this.#waiting.splice(index, 1);
    });
  }

  add(key: string, request: PausedRequest): void {
    this.#waiting.push({ key, request });
    this.#made.push({ key, body: request.body });
  }

  /** Waits for a request with a key, and returns the newest, which waits no more. */
  async take(key: string): Promise<PausedRequest> {
    await expect
      .poll(() => this.#waiting.some((request) => request.key === key), { message: `a call to ${key}` })
      .toBe(true);
    const index = this.#waiting.findLastIndex((request) => request.key === key);
    const [taken] = this.#waiting.splice(index, 1);
    if (!taken) throw new Error(`no call to ${key} waits for a reply`);
    this.#replied.add(taken.request.url);
    return taken.request;
  }

  /** Returns the bodies of the requests with a key so far. */
  bodies(key: string): unknown[] {
    return this.#made.filter((made) => made.key === key).map(({ body }) => body);
  }
}

/** Returns a document without its prerendered content. */
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

const POSTS = ['*/assets/howToImproveMathSkills-*.js', '*/assets/futureReadySkills-*.js'];

const SCREEN_CODE = /assets\/([A-Za-z]+)Screen-[^/]+\.js$/;

/** Returns the screen whose code stands at an address: `home` for `/assets/HomeScreen-1a2b3c4d.js`. */
const screenOf = (url: string): string => {
  const name = SCREEN_CODE.exec(url)?.[1] ?? url;
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
};

const fulfil = (request: PausedRequest, reply: Reply): Promise<void> => {
  if (reply === 'disconnected') return request.abort();
  const { status } = reply;
  return 'json' in reply
    ? request.fulfil({ status, contentType: 'application/json', body: JSON.stringify(reply.json) })
    : request.fulfil({ status, contentType: 'text/html', body: reply.text });
};

const replyForFile = (request: PausedRequest, reply: FileReply): Promise<void> =>
  reply === 'loaded' ? request.continue() : request.abort();

export type ChromiumNetworkDriver = NetworkDriver & {
  /** Continues the call that waits at a path to the service, as far as the network takes it. */
  continueCall: (path: string) => Promise<void>;
};

/** Pauses the calls to the service, the loading of blog posts and, where asked, of screens. Adds to `replied` the URLs of those with a reply. */
export async function chromiumNetwork(
  page: Page,
  build: BuildDriver,
  replied: Set<string>,
): Promise<ChromiumNetworkDriver> {
  const paused = new PausedRequests(page, replied);
  await pauseRequests(page, ['*/api/*', '*/create-order'], (request) => paused.add(request.path, request));
  await pauseRequests(page, POSTS, (request) => paused.add(POST, request));

  return {
    reply: async (path, reply) => fulfil(await paused.take(path), reply),
    continueCall: async (path) => (await paused.take(path)).continue(),
    calls: async (path) => paused.bodies(path),
    replyForPost: async (reply) => replyForFile(await paused.take(POST), reply),
    pauseScreens: async () => {
      await build.disablePrerendering();
      await pauseRequests(page, ['*/assets/*Screen-*.js'], (request) =>
        paused.add(screenOf(request.url), request),
      );
    },
    replyForScreen: async (reply) => {
      const screen = screenNameForPath(new URL(page.url()).pathname);
      await replyForFile(await paused.take(screen), reply);
    },
  };
}

const SCRIPT = 'checkout script';

const scriptOf = (body: string) => ({ status: 200, contentType: 'text/javascript', body });

/** Pauses the requests for the checkout script, and replies with the fake of it; adds to `replied` the URLs of those with a reply. */
export async function chromiumCheckout(page: Page, replied: Set<string>): Promise<CheckoutDriver> {
  const paused = new PausedRequests(page, replied);
  await pauseRequests(page, ['*/checkout.js'], (request) => paused.add(SCRIPT, request));
  return {
    replyForScript: async (reply) => {
      const request = await paused.take(SCRIPT);
      if (reply === 'not loaded') await request.abort();
      else await request.fulfil(scriptOf(reply === 'loaded' ? fakeRazorpay : ''));
    },
    breakNextWindow: () =>
      page.evaluate(() => {
        window.isCheckoutBroken = true;
      }),
    perform: (action) => page.evaluate((performed) => window.performInCheckout?.(performed), action),
  };
}
