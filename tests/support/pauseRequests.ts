import type { Page } from 'playwright-core';

/** A response in place of that of the server; `body` is text. */
export type Fulfilment = { status: number; contentType: string; body: string };

/** A request of a page that waits until it is continued, fulfilled or aborted. */
export type PausedRequest = {
  url: string;
  /** The path of the URL. */
  path: string;
  /** The posted JSON, or null. */
  body: unknown;
  /** Lets the server respond. */
  continue: () => Promise<void>;
  fulfil: (response: Fulfilment) => Promise<void>;
  /** Fails the request: the connection is reset, or the page has given it up. */
  abort: (reason?: 'ConnectionReset' | 'Aborted') => Promise<void>;
};

/**
 * Pauses the requests of a page, and of those that it opens, to addresses with `*` for any characters. Unlike a route of
 * Playwright, it leaves the browser its cache, without which every document loads and compiles all code of the site.
 */
export async function pauseRequests(
  page: Page,
  addresses: readonly string[],
  onPaused: (request: PausedRequest) => unknown,
): Promise<void> {
  const context = page.context();
  const pauseOn = async (target: Page) => {
    const session = await context.newCDPSession(target);
    session.on('Fetch.requestPaused', ({ requestId, request: { url, postData } }) => {
      onPaused({
        url,
        path: new URL(url).pathname,
        body: postData === undefined ? null : JSON.parse(postData),
        continue: async () => {
          await session.send('Fetch.continueRequest', { requestId });
        },
        fulfil: async ({ status, contentType, body }) => {
          await session.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: status,
            responseHeaders: [{ name: 'content-type', value: contentType }],
            body: Buffer.from(body).toString('base64'),
          });
        },
        abort: async (errorReason = 'ConnectionReset') => {
          await session.send('Fetch.failRequest', { requestId, errorReason });
        },
      });
    });
    await session.send('Fetch.enable', { patterns: addresses.map((urlPattern) => ({ urlPattern })) });
  };
  context.on('page', (opened) => pauseOn(opened).catch(() => {}));
  await pauseOn(page);
}
