import type { Page, Request } from 'playwright-core';

/** A message about a missing file; `response` and `requestfailed` say the same with its request. */
const SAID_BY_REQUEST = /^Failed to (load resource|fetch dynamically imported module)/;

/** The page has given up a request, or was left; the test has switched off the network. */
const CAUSED = ['net::ERR_ABORTED', 'net::ERR_INTERNET_DISCONNECTED'];

/**
 * Records everything that goes wrong on a page besides its content: exceptions, rejections, errors and warnings of
 * the console, with refusals of its security policy, and failed requests that are not in `caused`.
 */
export function recordIncidents(page: Page, caused: WeakSet<Request>): readonly string[] {
  const incidents: string[] = [];
  const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;
  const isOurs = (request: Request) => caused.has(request) || request.isNavigationRequest();
  page.on('pageerror', ({ message }) => {
    if (!SAID_BY_REQUEST.test(message)) incidents.push(`Uncaught: ${message}`);
  });
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || SAID_BY_REQUEST.test(message.text())) return;
    incidents.push(`The console says: ${message.text()}`);
  });
  page.on('response', (response) => {
    const request = response.request();
    if (response.status() >= 400 && !isOurs(request))
      incidents.push(`${nameOf(request)} was replied to with ${response.status()}.`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (!CAUSED.includes(reason ?? '') && !isOurs(request))
      incidents.push(`${nameOf(request)} failed: ${reason}`);
  });
  return incidents;
}
