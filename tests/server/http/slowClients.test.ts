import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect } from 'vitest';
import { createApp } from '../../../server/http/index.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { startFakeProvider } from '../fakeProvider.ts';
import { paymentTest } from '../fixtures.ts';
import {
  createServiceFixture,
  fastestDatabase,
  newEmail,
  orderBody,
  postJson,
  registrationBody,
  usualDatabases,
  waitUntil,
} from '../serviceFixture.ts';

/** Clients that send a part of a request and read nothing, and the time limits of a server. */

const PATHS = ['/api/contact', '/create-order', '/api/register', '/api/webhooks/razorpay', '/nowhere'];

const halfCall = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{`;

const halfCallToAny = (index: number) => halfCall(PATHS[index % PATHS.length] ?? '');

const callInTinyChunks = (path: string, bytes: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(bytes)}`;

/** Opens connections that send a text each, then a byte now and then, and read nothing. */
async function openClients(url: string, texts: readonly string[], drips = ' '): Promise<Socket[]> {
  const { port, hostname: host } = new URL(url);
  const connections = nonEmpty(texts).map(async (text) => {
    const socket = connect({ port: Number(port), host, allowHalfOpen: true });
    const drip = setInterval(() => socket.write(drips), 250);
    socket.on('error', () => {}).on('close', () => clearInterval(drip));
    socket.pause().write(text);
    await once(socket, 'connect');
    return socket;
  });
  return Promise.all(connections);
}

const countOpen = (clients: readonly Socket[]) => clients.filter(({ destroyed }) => !destroyed).length;

/** Sends a message, an order and a registration; returns their statuses. */
async function visit(url: string): Promise<number[]> {
  const email = newEmail();
  const calls: [string, object][] = [
    ['/api/contact', { name: 'Asha', email, message: 'Hello' }],
    ['/create-order', orderBody(email)],
    ['/api/register', registrationBody(email)],
  ];
  const responses = await Promise.all(calls.map(([path, body]) => postJson(`${url}${path}`, body)));
  return responses.map(({ status }) => status);
}

const OK = [200, 200, 200];

const test = paymentTest
  .extend('open', async ({}, { onCleanup }) => {
    const opened: Socket[] = [];
    onCleanup(() => {
      for (const socket of opened) socket.destroy();
    });
    return async (url: string, texts: readonly string[], drips?: string) => {
      const clients = await openClients(url, texts, drips);
      opened.push(...clients);
      return clients;
    };
  })
  /** Calls to servers with the default times, sent early so that these pass during the other tests. */
  .extend('early', { scope: 'file', auto: true }, async ({}, { onCleanup }) => {
    const [data, provider] = await Promise.all([createServiceFixture(fastestDatabase), startFakeProvider()]);
    provider.behaviour = 'unresponsive';
    const { timeoutMs: _short, ...payments } = provider.options;
    const { url } = await data.start({ payments });
    const patient = await data.start({ payments: { ...payments, timeoutMs: 15_000 } });
    onCleanup(async () => {
      await data.remove();
      await provider.close();
    });
    const startMs = performance.now();
    const timeOf = async <T>(work: Promise<T>) => ({ result: await work, ms: performance.now() - startMs });
    const order = (serviceUrl: string, email: string) =>
      postJson(`${serviceUrl}/create-order`, orderBody(email));
    const email = newEmail();
    const asked = provider.requestCount;
    const locked = order(patient.url, email).catch(() => {});
    await waitUntil(async () => provider.requestCount > asked);
    return {
      provider: timeOf(order(url, newEmail())),
      lock: timeOf(order(patient.url, email)),
      locked,
    };
  });

describe.each(usualDatabases)('on %s', (kind) => {
  test.override({ kind });

  test('six hundred half-sent calls stop nobody; fifty stay until their time is over', async ({
    data,
    open,
  }) => {
    const { url } = await data.start({ rateLimits: undefined, timeouts: { request: 3_000 } });
    const clients = await open(
      url,
      Array.from({ length: 600 }, (_, index) => halfCallToAny(index)),
    );
    expect(await visit(url)).toEqual(OK);
    await waitUntil(async () => countOpen(clients) <= 50);
    expect(countOpen(clients), 'on all paths together').toBe(50);
    expect(await visit(url)).toEqual(OK);
    await waitUntil(async () => countOpen(clients) === 0);
    expect(await visit(url)).toEqual(OK);
  });
});

test('bodies in chunks of one byte take little memory, and delay nobody', async ({
  service: { url },
  open,
}) => {
  const KB = 1024;
  const limits = { '/api/webhooks/razorpay': 256 * KB, '/api/contact': 16 * KB, '/api/register': 16 * KB };
  const texts = Object.entries(limits).flatMap(([path, limit]) =>
    Array<string>(12).fill(callInTinyChunks(path, limit - 1)),
  );
  expect(await visit(url)).toEqual(OK);
  const before = process.memoryUsage.rss();
  const clients = await open(url, texts, '');
  expect(await visit(url)).toEqual(OK);
  const allBodies = 12 * 288 * KB;
  expect((process.memoryUsage.rss() - before) / allBodies).toBeLessThan(40);
  await waitUntil(async () => countOpen(clients) === 0);
});

test('a client that is sent an error loses its connection in seconds', async ({ data, open }) => {
  const { url } = await data.start({ timeouts: { request: 1_000 } });
  const clients = await open(url, [
    'GET / HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n',
    'no HTTP at all\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
    'POST /api/contact HTTP/1.1\r\nHost: x\r\n',
    halfCall('/api/contact').replace('Host: x', 'Host: x\r\nSec-Fetch-Site: cross-site'),
    halfCall('/api/contact').replace('application/json', 'text/html'),
    halfCall('/%ff'),
    halfCall('/about').replace('POST', 'GET'),
  ]);
  const start = performance.now();
  await waitUntil(async () => countOpen(clients) === 0);
  expect(performance.now() - start).toBeLessThan(10_000);
});

test('five hundred connections on which nothing is sent delay nobody', async ({ service, open }) => {
  const clients = await open(service.url, Array<string>(500).fill(''), '');
  expect(await visit(service.url)).toEqual(OK);
  expect(countOpen(clients)).toBe(500);
});

describe('a time-out of a server', () => {
  /** Sends text on a separate connection; returns everything that comes until it is closed. */
  const answerTo = (url: string, sent: string): Promise<string> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
    socket.write(sent);
    return text(socket);
  };

  test('a time-out ends an incomplete request and an idle connection', async ({ data, provider }) => {
    provider.behaviour = 'unresponsive';
    const body = JSON.stringify(orderBody(newEmail()));
    const order = `POST /create-order HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const rows = [
      [{ request: 300 }, 'POST /api/contact HTTP/1.1\r\nHost: x\r\n', /^HTTP\/1\.1 408 Request Timeout\r\n/],
      [{ request: 300 }, halfCall('/api/contact'), /^HTTP\/1\.1 408 Request Timeout\r\n/],
      [{ noProgress: 100 }, '', /^$/],
      [{ noProgress: 100 }, order, /^$/],
      [{ keepAlive: 100 }, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 200 OK\r\n/],
    ] as const;
    for (const [timeouts, sent, answer] of nonEmpty(rows)) {
      const { url, close } = await data.start({ timeouts, payments: provider.options });
      expect(await answerTo(url, sent), `${JSON.stringify(timeouts)} ${sent}`).toMatch(answer);
      await close();
    }
  });

  test('a time-out ends a slow call with a sentence, and no page being sent', async ({ data, provider }) => {
    provider.behaviour = 'unresponsive';
    const siteDir = await mkdtemp(join(tmpdir(), 'site-'));
    await writeFile(join(siteDir, 'index.html'), 'text '.repeat(400_000));
    const timeouts = { handler: 100 };
    const { url } = await data.start({ timeouts, payments: provider.options, siteDir });
    const order = await postJson(`${url}/create-order`, orderBody(newEmail()));
    expect(order).toMatchObject({
      status: 503,
      body: { message: 'That took too long. Please try again in a moment.' },
    });
    expect(order.headers.get('retry-after')).toBe('5');
    const simulated = await data.start({ timeouts });
    const script = await fetch(`${simulated.url}/simulator/checkout.js?scenario=script-slow`);
    expect(script.status, 'of a call that reads').toBe(503);
    expect((await fetch(`${url}/healthz`)).status, 'the server goes on').toBe(200);
    const page = await fetch(url);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await page.text()).toHaveLength(2_000_000);
    await rm(siteDir, { recursive: true });
  });

  test('a call waits ten seconds for the provider and for the lock of its person', async ({ early }) => {
    const provider = await early.provider;
    expect(provider.result).toMatchObject({
      status: 503,
      body: { error: 'The payment provider cannot be reached. Please try again in a moment.' },
    });
    const lock = await early.lock;
    expect(lock.result).toMatchObject({
      status: 503,
      body: { error: 'We are still working on your last request. Please try again in a moment.' },
    });
    for (const { ms } of [provider, lock]) {
      expect(ms).toBeGreaterThan(9_900);
      expect(ms).toBeLessThan(14_000);
    }
    await early.locked;
  });

  test('half a request is waited for at most forty seconds, where no other time is set', async () => {
    const app = await createApp({});
    const { requestTimeout, headersTimeout } = app.server;
    await app.close();
    for (const waited of [requestTimeout, headersTimeout]) {
      expect(waited, 'a time that ends').toBeGreaterThan(0);
      expect(waited).toBeLessThanOrEqual(40_000);
    }
  });
});
