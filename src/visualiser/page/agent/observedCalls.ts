import type { Call } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';

/** The longest body that is reported, in characters. */
const MAX_BODY = 20_000;

/** The data of a body: its JSON, else its text; null where it is empty, a sentence where it is too long. */
function bodyOf(text: string): unknown {
  if (text.length > MAX_BODY) return `${text.length} characters`;
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? null : text;
  }
}

const textOf = (body: Request | Response) => body.text().catch(() => '');

/**
 * Reports each call of the page and its response, as they were sent. A response is reported first and then
 * given to the page, whose reaction is reported after it.
 *
 * @param startingFlow The id of the flow whose actor is being started, if any
 */
export function observeCalls(startingFlow: () => string | null, report: (call: Call) => void): void {
  const send = window.fetch;
  let lastId = 0;
  window.fetch = async (input, init) => {
    const flow = startingFlow();
    const { method, url } = input instanceof Request ? input : new Request(input, { ...init, body: null });
    lastId += 1;
    const id = lastId;
    const { origin, pathname, search } = new URL(url);
    const path = `${origin === window.location.origin ? '' : origin}${pathname}${search}`;
    const body = typeof init?.body === 'string' ? bodyOf(init.body) : null;
    report({ kind: 'request', flow, request: { id, method, path, body } });
    const respond = (status: number | null, received: unknown, headers = new Headers()) =>
      report({
        kind: 'response',
        flow,
        response: { request: id, status, body: received, headers: Object.fromEntries(headers) },
      });
    try {
      const response = await send.call(window, input, init);
      respond(response.status, bodyOf(await textOf(response.clone())), response.headers);
      return response;
    } catch (error) {
      respond(null, error instanceof Error ? error.message : `${error}`);
      throw error;
    }
  };
}
