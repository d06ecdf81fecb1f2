import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { HttpError } from '../../server/errors.ts';
import { createApp } from '../../server/http/app.ts';
import { SITE_ROUTE } from '../../server/http/errorResponses.ts';
import { createMetrics } from '../../server/http/metrics.ts';
import { noRequirements, securityHeaders } from '../../server/http/securityHeaders.ts';
import { metricLines } from '../support/metricLines.ts';

let app: FastifyInstance;
afterEach(() => app.close());

async function start(...options: Parameters<typeof createApp>) {
  app = await createApp(...options);
}

const BAD_REQUEST = 'The request could not be understood.';

const headersOf = (path: string, requirements = noRequirements) =>
  Object.fromEntries(
    Object.entries(securityHeaders(path, requirements)).map(([name, value]) => [name.toLowerCase(), value]),
  );

test('has the limits of the documents', async () => {
  await start({});
  expect(app.initialConfig).toMatchObject({
    bodyLimit: 16_384,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
  });
  expect(app.server).toMatchObject({
    ...{ requestTimeout: 30_000, headersTimeout: 30_000, keepAliveTimeout: 72_000, timeout: 60_000 },
    connectionsCheckingInterval: 1_000,
  });
  const timeout = vi.spyOn(globalThis, 'setTimeout');
  await app.listen({ host: '127.0.0.1', port: 0 });
  await app.close();
  expect(timeout.mock.calls.map(([, ms]) => ms)).toEqual(expect.arrayContaining([7_000, 7_500]));
  timeout.mockRestore();
});

test('takes other limits', async () => {
  await start({ timeouts: { request: 400 } });
  expect(app.server).toMatchObject({ headersTimeout: 400, connectionsCheckingInterval: 400 });
  expect(app.initialConfig).toMatchObject({ keepAliveTimeout: 72_000 });
});

test('bounds the time of every handler but that of the site, whose files are in memory', async () => {
  await start({});
  app.post('/api/x', async () => ({}));
  app.get('/readyz', async () => ({}));
  app.get(SITE_ROUTE, async () => ({}));
  const timeouts = vi.spyOn(globalThis, 'setTimeout');
  const boundOf = async (method: 'GET' | 'POST', url: string) => {
    timeouts.mockClear();
    expect((await app.inject({ method, url })).statusCode).toBe(200);
    return timeouts.mock.calls.filter(([, ms]) => ms === 45_000).length;
  };
  expect([await boundOf('POST', '/api/x'), await boundOf('GET', '/readyz')]).toEqual([1, 1]);
  expect(await boundOf('GET', '/about')).toBe(0);
  timeouts.mockRestore();
});

test('sends every response with security headers, and forbids to keep it', async () => {
  const requirements = { ...noRequirements, checkoutScript: 'https://pay.example/checkout.js' };
  await start({}, requirements);
  app.get('/register-re', async () => ({}));
  expect((await app.inject('/register-re?x')).headers).toMatchObject({
    ...headersOf('/register-re', requirements),
    'cache-control': 'no-store',
  });
  expect((await app.inject('/none')).headers).toMatchObject(headersOf('/none', requirements));
  const unreadable = await app.inject('/%zz');
  expect([unreadable.statusCode, unreadable.json()]).toEqual([
    400,
    { success: false, message: BAD_REQUEST, error: BAD_REQUEST },
  ]);
  expect(unreadable.headers).toMatchObject(headersOf('/%zz', requirements));
  await start({});
  expect((await app.inject('/register-re')).headers).toMatchObject(headersOf('/'));
});

test('answers what is no HTTP', async () => {
  await start({});
  const socket = connect(Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port), '127.0.0.1');
  socket.setEncoding('utf8').write('<script>\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(text).toContain(BAD_REQUEST);
});

test('refuses what a proxy may read otherwise, and answers errors with one sentence', async () => {
  await start({});
  app.get('/error', async () => {
    throw new HttpError(418, 'No.', { retryAfter: 3 });
  });
  expect((await app.inject('/error?%00')).statusCode).toBe(400);
  const { statusCode, headers, body } = await app.inject('/error');
  expect([statusCode, headers['retry-after'], body]).toEqual([
    418,
    '3',
    '{"success":false,"message":"No.","error":"No."}',
  ]);
});

test('takes bodies of JSON alone, and changes nothing in them', async () => {
  await start({});
  const properties = { count: { type: 'integer' }, kind: { type: 'string', default: 'x' } };
  const body = { type: 'object', properties, additionalProperties: false };
  app.post('/', { schema: { body } }, async (request) => request.body);
  const post = async (payload: object | string, type = 'application/json') => {
    const response = await app.inject({
      method: 'POST',
      url: '/',
      payload,
      headers: { 'content-type': type },
    });
    return [response.statusCode, response.json().message ?? response.json()];
  };
  expect(await post({ count: 1 })).toEqual([200, { count: 1 }]);
  expect(await post({ count: '1' })).toEqual([400, BAD_REQUEST]);
  expect(await post({ other: 1 })).toEqual([400, BAD_REQUEST]);
  expect(await post('{}', 'text/plain')).toEqual([415, 'Please send JSON (Content-Type: application/json).']);
  expect(await post(`{"kind":"${'x'.repeat(16_384)}"}`)).toEqual([
    413,
    'That is too much data for this form.',
  ]);
});

test('logs a line for each request, where there is a log', async () => {
  const lines: string[] = [];
  await start({ log: { write: (line) => void lines.push(line) } });
  app.get('/a', async () => 'a');
  await app.inject('/a');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: 'request', route: '/a', status: 200 }),
  ]);
  await start({});
  expect(app.log, 'one that writes nowhere').not.toHaveProperty('level');
});

test('handles a request that has begun to arrive when it closes', async () => {
  await start({});
  app.get('/late', async () => 'late');
  const socket = connect(Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port), '127.0.0.1');
  socket.setEncoding('utf8').write('GET /late HTTP/1.1\r\n');
  await once(app.server, 'connection');
  const closed = app.close();
  socket.write('Host: x\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  await closed;
});

test('believes the proxies that it is told of, and nobody else', async () => {
  const addressOf = async () =>
    (await app.inject({ url: '/', headers: { 'x-forwarded-for': '192.0.2.9' } })).body;
  await start({});
  app.get('/', async ({ ip }) => ip);
  expect(await addressOf()).toBe('127.0.0.1');
  await start({ trustProxy: 'loopback' });
  app.get('/', async ({ ip }) => ip);
  expect(await addressOf()).toBe('192.0.2.9');
});

test('compresses with brotli at quality 5, or with gzip', async () => {
  await start({});
  const text = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => `${index * 7919} words`));
  app.get('/', (_request, reply) => reply.type('application/json').send(text));
  const get = async (accepted: string) => {
    const { headers, rawPayload } = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
    return { encoding: headers['content-encoding'], vary: headers.vary, bytes: rawPayload };
  };
  const brotli = await get('gzip, deflate, br');
  expect([brotli.encoding, brotli.vary]).toEqual(['br', 'accept-encoding']);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  expect(brotli.bytes.length).toBe((await promisify(brotliCompress)(text, { params })).length);
  const gzip = await get('gzip, deflate');
  expect([gzip.encoding, gunzipSync(gzip.bytes).toString()]).toEqual(['gzip', text]);
  expect((await get('deflate')).encoding).toBeUndefined();
});

test('lets the site that is hosted elsewhere call, and no other', async () => {
  const preflight = async (origin: string) => {
    const { statusCode, headers } = await app.inject({
      method: 'OPTIONS',
      url: '/',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    return [statusCode, headers['access-control-allow-origin'], headers['access-control-allow-methods']];
  };
  await start({ corsOrigin: 'https://site.example' });
  expect(await preflight('https://site.example')).toEqual([204, 'https://site.example', 'POST']);
  await start({});
  expect(await preflight('https://site.example')).toEqual([404, undefined, undefined]);
});

test('sheds load, and counts it apart from what it measures', async () => {
  const metrics = createMetrics();
  const databaseLoad = { pending: 500, failures: 0, expectedWaitMs: () => 10_000 };
  await start({ databaseLoad, metrics, corsOrigin: 'https://site.example' });
  app.post('/call', async () => ({}));
  app.get('/page', async () => ({}));
  const shed = await app.inject({ method: 'POST', url: '/call' });
  expect([shed.statusCode, shed.headers['access-control-allow-origin']]).toEqual([
    503,
    'https://site.example',
  ]);
  await app.inject('/page');
  const lines = await metricLines(
    metrics.registry,
    'http_requests_shed',
    'http_request_duration_seconds_count',
  );
  expect(lines).toContain('http_requests_shed_total{reason="database"} 1');
  expect(lines.filter((line) => line.includes('_count{'))).toEqual([
    'http_request_duration_seconds_count{method="GET",route="/page",status="2xx"} 1',
  ]);
});

test('handles the requests of a connection in order, and counts the connections that it closes', async () => {
  const metrics = createMetrics();
  await start({ metrics });
  app.get('/', async (_request, reply) => reply.hijack());
  const socket = connect(Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(103));
  await once(socket, 'close');
  expect(await metricLines(metrics.registry, 'http_connections_closed_total')).toContain(
    'http_connections_closed_total{reason="pipelining"} 1',
  );
});
