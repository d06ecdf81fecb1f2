import { readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { describe, expect, onTestFinished } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { payAndRegister } from '../../support/serverProcess.ts';
import { inquiry, programTest, test } from '../fixtures.ts';
import { providerEnvironment, type ServerProgram } from '../programFixture.ts';
import {
  listedSubmissions,
  newEmail,
  orderBody,
  postJson,
  type ServiceFixture,
  usualDatabases,
  waitUntil,
} from '../serviceFixture.ts';

/** A server under overload: its end in the middle of work, and the entries of its log and metrics. */

const body = JSON.stringify(inquiry);
const call = `POST /api/inquiry HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const BUSY_MESSAGE = 'We have too many requests at the moment. Please try again in a few seconds.';
const CLOSING_MESSAGE = 'We are restarting. Please try again in a moment.';

function open({ url }: { url: string }): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Makes inserts wait, where the database allows another connection; returns a function that ends it. */
async function lockSubmissions({ options }: ServiceFixture): Promise<() => Promise<void>> {
  if (!options.databaseUrl) return async () => {};
  const client = new pg.Client({ connectionString: options.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('lock table submissions in access exclusive mode');
  let ended: Promise<void> | undefined;
  const unlock = () => {
    ended ??= client.end();
    return ended;
  };
  onTestFinished(unlock);
  return unlock;
}

describe.each(usualDatabases)('more calls at once than %s can take', (kind) => {
  test.override('kind', kind);

  test('excess calls are shed with a sentence, and those let in are stored', async ({ data, service }) => {
    const { url } = service;
    const unlock = await lockSubmissions(data);
    /** The statuses of the calls admitted under a load that sheds calls, read at the first one. */
    let others: Promise<number[]> | undefined;
    const names = Array.from({ length: 300 }, (_, index) => `Student ${index}`);
    const responses = await Promise.all(
      names.map(async (name) => {
        const response = await postJson(`${url}/api/inquiry`, { ...inquiry, name });
        if (response.status === 503) {
          others ??= Promise.all(
            ['GET /healthz', 'GET /simulator/checkout.js', 'POST /api/webhooks/razorpay'].map(
              async (line) => {
                const [method = '', path] = line.split(' ');
                return (await fetch(`${url}${path}`, { method })).status;
              },
            ),
          );
          await others;
          await unlock();
        }
        return { name, ...response };
      }),
    );
    const shed = responses.filter(({ body }) => body.message === BUSY_MESSAGE);
    const letIn = responses.filter((response) => !shed.includes(response));
    const accepted = letIn.filter(({ status }) => status === 200);
    // On a slow machine a call may wait longer for the table than it does for a lock.
    expect([200, 503]).toEqual(expect.arrayContaining(letIn.map(({ status }) => status)));
    expect(accepted.length).toBeGreaterThan(0);
    expect(await others, 'health, pages and webhooks').toEqual([200, 200, 400]);
    expect(shed.length).toBeGreaterThan(0);
    // 64 operations are never too many; the mail worker and reconciling may have one each.
    expect(letIn.length).toBeGreaterThanOrEqual(62);
    for (const each of nonEmpty(shed)) {
      expect(each.status).toBe(503);
      expect(each.headers.get('retry-after')).toBe('5');
      expect(each.headers.get('cache-control')).toBe('no-store');
      expect(each.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(each.body).toEqual({ success: false, message: BUSY_MESSAGE, error: BUSY_MESSAGE });
    }
    expect((await postJson(`${url}/api/inquiry`, inquiry)).status).toBe(200);
    const stored = new Set((await listedSubmissions(data)).map(({ name }) => name));
    expect(stored).toEqual(new Set([...accepted.map(({ name }) => name), inquiry.name]));
    await service.close();
    const shedLines = data.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'requests shed');
    expect(shedLines, 'one line for all').toMatchObject([{ shed: shed.length }]);
  });
});

describe.each(usualDatabases)('on %s', (kind) => {
  test.override('kind', kind);

  test('questions whether the service is ready take nobody’s place', async ({ service: { url } }) => {
    const question = 'GET /readyz HTTP/1.1\r\nHost: site\r\n';
    const answers = Array.from({ length: 200 }, async () => {
      const socket = open({ url }).setEncoding('utf8');
      socket.write(`${`${question}\r\n`.repeat(24)}${question}Connection: close\r\n\r\n`);
      return (await text(socket)).match(/(?<=HTTP\/1\.1 )\d+/g);
    });
    const calls = Array.from({ length: 10 }, async () => [
      (await postJson(`${url}/api/inquiry`, inquiry)).status,
      await payAndRegister(url, newEmail()),
    ]);
    for (const call of nonEmpty(await Promise.all(calls))) expect(call).toEqual([200, true]);
    expect(new Set((await Promise.all(answers)).flat())).toEqual(new Set(['200']));
  });
});

/** Fills most of the memory of a process at the signal SIGUSR2. */
const fillHeap = `process.on('SIGUSR2', async () => {
  globalThis.kept = [];
  const { heap_size_limit: limit } = (await import('node:v8')).getHeapStatistics();
  while (process.memoryUsage().heapUsed < 0.88 * limit) kept.push(new Array(1e5).fill(kept.length + 0.5));
});`;

programTest('calls are shed while the memory of the process is nearly full', async ({ programs }) => {
  const server = await programs.startServer({
    METRICS_PORT: '0',
    NODE_OPTIONS: `--max-old-space-size=512 --import=data:text/javascript,${encodeURIComponent(fillHeap)}`,
  });
  const send = async () => (await postJson(`${server.url}/api/inquiry`, inquiry)).status;
  expect(await send()).toBe(200);
  server.child.kill('SIGUSR2');
  await waitUntil(async () => (await send()) === 503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const metrics = await (await fetch(server.out.match(/Metrics are at (\S+)/)?.[1] ?? '')).text();
  expect(metrics).toMatch(/^http_requests_shed_total\{reason="heap"\} [1-9]/m);
});

/** A page that takes a while to be read. */
const LARGE_PAGE = 'text '.repeat(400_000);

const largePageTest = programTest.extend('server', async ({ programs, provider }) => {
  await writeFile(join(programs.directory, 'site', 'large.html'), LARGE_PAGE);
  return programs.startServer(providerEnvironment(provider));
});

const pageRequest = (...headers: string[]) =>
  `${['GET /large.html HTTP/1.1', 'Host: site', ...headers].join('\r\n')}\r\n\r\n`;

const residentMegabytes = async ({ child }: ServerProgram) => {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(status.match(/VmRSS:\s+(\d+)/)?.[1]) / 1024;
};

largePageTest(
  'clients that send many requests and read no response are disconnected, take little memory, and do not delay others',
  async ({ server }) => {
    await postJson(`${server.url}/api/inquiry`, inquiry);
    const before = await residentMegabytes(server);
    const page = pageRequest('Accept-Encoding: br');
    const closed = Array.from({ length: 10 }, async (_, index) => {
      const socket = open(server).pause();
      socket.write((index % 2 === 0 ? page : call).repeat(5_000));
      // A client that does not read learns by writing that it is disconnected.
      await waitUntil(async () => !socket.write(page) && socket.closed);
    });
    const other = postJson(`${server.url}/api/inquiry`, inquiry);
    await Promise.all(closed);
    expect((await other).status).toBe(200);
    expect((await residentMegabytes(server)) - before).toBeLessThan(150);
  },
);

test('a client that sends requests without waiting is served in order', async ({ service }) => {
  const socket = open(service).setEncoding('utf8');
  socket.write(`${call.repeat(20)}GET /healthz HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n`);
  const responses = await text(socket);
  expect(responses.match(/HTTP\/1\.1 200/g)).toHaveLength(21);
  expect(responses).toMatch(/\{"status":"ok"\}$/);
});

largePageTest(
  'SIGTERM ends a server within ten seconds, whatever its clients and its provider do, also when its log is closed; who reads slowly gets the page whole',
  async ({ provider, server }) => {
    server.child.stderr?.destroy();
    server.child.stdout?.destroy();
    for (let count = 0; count < 5; count += 1)
      expect((await postJson(`${server.url}/api/inquiry`, inquiry)).status).toBe(200);

    provider.behaviour = 'unresponsive';
    const asked = provider.requestCount;
    const openCall = postJson(`${server.url}/create-order`, orderBody(newEmail()));
    await waitUntil(async () => provider.requestCount > asked);
    const silent = open(server);
    const halfHeaders = open(server);
    const halfBody = open(server);
    halfHeaders.write('POST /api/inquiry HTTP/1.1\r\nHost: si');
    halfBody.write(call.slice(0, -5));
    const received = Promise.all([silent, halfHeaders, halfBody].map((socket) => text(socket)));
    const slowReader = open(server).setEncoding('utf8');
    slowReader.write(pageRequest());
    await new Promise((resolve) => slowReader.once('readable', resolve));
    await postJson(`${server.url}/api/inquiry`, inquiry);

    const start = performance.now();
    server.child.kill('SIGTERM');
    const slowlyRead = new Promise((resolve) => setTimeout(resolve, 1_000)).then(() => text(slowReader));
    const response = await openCall;
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(response.body.message).toBe(CLOSING_MESSAGE);
    const [, toHalfHeaders, toHalfBody] = await received;
    expect(toHalfHeaders).toMatch(/^HTTP\/1\.1 408 /);
    expect(toHalfBody).toMatch(/^HTTP\/1\.1 503 /);
    expect((await slowlyRead).endsWith(`\r\n\r\n${LARGE_PAGE}`)).toBe(true);
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - start).toBeLessThan(12_000);
  },
);

test('an internal error is one sentence outside, and has no typed text in the log', async ({ data }) => {
  await data.execute('alter table submissions add check (kind <> $$inquiry$$)');
  const { url } = await data.start();
  const { status, body } = await postJson(`${url}/api/inquiry`, inquiry);
  expect([status, body.message]).toEqual([500, 'Something went wrong on our side. Please try again later.']);
  const lines = data.log.map((line) => JSON.parse(line));
  expect(lines.find(({ msg }) => msg === 'call failed')).toMatchObject({
    code: '23514',
    type: expect.stringMatching(/Error$/i),
    at: expect.arrayContaining([expect.stringContaining('at ')]),
  });
  expect(data.log.join('')).not.toMatch(/Asha|9876543210/);
});

programTest('a server whose log nobody reads drops lines, counts them, and goes on', async ({ programs }) => {
  const server = await programs.startServer({ METRICS_PORT: '0' });
  server.child.stderr?.pause();
  const metricsUrl = server.out.match(/Metrics are at (\S+)/)?.[1] ?? '';
  const droppedLines = async () =>
    Number((await (await fetch(metricsUrl)).text()).match(/^log_lines_dropped_total (\d+)/m)?.[1]);
  expect(await droppedLines()).toBe(0);
  const request = (connection: string) =>
    `GET /healthz HTTP/1.1\r\nHost: site\r\nConnection: ${connection}\r\n\r\n`;
  for (let round = 0; round < 150 && (await droppedLines()) === 0; round += 1) {
    const socket = open(server).setEncoding('utf8');
    socket.write(request('keep-alive').repeat(100) + request('close'));
    await text(socket);
  }
  expect(await droppedLines()).toBeGreaterThan(0);
  expect((await postJson(`${server.url}/api/inquiry`, inquiry)).status).toBe(200);
});

test('the metrics have their own address, ask the database once a minute, name nobody', async ({ data }) => {
  const service = await data.start({ metrics: { port: 0, host: '127.0.0.1' } });
  await postJson(`${service.url}/api/inquiry`, inquiry);
  await postJson(`${service.url}/create-order`, orderBody('asha@example.org'));
  await fetch(`${service.url}/healthz`);
  await fetch(`${service.url}/asha`);
  const metricsUrl = service.metricsUrl ?? '';
  const response = await fetch(metricsUrl);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const metrics = await response.text();
  expect(metrics).toContain('orders_needing_attention{state="surplus"} 0');
  expect(metrics).toMatch(/outbox_mails\{state="waiting"\} 1\n/);
  expect(metrics).toMatch(
    /http_request_duration_seconds_count\{method="POST",route="\/api\/inquiry",status="2xx"\} 1\n/,
  );
  expect(metrics).not.toMatch(/asha|example\.org|9876543210/i);
  await postJson(`${service.url}/api/inquiry`, { ...inquiry, phone: '9123456780' });
  expect(await (await fetch(metricsUrl)).text()).toContain('outbox_mails{state="waiting"} 1\n');

  expect((await fetch(new URL('/', metricsUrl))).status).toBe(404);
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  await service.close();
  expect((await data.start()).metricsUrl).toBeUndefined();
});
