import type { Page, Route } from 'playwright-core';
import { screenNameForPath } from '../../../src/screens.ts';
import type { BuildDriver, FileReply, NetworkDriver, Reply } from '../pageDriver.ts';
import { PausedRequests } from './pausedRequests.ts';

const POST = 'text of a blog post';

const SCREEN_CODE = /assets\/([A-Za-z]+)Screen-[^/]+\.js$/;

/** Returns the screen whose code stands at an address: `home` for `/assets/HomeScreen-1a2b3c4d.js`. */
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

/** Pauses the calls to the service, the loading of blog posts and, where asked, of screens. */
export async function chromiumNetwork(page: Page, build: BuildDriver): Promise<ChromiumNetworkDriver> {
  const context = page.context();
  const paused = new PausedRequests(page);
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
