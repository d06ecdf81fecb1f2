import type { Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';

/** A response of the hosted service. */
export type Reply = { status: number; contentType: string; body: string };

export const json = (status: number, body: unknown): Reply => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

export const html = (status: number): Reply => ({
  status,
  contentType: 'text/html',
  body: '<h1>Welcome</h1>',
});

/** Pauses the calls that a page makes to a path, until the test responds to them one by one. */
export async function pauseCalls(page: Page, path: string) {
  const waiting: Route[] = [];
  const requests: Request[] = [];
  const failed: Request[] = [];
  page.on('requestfailed', (request) => failed.push(request));
  await page.route(`**${path}`, (route) => {
    requests.push(route.request());
    waiting.push(route);
  });
  const next = async (): Promise<Route> => {
    await expect.poll(() => waiting.length, { message: `a call to ${path}` }).toBeGreaterThan(0);
    const route = waiting.shift();
    if (!route) throw new Error(`no call to ${path} waits for a response`);
    return route;
  };
  return {
    requests,
    /** The requests that failed: aborted by the page, or disconnected. */
    failed,
    /** Forgets all earlier requests. */
    reset: () => {
      for (const list of [waiting, requests, failed]) list.length = 0;
    },
    isCalled: () => expect.poll(() => waiting.length, { message: `a call to ${path}` }).toBe(1),
    respond: async (reply: Reply) => (await next()).fulfill(reply),
    disconnect: async () => (await next()).abort('connectionreset'),
  };
}
