import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { HttpError } from '../../server/errors.ts';
import { refuseAmbiguousRequests } from '../../server/http/ambiguousRequests.ts';
import {
  BAD_REQUEST_MESSAGE,
  errorBody,
  NO_FIELDS_MESSAGE,
  successBody,
} from '../../server/http/responseBodies.ts';
import { varyByEncoding } from '../../server/http/varyHeader.ts';

test('the bodies of responses are those of the specification', () => {
  expect(errorBody('No.')).toStrictEqual({ success: false, message: 'No.', error: 'No.' });
  expect(errorBody('No.', 'name')).toStrictEqual({
    success: false,
    message: 'No.',
    error: 'No.',
    field: 'name',
  });
  expect(successBody('Yes.')).toStrictEqual({ success: true, message: 'Yes.' });
  expect(BAD_REQUEST_MESSAGE).toBe('The request could not be understood.');
  expect(NO_FIELDS_MESSAGE).toBe('Please send the fields of this form as JSON.');
});

/** Returns the `Vary` of a response with a type, and with fields of its own. */
async function varyOf(url: string, type: string | undefined, own?: string | string[]) {
  const app = Fastify();
  varyByEncoding(app);
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/*',
    handler: async (_request, reply) => {
      if (own !== undefined) reply.header('vary', own);
      if (type !== undefined) reply.header('content-type', type);
      return reply
        .code(type === undefined ? 304 : 200)
        .send(type === undefined ? undefined : Buffer.from('x'));
    },
  });
  return (await app.inject({ method: 'GET', url })).headers.vary;
}

test.each([
  ['/', 'text/html; charset=utf-8', 'accept-encoding'],
  ['/a.svg', 'image/svg+xml', 'accept-encoding'],
  ['/a.png', 'text/html', 'accept-encoding'],
  ['/a', 'x-image/png', 'accept-encoding'],
  ['/a', 'image/png', undefined],
  ['/a', 'image/jpeg', undefined],
  ['/a', 'image/gif', undefined],
  ['/a', 'image/webp', undefined],
  ['/a', 'image/avif', undefined],
  ['/a', 'font/woff', undefined],
  ['/a', 'font/woff2', undefined],
  ['/a', 'audio/mpeg', undefined],
  ['/a', 'video/mp4', undefined],
  ['/', undefined, 'accept-encoding'],
  ['/a.js', undefined, 'accept-encoding'],
  ['/a.png.js', undefined, 'accept-encoding'],
  ['/apng', undefined, 'accept-encoding'],
  ['/a.png?v=1', undefined, undefined],
  ['/A.PNG', undefined, undefined],
  ['/a.jpg', undefined, undefined],
  ['/a.jpeg', undefined, undefined],
  ['/a.gif', undefined, undefined],
  ['/a.webp', undefined, undefined],
  ['/a.avif', undefined, undefined],
  ['/a.woff', undefined, undefined],
  ['/a.woff2', undefined, undefined],
  ['/a.mp3', undefined, undefined],
  ['/a.mp4', undefined, undefined],
  ['/a.webm', undefined, undefined],
])('%s of the type %s varies by: %s', async (url, type, vary) => {
  expect(await varyOf(url, type)).toBe(vary);
});

test('fields by which a response varies already remain', async () => {
  expect(await varyOf('/', 'text/html', 'Origin')).toBe('Origin, accept-encoding');
  expect(await varyOf('/', 'text/html', ['Origin', 'Cookie'])).toBe('Origin, Cookie, accept-encoding');
});

test('a response to HEAD varies as to GET, one to POST does not', async () => {
  const app = Fastify();
  varyByEncoding(app);
  app.route({ method: ['GET', 'HEAD', 'POST'], url: '/', handler: async () => ({ ok: true }) });
  const varies = await Promise.all(
    (['GET', 'HEAD', 'POST'] as const).map((method) => app.inject({ method, url: '/' })),
  );
  expect(varies.map(({ headers }) => headers.vary)).toEqual([
    'accept-encoding',
    'accept-encoding',
    undefined,
  ]);
});

/** A request with raw headers and an address, as it meets the hook. */
async function refusalOf(url: string, rawHeaders: string[]) {
  type Hook = (request: unknown, reply: unknown, next: (error?: unknown) => void) => void;
  const hooks = new Map<string, Hook>();
  const app = Object.assign(Fastify(), { addHook: hooks.set.bind(hooks) });
  refuseAmbiguousRequests(app);
  const headers: unknown[] = [];
  const reply = { header: (...header: unknown[]) => void headers.push(header) };
  const error = await new Promise((resolve) =>
    hooks.get('onRequest')?.({ url, raw: { rawHeaders } }, reply, resolve),
  );
  return { error, headers };
}

test.each([
  ['/', ['Host', 'a.example']],
  ['*', []],
  ['/a?b=%2500', ['host', 'a.example', 'X-Host', 'host', 'Accept', 'HOST']],
])('the request %s with the headers %j is clear', async (url, rawHeaders) => {
  expect(await refusalOf(url, rawHeaders)).toEqual({ error: undefined, headers: [] });
});

test.each([
  ['', []],
  ['http://a.example/', []],
  ['**', []],
  ['a*', []],
  ['/a%00', []],
  ['/a?b=%00c', []],
  ['/', ['Host', 'a.example', 'hOST', 'b.example']],
])('the request %s with the headers %j is refused, and its connection closed', async (url, rawHeaders) => {
  const { error, headers } = await refusalOf(url, rawHeaders);
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ statusCode: 400, message: 'The request could not be understood.' });
  expect(headers).toEqual([['connection', 'close']]);
});
