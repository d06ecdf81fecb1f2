import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect } from 'vitest';
import { defaultRateLimits } from '../../../server/http/requestLimits.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { test as base } from '../fixtures.ts';
import {
  createServiceFixture,
  databases,
  fastestDatabase,
  newEmail,
  orderBody,
  postJson,
  registrationBody,
  waitUntil,
} from '../serviceFixture.ts';

/** Clients that send a part of a request and read nothing. */

const PATHS = ['/api/contact', '/create-order', '/api/register', '/api/webhooks/razorpay', '/nowhere'];

const halfCall = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{`;

const halfCallToAny = (index: number) => halfCall(PATHS[index % PATHS.length] ?? '');

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

const test = base
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
  /** Clients of a service with default times, which the other tests give the time to pass. */
  .extend('early', { scope: 'file', auto: true }, async ({}, { onCleanup }) => {
    const data = await createServiceFixture(fastestDatabase);
    const { url } = await data.start();
    const clients = await openClients(url, ['POST / HTTP/1.1\r\nHost: x\r\n', halfCall('/api/contact')]);
    const startMs = performance.now();
    const closedAfterMs = Promise.all(
      clients.map(
        (client) =>
          new Promise<number>((resolve) => client.on('close', () => resolve(performance.now() - startMs))),
      ),
    );
    onCleanup(async () => {
      for (const client of clients) client.destroy();
      await data.remove();
    });
    return { closedAfterMs };
  });

describe.each(databases)('on %s', (kind) => {
  test.override({ kind });

  test.for([
    { count: 300, paths: 'one path', textOf: () => halfCall('/api/contact') },
    { count: 600, paths: 'all paths', textOf: halfCallToAny },
  ])(
    '$count clients that send half a call to $paths stop nobody and lose their connections',
    async ({ count, textOf }, { data, open }) => {
      const { url } = await data.start({ rateLimits: defaultRateLimits, timeouts: { request: 3_000 } });
      const texts = Array.from({ length: count }, (_, index) => textOf(index));
      const clients = await open(url, texts);
      expect(await visit(url)).toEqual(OK);
      await waitUntil(async () => countOpen(clients) <= 50);
      expect(await visit(url)).toEqual(OK);
      await waitUntil(async () => countOpen(clients) === 0);
      expect(await visit(url)).toEqual(OK);
    },
  );
});

test('a network address may have fifty slow bodies at a time, on all paths together', async ({
  data,
  open,
}) => {
  const { url } = await data.start();
  const texts = Array.from({ length: 120 }, (_, index) => halfCallToAny(index));
  const clients = await open(url, texts);
  await waitUntil(async () => countOpen(clients) <= 50);
  expect(countOpen(clients)).toBe(50);
});

test('a client that is sent an error loses its connection in seconds, also without reading it', async ({
  data,
  open,
}) => {
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

test('half a request lasts at most forty seconds', async ({ early }) => {
  for (const ms of nonEmpty(await early.closedAfterMs)) expect(ms).toBeLessThan(40_000);
});

test('five hundred connections on which nothing is sent delay nobody', async ({ service, open }) => {
  const clients = await open(service.url, Array<string>(500).fill(''), '');
  expect(await visit(service.url)).toEqual(OK);
  expect(countOpen(clients)).toBe(500);
});
