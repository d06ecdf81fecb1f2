import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCallCounter } from '../../server/http/callCounters.ts';
import { registerErrorHandler } from '../../server/http/errorResponses.ts';
import {
  bodyText,
  type CompletionEvidence,
  defaultRateLimits,
  emailOf,
  limitRequests,
  noRateLimits,
  type RateLimits,
  routeOf,
} from '../../server/http/requestLimits.ts';

/** The limits of calls on an app with nothing else: no database, no provider. */

let evidence: CompletionEvidence;
let app: FastifyInstance;

beforeEach(() => {
  app = Fastify();
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  evidence = { kind: 'none' };
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const REGISTER = '/api/register';

async function createLimitedApp(rateLimits: RateLimits, corsOrigin?: string) {
  registerErrorHandler(app);
  await app.register(async (scope) => {
    await limitRequests(scope, {
      rateLimits,
      corsOrigin,
      completion: {
        mayExceedAddressLimit: (route) => route === REGISTER,
        evidenceOf: async () => evidence,
      },
    });
    for (const path of [REGISTER, '/api/contact', '/api/forms/:id'])
      scope.post(path, async (request) => [routeOf(request), emailOf(request), bodyText(request, 'name')]);
  });
}

const limits = (overrides: Partial<RateLimits>): RateLimits => ({
  ...{ perAddress: 0, perPerson: 0, windowMs: 600_000 },
  ...overrides,
});

async function call(body: object = {}, url = '/api/contact', remoteAddress = '192.0.2.1') {
  const response = await app.inject({ method: 'POST', url, payload: body, remoteAddress });
  return response.statusCode === 200 ? 200 : `${response.json().message} ${response.headers['retry-after']}`;
}

const tooMany = (what: string) =>
  `We have received too many requests ${what}. Please try again in 10 minutes. 600`;
const TOO_MANY = tooMany('from your connection');
const SAME_PHONE = tooMany('with this phone number');
const SAME_EMAIL = tooMany('with this email address');

test('the limits are those of the documents', () => {
  expect(defaultRateLimits).toEqual({ perAddress: 600, perPerson: 30, windowMs: 600_000 });
  expect(noRateLimits).toEqual({ perAddress: 0, perPerson: 0, windowMs: 1 });
});

describe('a call comes from the site itself', () => {
  test.each([
    [{}, 200],
    [{ origin: 'http://localhost:80', host: 'localhost:80' }, 403],
    [{ origin: 'http://localhost:81', host: 'localhost:81' }, 200],
    [{ origin: 'http://elsewhere.example', host: 'localhost:81' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://elsewhere.example' }, 200],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://site.example' }, 200],
    [{ 'sec-fetch-site': 'none' }, 403],
  ])('%o: %s', async (headers, status) => {
    await createLimitedApp(noRateLimits, 'https://site.example');
    const response = await app.inject({ method: 'POST', url: '/api/contact', headers, payload: {} });
    const { message } = response.json();
    const refusal = 'This form can only be sent from our own site.';
    expect([response.statusCode, message]).toEqual([status, status === 403 ? refusal : undefined]);
  });

  test('of no other one where none is named', async () => {
    await createLimitedApp(noRateLimits);
    const statusOf = async (headers: Record<string, string>) =>
      (await app.inject({ method: 'POST', url: '/api/contact', headers, payload: {} })).statusCode;
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await statusOf({ 'sec-fetch-site': 'same-origin' })).toBe(200);
  });
});

describe('a network address', () => {
  test('may call as often as the limit says, and again when the time is over', async () => {
    await createLimitedApp(limits({ perAddress: 2 }));
    expect([await call(), await call(), await call()]).toEqual([200, 200, TOO_MANY]);
    expect(await call({}, '/api/contact', '192.0.2.2'), 'another address').toBe(200);
    vi.setSystemTime(590_000);
    expect(await call()).toBe(
      'We have received too many requests from your connection. Please try again in a minute. 10',
    );
    vi.setSystemTime(600_000);
    expect(await call()).toBe(200);
  });

  test('counts by its /64 where it is one of IPv6', async () => {
    await createLimitedApp(limits({ perAddress: 1 }));
    const from = (address: string) => call({}, '/api/contact', address);
    expect(await from('2001:db8::1')).toBe(200);
    expect(await from('2001:db8::2')).toBe(TOO_MANY);
    expect(await from('2001:db8:0:1::1')).toBe(200);
  });

  test('is refused at once, or first asked for a payment where the route completes one', async () => {
    await createLimitedApp(limits({ perAddress: 1, perPerson: 5 }));
    evidence = { kind: 'unregistered order' };
    expect([await call(), await call()]).toEqual([200, TOO_MANY]);
    expect(await call({}, REGISTER)).toBe(200);
    evidence = { kind: 'none' };
    expect(await call({}, REGISTER)).toBe(TOO_MANY);
  });
});

describe('a person', () => {
  const PHONE = { phone: '98765 43210' };

  test('is a phone number however it is written, or an e-mail address', async () => {
    await createLimitedApp(limits({ perPerson: 1 }));
    expect([await call(PHONE), await call({ phone: '+91 9876543210' })]).toEqual([200, SAME_PHONE]);
    expect(await call({ phone: '9876543211' })).toBe(200);
    expect([await call({ email: 'a@x.example' }), await call({ email: ' A@X.example' })]).toEqual([
      200,
      SAME_EMAIL,
    ]);
    expect(await call({ receipt_email: 'a@x.example' })).toBe(SAME_EMAIL);
    expect(await call({ email: 'b@x.example', receipt_email: 'a@x.example' })).toBe(200);
    for (const nobody of [{}, { phone: 5 }, { phone: '' }, { email: ['a@x.example'] }, [], [1]])
      expect([await call(nobody), await call(nobody)], JSON.stringify(nobody)).toEqual([200, 200]);
  });

  test('is counted for each route and network address', async () => {
    await createLimitedApp(limits({ perPerson: 1 }));
    expect(await call(PHONE, '/api/forms/1')).toBe(200);
    expect(await call(PHONE, '/api/forms/2?again')).toBe(SAME_PHONE);
    expect(await call(PHONE, '/api/contact')).toBe(200);
    expect(await call(PHONE, '/api/forms/1', '192.0.2.2')).toBe(200);
  });

  test('may be named without end where there is no limit, and no other limit counts', async () => {
    await createLimitedApp(noRateLimits);
    for (let calls = 0; calls < 5; calls += 1) expect(await call(PHONE)).toBe(200);
    const { headers } = await app.inject({ method: 'POST', url: '/api/contact', payload: PHONE });
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
  });

  const ASHA = { email: 'asha@x.example' };

  /** Uses up the limit of a person, which is two. */
  async function useUp(): Promise<void> {
    await createLimitedApp(limits({ perPerson: 2 }));
    expect([await call(ASHA), await call(ASHA), await call(ASHA)]).toEqual([200, 200, SAME_EMAIL]);
  }
  const times = async (count: number, body = ASHA, address?: string) => {
    const results = [];
    for (let index = 0; index < count; index += 1) results.push(await call(body, '/api/contact', address));
    return results;
  };

  test('completes a payment for an order without end', async () => {
    await useUp();
    evidence = { kind: 'unregistered order' };
    expect(await times(4)).toEqual([200, 200, 200, 200]);
  });

  test.each(['proven', 'named'] as const)(
    'completes an order that is %s as often as the limit says',
    async (kind) => {
      await useUp();
      evidence = { kind, orderId: 'order_1' };
      expect(await times(3)).toEqual([200, 200, SAME_EMAIL]);
      evidence = { kind, orderId: 'order_2' };
      expect(await times(1)).toEqual([200]);
    },
  );

  test('uses up proofs and names of an order one by one', async () => {
    await useUp();
    evidence = { kind: 'proven', orderId: 'order_1' };
    expect(await times(2)).toEqual([200, 200]);
    evidence = { kind: 'named', orderId: 'order_1' };
    expect(await times(3)).toEqual([200, 200, SAME_EMAIL]);
  });

  test('names no payer any more after twenty others were tried out, ten times the limit', async () => {
    await useUp();
    evidence = { kind: 'other payer' };
    expect(await times(19)).toEqual(Array.from({ length: 19 }, () => SAME_EMAIL));
    evidence = { kind: 'named', orderId: 'order_1' };
    expect(await times(1)).toEqual([200]);
    evidence = { kind: 'other payer' };
    await times(1);
    evidence = { kind: 'named', orderId: 'order_1' };
    expect(await times(1)).toEqual([SAME_EMAIL]);
    evidence = { kind: 'proven', orderId: 'order_1' };
    expect(await times(1), 'a proof still counts').toEqual([200]);
  });
});

test('what a call says is text, and its route is the declared one', async () => {
  await createLimitedApp(noRateLimits);
  const answerTo = async (payload: unknown) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/forms/7?x',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      })
    ).json();
  expect(await answerTo({ email: 'A@x.example', receipt_email: 'b@x.example', name: 'Asha' })).toEqual([
    '/api/forms/:id',
    'a@x.example',
    'Asha',
  ]);
  const nothing = ['/api/forms/:id', '', ''];
  for (const payload of [{ name: 7, email: null }, null, 'text', [], 5])
    expect(await answerTo(payload), JSON.stringify(payload)).toEqual(nothing);
  expect((await app.inject({ method: 'POST', url: '/api/forms/7' })).json(), 'no body').toEqual(nothing);
});

test('a counter holds fifty thousand keys, and one without a limit counts nothing', async () => {
  const createRateLimit = vi.fn();
  Object.assign(app, { createRateLimit });
  createCallCounter(app, { max: 3, windowMs: 9, description: 'x' });
  expect(createRateLimit).toHaveBeenCalledWith({
    ...{ max: 3, timeWindow: 9, cache: 50_000 },
    keyGenerator: expect.any(Function),
  });
  createRateLimit.mockClear();
  const counter = createCallCounter(app, { max: 0, windowMs: 9, description: 'x' });
  expect(createRateLimit).not.toHaveBeenCalled();
  app.get('/', async (request) => [
    await counter.isFull(request, 'key'),
    await counter.count(request, 'key'),
  ]);
  expect((await app.inject('/')).json()).toEqual([false, null]);
});
