import { connect } from 'node:net';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '../../../server/http/app.ts';
import { defaultRateLimits, type RateLimits } from '../../../server/http/requestLimits.ts';
import type { Service, ServiceOptions } from '../../../server/service.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { type FakeProvider, startFakeProvider } from '../fakeProvider.ts';
import {
  createServiceFixture,
  fastestDatabase,
  newEmail,
  orderBody,
  postJson,
  proofHeader,
  registrationBody,
  type ServiceFixture,
} from '../serviceFixture.ts';

const inquiry = { name: 'Asha', phone: '9876543210' };
const contact = { name: 'Asha', email: 'asha@example.org', message: 'Hello' };
const application = {
  name: 'Asha',
  grade: 'Grade 8',
  course: 'All Subjects',
  phone: '9876543210',
  city: 'Jaipur',
};
const forms = { '/api/contact': contact, '/api/inquiry': inquiry, '/api/apply': application };

let fixture: ServiceFixture;
let service: Service;
const log: string[] = [];

beforeEach(async () => {
  fixture = await createServiceFixture(fastestDatabase);
  log.length = 0;
});
afterEach(() => fixture.remove());

const start = async (more: Partial<ServiceOptions> = {}) => {
  service = await fixture.start({ log: { write: (line) => void log.push(line) }, ...more });
};
const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  postJson(`${service.url}${path}`, body, headers);
const storedSubmissions = async () => {
  await service.close();
  return fixture.submissions();
};

describe('the origin of a call', () => {
  test('must be the site’s own origin, in every browser', async () => {
    await start();
    const { host } = new URL(service.url);
    const refused: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' },
      { 'sec-fetch-site': 'same-site', origin: 'https://blog.site.example' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://other.example' },
      { origin: 'null' },
    ];
    for (const headers of nonEmpty(refused)) {
      for (const [path, body] of nonEmpty(
        Object.entries({ ...forms, '/create-order': orderBody(newEmail()) }),
      )) {
        const { status, body: reply } = await send(path, body, headers);
        expect(status, JSON.stringify(headers)).toBe(403);
        expect(reply.message).toBe('This form can only be sent from our own site.');
      }
    }
    const accepted: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin', origin: `http://${host}` },
      { origin: `https://${host}` },
      {},
    ];
    for (const headers of nonEmpty(accepted))
      expect((await send('/api/inquiry', inquiry, headers)).status).toBe(200);
    expect(await storedSubmissions()).toHaveLength(accepted.length);
  });

  test('may be the one that is named in CORS_ORIGIN', async () => {
    await start({ corsOrigin: 'https://site.example' });
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://site.example' };
    expect((await send('/api/inquiry', inquiry, headers)).status).toBe(200);
  });

  test('does not matter to the provider’s webhooks', async () => {
    await start({ payments: { webhookSecret: 'secret' } });
    const reply = await send('/api/webhooks/razorpay', {}, { origin: 'https://api.razorpay.com' });
    expect(reply.body.message).toBe('The signature of the webhook is not right.');
  });
});

describe('the rate limit', () => {
  const few: RateLimits = { perAddress: 3, perPerson: 0, windowMs: 120_000 };

  test('counts by address, and answers with a sentence and the time to wait', async () => {
    await start({ rateLimits: few });
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await send('/api/inquiry', { ...inquiry, name: `${attempt}` })).status).toBe(200);
    for (const [path, body] of nonEmpty(Object.entries(forms))) {
      const { status, headers, body: reply } = await send(path, body);
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(120);
      expect(reply).toEqual({
        success: false,
        message: 'We have received too many requests from your connection. Please try again in 2 minutes.',
        error: reply.message,
      });
    }
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await storedSubmissions()).toHaveLength(3);
  });

  test('starts again from zero when the time is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await start({ rateLimits: { ...few, perAddress: 1, windowMs: 60_000 } });
    await send('/api/inquiry', inquiry);
    const refused = await send('/api/inquiry', inquiry);
    expect(refused.status).toBe(429);
    expect(refused.body.message).toMatch(/in a minute\.$/);
    vi.setSystemTime(Date.now() + 59_000);
    expect((await send('/api/inquiry', inquiry)).status).toBe(429);
    vi.setSystemTime(Date.now() + 1_001);
    expect((await send('/api/inquiry', inquiry)).status).toBe(200);
  });

  test('counts addresses behind a trusted proxy one by one, and ignores X-Forwarded-For of others', async () => {
    const from = (address: string) => send('/api/inquiry', inquiry, { 'x-forwarded-for': address });
    await start({ rateLimits: { ...few, perAddress: 1 }, trustProxy: 'loopback' });
    expect((await from('203.0.113.1')).status).toBe(200);
    expect((await from('203.0.113.2')).status).toBe(200);
    expect((await from('203.0.113.1')).status).toBe(429);
    expect((await from('2001:db8:1:2::1')).status).toBe(200);
    expect((await from('2001:db8:1:2:ffff::9')).status).toBe(429);
    for (const same of ['::ffff:203.0.113.1', '203.0.113.1:5678', '203.0.113.1:5679', '[2001:db8:1:2::3]:80'])
      expect((await from(same)).status, same).toBe(429);
    expect((await from('203.0.113.1, 127.0.0.9:4000')).status, 'by two proxies').toBe(429);
    expect((await from('203.0.113.9, 203.0.113.1:80')).status, 'as the client itself says').toBe(429);
    await service.close();

    await start({ rateLimits: { ...few, perAddress: 1 } });
    expect((await from('203.0.113.1')).status).toBe(200);
    expect((await from('203.0.113.2')).status).toBe(429);
  });

  test('counts by phone number', async () => {
    await start({ rateLimits: { ...few, perAddress: 0, perPerson: 2 } });
    const sendFrom = (phone: string) => send('/api/contact', { ...contact, email: newEmail(), phone });
    for (const phone of ['9876543210', ' 9876543210 ']) expect((await sendFrom(phone)).status).toBe(200);
    const { status, body } = await sendFrom('9876543210');
    expect(status).toBe(429);
    expect(body.message).toBe(
      'We have received too many requests with this phone number. Please try again in 2 minutes.',
    );
    for (const phone of ['9876543211', '', '']) expect((await sendFrom(phone)).status).toBe(200);
    expect((await send('/api/inquiry', inquiry)).status).toBe(200);
    expect((await send('/api/register', registrationBody(newEmail()))).status).toBe(200);
  });

  test.each(['?1', '?again', '?'])('counts one call for a path with the query %s', async (query) => {
    await start({ rateLimits: { ...few, perAddress: 0, perPerson: 1 } });
    expect((await send('/api/inquiry', inquiry)).status).toBe(200);
    expect((await send(`/api/inquiry${query}`, inquiry)).status).toBe(429);
    expect((await send(`/api/inquir%79${query}`, inquiry)).status).toBe(429);
    const message = { ...contact, phone: '9876543211' };
    expect((await send('/api/contact', message)).status).toBe(200);
    expect((await send(`/api/contact${query}`, { ...message, phone: '' })).status).toBe(429);
  });

  test('counts by e-mail address, also for orders', async () => {
    await start({ rateLimits: { ...few, perAddress: 0, perPerson: 2 } });
    const email = newEmail();
    for (const address of [email, email.toUpperCase()])
      expect((await send('/create-order', orderBody(address))).status).toBe(200);
    const refused = await send('/create-order', orderBody(email));
    expect(refused.status).toBe(429);
    expect(refused.body.error).toContain('with this email address');
    expect((await send('/create-order', orderBody(newEmail()))).status).toBe(200);
  });

  test('lets through a school that registers from one address, and names nobody in the log', async () => {
    await start({ rateLimits: defaultRateLimits });
    for (let student = 0; student < 40; student += 1) {
      const email = newEmail();
      const phone = `98${String(student).padStart(8, '0')}`;
      const responses = [
        await send('/create-order', orderBody(email)),
        await send('/create-order', orderBody(email)),
        await send('/api/register', registrationBody(email, { phone })),
      ];
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    expect(log.join('')).not.toMatch(/98000|example\.org/);
  });
});

describe('the rate limit of a person', () => {
  const STRANGER = { 'x-forwarded-for': '203.0.113.66' };
  const PAYER = { 'x-forwarded-for': '198.51.100.7' };
  const limits: RateLimits = { perAddress: 70, perPerson: 3, windowMs: 600_000 };

  let provider: FakeProvider;
  beforeEach(async () => {
    provider = await startFakeProvider();
    await start({ rateLimits: limits, trustProxy: 'loopback', payments: provider.options });
  });
  afterEach(() => provider.close());

  /** Sends every kind of call with somebody's e-mail address and phone number, 60 in all; returns the last statuses. */
  async function attack(email: string, headers = STRANGER): Promise<number[]> {
    const { phone } = registrationBody(email);
    const calls: [string, object][] = [
      ['/create-order', orderBody(email)],
      ['/api/register', registrationBody(email, { name: 'Stranger' })],
      ['/api/contact', { ...contact, email, phone }],
      ['/api/inquiry', { ...inquiry, phone }],
    ];
    const rounds = Array.from({ length: 15 }, () => calls);
    for (const [path, body] of rounds.slice(1).flat()) await send(path, body, headers);
    return Promise.all(calls.map(async ([path, body]) => (await send(path, body, headers)).status));
  }

  const notesOf = (email: string) => {
    const { name, phone } = registrationBody(email);
    return { student: name, phone };
  };
  const createOrder = async (email: string, headers = PAYER) =>
    (await send('/create-order', orderBody(email), headers)).body.order?.id ?? '';
  const register = (email: string, more: object = {}, headers: Record<string, string> = PAYER) =>
    send('/api/register', { ...registrationBody(email), ...more }, headers);
  const proofFor = (orderId: string, paymentId: string, secret = provider.options.keySecret) =>
    proofHeader(orderId, paymentId, secret);
  /** Pays an order, and lets the service learn of it. */
  async function pay(orderId: string, email: string): Promise<string> {
    const id = provider.pay(orderId, { notes: notesOf(email) });
    const elsewhere = { 'x-forwarded-for': `192.0.2.${++count}` };
    expect((await send('/create-order', orderBody(email), elsewhere)).body.order?.paymentId).toBe(id);
    return id;
  }
  let count = 0;

  test('is not used up by a stranger elsewhere: the person orders, pays, registers and writes', async () => {
    const email = newEmail();
    expect(await attack(email)).toEqual([429, 429, 429, 429]);
    const orderId = await createOrder(email);
    expect(orderId).not.toBe('');
    provider.pay(orderId, { notes: notesOf(email) });
    expect(await attack(email)).toEqual([429, 429, 429, 429]);
    expect((await send('/create-order', orderBody(email), PAYER)).status).toBe(200);
    expect((await register(email)).status).toBe(200);
    const { phone } = registrationBody(email);
    expect((await send('/api/inquiry', { ...inquiry, phone }, PAYER)).status).toBe(200);
    expect((await send('/api/contact', { ...contact, email, phone }, PAYER)).status).toBe(200);
  });

  test('does not keep a payer from registering who shares the stranger’s address, with proof or without', async () => {
    for (const hasProof of [true, false]) {
      const email = newEmail();
      const orderId = await createOrder(email);
      const paymentId = await pay(orderId, email);
      const shared = { 'x-forwarded-for': `203.0.113.${++count}` };
      await attack(email, shared);
      await attack(email, shared);
      expect((await send('/api/inquiry', inquiry, shared)).body.message).toContain('from your connection');
      const proof = hasProof ? proofFor(orderId, paymentId) : {};
      const response = await register(email, {}, { ...shared, ...proof });
      expect(response.body).toMatchObject({ success: true, message: 'Registration Successful!' });
      expect((await register(newEmail(), {}, { ...shared, ...proof })).status).toBe(429);
    }
  });

  test('does not keep the first registration for a payment that names nobody', async () => {
    const email = newEmail();
    provider.pay(await createOrder(email));
    await createOrder(email);
    for (let call = 0; call < limits.perAddress; call += 1) await send('/api/inquiry', {}, STRANGER);
    expect((await send('/api/contact', contact, STRANGER)).body.message).toContain('from your connection');
    expect((await register(email, {}, STRANGER)).status).toBe(200);
    expect((await register(email, { name: 'Stranger' }, STRANGER)).status).toBe(429);
    expect((await register(email, {}, STRANGER)).status).toBe(200);
  });

  test('does not keep a payer who shares the stranger’s address from learning that the order is paid', async () => {
    const email = newEmail();
    const orderId = await createOrder(email);
    expect(await createOrder(email)).toBe(orderId);
    const paymentId = await pay(orderId, email);
    for (let call = 0; call < 5; call += 1) {
      const { body } = await send('/create-order', orderBody(email), PAYER);
      expect(body.order).toMatchObject({ id: orderId, paymentId });
    }
    expect((await register(email)).status).toBe(200);
    expect((await send('/create-order', orderBody(email), PAYER)).status).toBe(429);
  });

  test('answers a stranger the same whether the order of an address is paid or not', async () => {
    const [paid, unpaid, unknown] = [newEmail(), newEmail(), newEmail()];
    await pay(await createOrder(paid), paid);
    await createOrder(unpaid);
    const answers = [paid, unpaid, unknown].map(async (email) => {
      await attack(email);
      const stranger = { name: 'Stranger', phone: '9123456780' };
      const { status, body } = await register(email, stranger, STRANGER);
      return { status, body };
    });
    const [first, ...others] = await Promise.all(answers);
    expect(first?.status).toBe(429);
    for (const other of nonEmpty(others)) expect(other).toEqual(first);
  });

  test('lets nobody store more with a proof than the limit, nor try out names without end', async () => {
    const email = newEmail();
    const orderId = await createOrder(email);
    const proof = proofFor(orderId, await pay(orderId, email));
    const statuses = async (calls: number, more: (call: number) => object, headers: object) => {
      const responses = [];
      for (let call = 0; call < calls; call += 1)
        responses.push((await register(email, more(call), { ...PAYER, ...headers })).status);
      return responses;
    };
    const inCity = (call: number) => ({ city: `City ${call}` });
    expect(await statuses(8, inCity, proof)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    expect(await statuses(4, inCity, {})).toEqual([409, 409, 409, 429]);

    const other = newEmail();
    await pay(await createOrder(other), other);
    const guess = (call: number) => ({ email: other, phone: `91${String(call).padStart(8, '0')}` });
    const guesses = await statuses(limits.perPerson * 11, guess, {});
    expect(new Set(guesses.slice(limits.perPerson))).toEqual(new Set([429]));
    expect((await register(other)).status).toBe(429);
    expect((await register(other, {}, { 'x-forwarded-for': '192.0.2.200' })).status).toBe(200);
  });

  test('is not passed with a proof that is forged, or of another address', async () => {
    const [email, other] = [newEmail(), newEmail()];
    await attack(email);
    const orderId = await createOrder(email);
    const otherOrder = await createOrder(other);
    for (const proof of [
      proofFor(orderId, 'pay_1', 'guess'),
      proofFor(otherOrder, await pay(otherOrder, other)),
    ])
      expect((await register(email, {}, { ...STRANGER, ...proof })).status).toBe(429);
  });
});

describe('the honeypot', () => {
  test('is answered like the rest and not stored', async () => {
    await start();
    for (const [path, body] of nonEmpty(Object.entries(forms))) {
      const caught = await send(path, { ...body, remark: 'https://casino.example' });
      const real = await send(path, { ...body, remark: '' });
      expect(caught.status).toBe(200);
      expect(caught.body).toEqual(real.body);
    }
    expect(log.join('')).toContain('honeypot filled in');
    expect(log.join('')).not.toContain('casino');
    const list = await storedSubmissions();
    expect(list).toHaveLength(3);
    for (const submission of nonEmpty(list)) expect(submission).not.toHaveProperty('remark');
  });

  test('does not exist on the registration', async () => {
    await start();
    for (const [path, body] of [
      ['/create-order', orderBody(newEmail())],
      ['/api/register', registrationBody(newEmail())],
    ] as const) {
      const { status, body: reply } = await send(path, { ...body, remark: '' });
      expect(status).toBe(400);
      expect(reply.message).toBe('Please send only the fields of this form.');
    }
  });
});

describe('a timeout', () => {
  /** Sends the beginning of a request and never the rest; returns the response. */
  async function sendPartialRequest(port: number, text: string): Promise<string> {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.write(text);
    let reply = '';
    for await (const chunk of socket) reply += chunk;
    return reply;
  }

  test.each([
    ['headers', 'POST /api/x HTTP/1.1\r\nHost: x\r\n'],
    [
      'a body',
      'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
    ],
  ])('ends a request that does not arrive whole (%s)', async (_name, text) => {
    const app = await createApp({ timeouts: { request: 300 } });
    app.post('/api/x', async () => ({}));
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    expect(await sendPartialRequest(Number(port), text)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    await app.close();
  });

  test.each([
    ['with a body', 'POST', JSON.stringify({ name: 'Asha' })],
    ['without one', 'POST', null],
    ['that reads', 'GET', null],
  ])('of the handler of a call %s is 503 with a sentence', async (_name, method, body) => {
    const app = await createApp({ timeouts: { handler: 100 } });
    let end = (_: object) => {};
    app.route({
      ...{ method: ['GET', 'POST'], url: '/api/x' },
      handler: () =>
        new Promise<object>((resolve) => {
          end = resolve;
        }),
    });
    app.get('/api/y', async () => ({ isThere: true }));
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const headers: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' };
    const reply = await fetch(`${url}/api/x`, { method, body, headers });
    expect(reply.status).toBe(503);
    expect(reply.headers.get('retry-after')).toBe('5');
    expect(await reply.json()).toMatchObject({
      message: 'That took too long. Please try again in a moment.',
    });
    end({ isLate: true });
    expect(await (await fetch(`${url}/api/y`)).json(), 'the server goes on').toEqual({ isThere: true });
    await app.close();
  });

  test('of a handler does not hold for what is being sent, nor for the files of the site', async () => {
    const app = await createApp({ timeouts: { handler: 100 } });
    const sendLate = async (_: unknown, reply: FastifyReply) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return reply.send('late');
    };
    app.get('/*', sendLate);
    app.get('/api/x', (_, reply) => {
      reply.hijack();
      reply.raw.write('begun, ');
      setTimeout(() => reply.raw.end('and sent'), 300);
    });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const texts = ['/file', '/api/x'].map(async (path) => (await fetch(`${url}${path}`)).text());
    expect(await Promise.all(texts)).toEqual(['late', 'begun, and sent']);
    await app.close();
  });

  test('closes a connection on which no byte moves', async () => {
    const app = await createApp({ timeouts: { noProgress: 100 } });
    app.post('/api/x', () => new Promise(() => {}));
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    for (const text of ['', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n'])
      expect(await sendPartialRequest(Number(port), text)).toBe('');
    await app.close();
  });

  test('closes a connection that is not used again', async () => {
    const app = await createApp({ timeouts: { keepAlive: 100 } });
    app.get('/x', async () => ({}));
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    expect(await sendPartialRequest(Number(port), 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 200 OK\r\n/,
    );
    await app.close();
  });
});
