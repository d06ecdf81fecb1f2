import { getHeapStatistics } from 'node:v8';
import Fastify, { type FastifyInstance, type HTTPMethods, LogController } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DatabaseLoad } from '../../server/database/measuredDatabase.ts';
import { logRequests } from '../../server/http/errorResponses.ts';
import { shedLoad } from '../../server/http/loadShedding.ts';
import { noRequirements, securityHeaders } from '../../server/http/securityHeaders.ts';
import { mayBeEmpty, nonEmpty } from '../support/nonEmpty.ts';

const ROUTES = [
  ['POST', '/api/inquiry'],
  ['POST', '/create-order'],
  ['POST', '/api/register'],
  ['POST', '/api/webhooks/razorpay'],
  ['POST', '/simulator/orders/:id/payments'],
  ['POST', '/x/api/register'],
  ['GET', '/about'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/healthzx'],
  ['GET', '/x/readyz'],
] as const;

let app: FastifyInstance;
let reasons: string[];
/** Where requests wait, if they do. */
let gate: { hook: 'preValidation' | 'handler'; opened: Promise<void>; open: () => void } | undefined;

function closeGate(hook: 'preValidation' | 'handler') {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  gate = { hook, opened, open };
}

function openGate() {
  gate?.open();
  gate = undefined;
}

const IDLE = { eventLoopDelay: 0, heapUsed: 0 };

/** What the process needs, as its measurement says. */
const measure = (usage: { eventLoopDelay: number; heapUsed: number }) =>
  Object.assign(app, { memoryUsage: () => ({ rssBytes: 0, ...usage }) });

async function createSheddingApp(databaseLoad?: DatabaseLoad, corsOrigin?: string, log?: string[]) {
  app = Fastify({
    logger: log ? { stream: { write: (line: string) => void log.push(line) } } : false,
    logController: new LogController({ disableRequestLogging: true }),
  });
  if (log) logRequests(app);
  await shedLoad(app, { databaseLoad, corsOrigin }, (reason) => reasons.push(reason));
  measure(IDLE);
  const wait = async (hook: string) => {
    if (gate?.hook === hook) await gate.opened;
  };
  app.addHook('preValidation', () => wait('preValidation'));
  for (const [method, url] of ROUTES)
    app.route({
      method,
      url,
      handler: async () => {
        await wait('handler');
        return {};
      },
    });
}

beforeEach(() => {
  reasons = [];
  gate = undefined;
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  openGate();
  await app.close();
});

const send = async (method: HTTPMethods, url: string) => app.inject({ method, url });

/** Waits until what was sent has come as far as it can. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const isShed = async (method: HTTPMethods, url: string) => (await send(method, url)).statusCode === 503;

/** Returns the routes that respond 503. */
async function shedRoutes(): Promise<string[]> {
  const shed: string[] = [];
  for (const [method, url] of ROUTES) if (await isShed(method, url)) shed.push(url);
  return shed;
}

const calls = ['/api/inquiry', '/create-order', '/x/api/register'];
const payments = ['/api/register', '/api/webhooks/razorpay', '/simulator/orders/:id/payments'];

describe('the database', () => {
  test.each([
    { shed: [], pending: 63, waitMs: 10_000, when: 'few operations wait, however long' },
    { shed: [], pending: 64, waitMs: 100, when: 'many wait, but not long' },
    { shed: calls, pending: 64, waitMs: 101, when: 'many wait long' },
    { shed: calls, pending: 127, waitMs: 10_000, when: 'nearly twice as many wait' },
    { shed: calls, pending: 128, waitMs: 200, when: 'twice as many wait, but not twice as long' },
    { shed: [...calls, ...payments], pending: 128, waitMs: 201, when: 'twice as many wait twice as long' },
  ])('sheds [$shed] when $when; never pages and health checks', async ({ shed, pending, waitMs }) => {
    const expectedWaitMs = vi.fn((_others: number) => waitMs);
    await createSheddingApp({ pending, failures: 0, expectedWaitMs });
    expect((await shedRoutes()).toSorted()).toEqual(shed.toSorted());
    expect(reasons).toEqual(shed.map(() => 'database'));
    for (const [others] of mayBeEmpty(expectedWaitMs.mock.calls)) expect(others).toBe(pending);
  });
});

describe('the process', () => {
  test('sheds all but the health checks when its heap is nearly full', async () => {
    await createSheddingApp();
    const almost = 0.85 * getHeapStatistics().heap_size_limit;
    measure({ ...IDLE, heapUsed: almost });
    expect(await shedRoutes()).toEqual([]);
    measure({ ...IDLE, heapUsed: almost + 1 });
    const all = ROUTES.map(([, url]) => url).filter((url) => url !== '/healthz' && url !== '/readyz');
    expect(await shedRoutes()).toEqual(all);
    expect(reasons).toEqual(all.map(() => 'heap'));
  });

  test.each([
    { url: '/create-order', method: 'POST', open: 64, delay: 150 },
    { url: '/api/register', method: 'POST', open: 128, delay: 300 },
    { url: '/about', method: 'GET', open: 128, delay: 300 },
    { url: '/about', method: 'HEAD', open: 128, delay: 300 },
  ] as const)(
    'sheds $method $url when $open requests are open and its event loop is $delay ms late',
    async ({ url, method, open, delay }) => {
      await createSheddingApp();
      closeGate('handler');
      measure({ ...IDLE, eventLoopDelay: 0 });
      const running = Array.from({ length: open - 1 }, () => send('GET', '/about'));
      await settle();
      measure({ ...IDLE, eventLoopDelay: delay + 1 });
      const last = send(method, url);
      await settle();
      expect(reasons).toEqual([]);
      expect(await isShed(method, url)).toBe(true);
      expect(reasons).toEqual(['eventLoop']);
      measure({ ...IDLE, eventLoopDelay: delay });
      const slow = send(method, url);
      await settle();
      openGate();
      for (const response of nonEmpty(await Promise.all([...running, last, slow])))
        expect(response.statusCode).toBe(200);
      measure({ ...IDLE, eventLoopDelay: delay + 1 });
      expect(await isShed(method, url), 'when they have their responses').toBe(false);
    },
  );

  test('is measured four times a second', async () => {
    const timeout = vi.spyOn(globalThis, 'setTimeout');
    app = Fastify();
    await shedLoad(app, {});
    expect(timeout.mock.calls.map(([, ms]) => ms)).toContain(250);
    expect(app.memoryUsage()).toMatchObject({ heapUsed: expect.any(Number) });
  });
});

describe('who is shed', () => {
  const busy: DatabaseLoad = { pending: 64, failures: 0, expectedWaitMs: () => 1_000 };

  test('is told to try again, in a response like any other', async () => {
    await createSheddingApp(busy);
    const { statusCode, headers, body } = await send('POST', '/create-order');
    const message = 'We have too many requests at the moment. Please try again in a few seconds.';
    expect([statusCode, body]).toEqual([503, JSON.stringify({ success: false, message, error: message })]);
    const ofSite = Object.entries(securityHeaders('/', noRequirements));
    expect(headers).toMatchObject({
      ...Object.fromEntries(ofSite.map(([name, value]) => [name.toLowerCase(), value])),
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      'retry-after': '5',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('vary');
  });

  test('is shed also where nobody counts, and where there is no such route', async () => {
    app = Fastify();
    await shedLoad(app, { databaseLoad: busy });
    measure(IDLE);
    expect(await isShed('POST', '/none')).toBe(true);
    expect(await isShed('GET', '/none')).toBe(false);
  });

  test('may read it from the site that is hosted elsewhere', async () => {
    await createSheddingApp(busy, 'https://site.example');
    expect((await send('POST', '/create-order')).headers).toMatchObject({
      'access-control-allow-origin': 'https://site.example',
      vary: 'Origin',
    });
  });

  test('keeps the connection unless the server closes', async () => {
    await createSheddingApp(busy);
    expect((await send('POST', '/create-order')).headers).toMatchObject({ connection: 'close' });
    await app.close();
    await createSheddingApp(busy);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const { status, headers } = await fetch(`${url}/create-order`, { method: 'POST' });
    expect([status, headers.get('connection')]).toEqual([503, 'keep-alive']);
  });

  test('waits where many are: two milliseconds of responses in every twenty', async () => {
    await createSheddingApp(busy);
    let ms = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      ms += 1;
      return ms;
    });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const pauses = vi.spyOn(globalThis, 'setTimeout');
    let responses = 0;
    const requests = Array.from({ length: 5 }, () => send('POST', '/create-order').then(() => responses++));
    const responsesAfter = async (time: number) => {
      await vi.advanceTimersByTimeAsync(time);
      await settle();
      return responses;
    };
    await settle();
    expect(reasons).toHaveLength(5);
    expect(await responsesAfter(0)).toBe(2);
    expect(await responsesAfter(19)).toBe(2);
    expect(await responsesAfter(1)).toBe(4);
    expect(await responsesAfter(20)).toBe(5);
    await Promise.all(requests);
    const late = send('POST', '/create-order').then(() => responses++);
    await settle();
    expect(await responsesAfter(0)).toBe(6);
    await late;
    await responsesAfter(100);
    expect(pauses.mock.calls.filter(([, pauseMs]) => pauseMs === 20)).toHaveLength(2);
  });
});

describe('the log', () => {
  const linesOf = (log: readonly string[]) =>
    mayBeEmpty(log).map((line) => {
      const { msg, shed, route } = JSON.parse(line);
      return [msg, shed ?? route];
    });

  test('has one line in ten seconds for all that are shed, and one for each other request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const log: string[] = [];
    await createSheddingApp({ pending: 64, failures: 0, expectedWaitMs: () => 101 }, undefined, log);
    const shed = Array.from({ length: 5 }, () => send('POST', '/create-order'));
    await settle();
    await vi.advanceTimersByTimeAsync(9_999);
    await Promise.all(shed);
    expect(linesOf(log)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(linesOf(log)).toEqual([['requests shed', 5]]);
    await send('GET', '/about');
    expect(linesOf(log).slice(1)).toEqual([['request', '/about']]);
  });

  test('has the rest when the server closes', async () => {
    const log: string[] = [];
    await createSheddingApp({ pending: 64, failures: 0, expectedWaitMs: () => 101 }, undefined, log);
    await send('POST', '/create-order');
    expect(linesOf(log)).toEqual([]);
    await app.close();
    app = Fastify();
    expect(linesOf(log)).toEqual([['requests shed', 1]]);
  });
});
