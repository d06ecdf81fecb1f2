import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '../../server/http/app.ts';
import { defaultRateLimits, type RateLimits } from '../../server/http/requestLimits.ts';
import type { Service, ServiceOptions } from '../../server/service.ts';
import {
  createServiceFixture,
  fastestDatabase,
  newEmail,
  orderBody,
  postJson,
  registrationBody,
  type ServiceFixture,
} from './serviceFixture.ts';

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
    for (const headers of refused) {
      for (const [path, body] of Object.entries({ ...forms, '/create-order': orderBody(newEmail()) })) {
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
    for (const headers of accepted) expect((await send('/api/inquiry', inquiry, headers)).status).toBe(200);
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
    for (const [path, body] of Object.entries(forms)) {
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
    expect((await from('::ffff:203.0.113.1')).status).toBe(429);
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
    for (const address of [email, email.toUpperCase().replace('@', '\u200b@')])
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

describe('the honeypot', () => {
  test('is answered like the rest and not stored', async () => {
    await start();
    for (const [path, body] of Object.entries(forms)) {
      const caught = await send(path, { ...body, website: 'https://casino.example' });
      const real = await send(path, { ...body, website: '' });
      expect(caught.status).toBe(200);
      expect(caught.body).toEqual(real.body);
    }
    expect(log.join('')).toContain('honeypot filled in');
    expect(log.join('')).not.toContain('casino');
    const list = await storedSubmissions();
    expect(list).toHaveLength(3);
    for (const submission of list) expect(submission).not.toHaveProperty('website');
  });

  test('does not exist on the registration', async () => {
    await start();
    for (const [path, body] of [
      ['/create-order', orderBody(newEmail())],
      ['/api/register', registrationBody(newEmail())],
    ] as const) {
      const { status, body: reply } = await send(path, { ...body, website: '' });
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

  test('of a handler is 503 with a sentence', async () => {
    const app = await createApp({ timeouts: { handler: 100 } });
    app.post('/api/x', () => new Promise(() => {}));
    const reply = await app.inject({ method: 'POST', url: '/api/x', payload: {} });
    expect(reply.statusCode).toBe(503);
    expect(reply.json().message).toBe('That took too long. Please try again in a moment.');
    expect(reply.headers['retry-after']).toBe('5');
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
