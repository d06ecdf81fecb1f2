import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { transformWithOxc } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import {
  createProgramFixture,
  type ProgramFixture,
  providerEnvironment,
  type ServerProgram,
  startProvider,
} from '../programFixture.ts';
import {
  createServiceFixture,
  databases,
  fastestDatabase,
  listedSubmissions,
  newEmail,
  orderBody,
  postJson,
  type ServiceFixture,
  waitUntil,
} from '../serviceFixture.ts';

const inquiry = { name: 'Asha', phone: '9876543210' };
const body = JSON.stringify(inquiry);
const call = `POST /api/inquiry HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const BUSY_MESSAGE = 'We have too many requests at the moment. Please try again in a few seconds.';
const CLOSING_MESSAGE = 'We are restarting. Please try again in a moment.';

async function createPrograms(): Promise<ProgramFixture> {
  const programs = await createProgramFixture();
  onTestFinished(programs.remove);
  return programs;
}

function open({ url }: ServerProgram): Socket {
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

describe.each(databases)('more calls at once than %s can take', (kind) => {
  test('are shed with a sentence, those that are let in are stored, and the next one is normal', async () => {
    const fixture = await createServiceFixture(kind);
    onTestFinished(fixture.remove);
    const log: string[] = [];
    const service = await fixture.start({ log: { write: (line) => void log.push(line) } });
    const { url } = service;
    const unlock = await lockSubmissions(fixture);
    /** The statuses of what is let in at a load at which calls are shed, read at the first one. */
    let others: Promise<number[]> | undefined;
    const names = Array.from({ length: 300 }, (_, index) => `Student ${index}`);
    const responses = await Promise.all(
      names.map(async (name) => {
        const response = await postJson(`${url}/api/inquiry`, { ...inquiry, name });
        if (response.status === 503) {
          others ??= Promise.all(
            ['/healthz', '/simulator/checkout.js'].map(async (path) => (await fetch(`${url}${path}`)).status),
          );
          await others;
          await unlock();
        }
        return { name, ...response };
      }),
    );
    const shed = responses.filter(({ status }) => status === 503);
    const accepted = responses.filter(({ status }) => status === 200);
    expect(shed.length + accepted.length).toBe(names.length);
    expect(await others, 'health and pages').toEqual([200, 200]);
    expect(shed.length).toBeGreaterThan(0);
    // 64 operations are never too many; the mail worker and reconciling may have one each.
    expect(accepted.length).toBeGreaterThanOrEqual(62);
    for (const { headers, body } of nonEmpty(shed)) {
      expect(headers.get('retry-after')).toBe('5');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(body).toEqual({ success: false, message: BUSY_MESSAGE, error: BUSY_MESSAGE });
    }
    expect((await postJson(`${url}/api/inquiry`, inquiry)).status).toBe(200);
    const stored = new Set((await listedSubmissions(fixture)).map(({ name }) => name));
    expect(stored).toEqual(new Set([...accepted.map(({ name }) => name), inquiry.name]));
    await service.close();
    const shedLines = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'requests shed');
    expect(shedLines, 'one line for all').toMatchObject([{ shed: shed.length }]);
  });
});

describe('clients that send many requests and read no response', () => {
  const residentMegabytes = async ({ child }: ServerProgram) => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return Number(status.match(/VmRSS:\s+(\d+)/)?.[1]) / 1024;
  };
  const page = 'GET /large HTTP/1.1\r\nHost: site\r\nAccept-Encoding: br\r\n\r\n';

  test('are disconnected, take little memory, and do not delay others', async () => {
    const programs = await createPrograms();
    await writeFile(join(programs.directory, 'site', 'large.html'), 'text '.repeat(400_000));
    const server = await programs.startServer();
    await postJson(`${server.url}/api/inquiry`, inquiry);
    const before = await residentMegabytes(server);
    const closed = Array.from({ length: 20 }, async (_, index) => {
      const socket = open(server).pause();
      socket.write((index % 2 === 0 ? page : call).repeat(20_000));
      // A client that does not read learns by writing that it is disconnected.
      await waitUntil(async () => !socket.write(page) && socket.closed);
    });
    const other = postJson(`${server.url}/api/inquiry`, inquiry);
    await Promise.all(closed);
    expect((await other).status).toBe(200);
    expect((await residentMegabytes(server)) - before).toBeLessThan(150);
  });

  test('are served in order where they do read', async () => {
    const programs = await createPrograms();
    const server = await programs.startServer();
    const socket = open(server).setEncoding('utf8');
    socket.write(`${call.repeat(20)}GET /healthz HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n`);
    const responses = await text(socket);
    expect(responses.match(/HTTP\/1\.1 200/g)).toHaveLength(21);
    expect(responses).toMatch(/\{"status":"ok"\}$/);
  });
});

describe('a server whose log nobody reads', () => {
  test('drops lines', async () => {
    const { code } = await transformWithOxc(await readFile('server/shared/log.ts', 'utf8'), 'log.ts');
    const script = `${code}
      const log = openLog();
      for (let round = 0; round < 100; round += 1) {
        for (let line = 0; line < 1000; line += 1) log.write('.'.repeat(99) + '\\n');
        await new Promise((resolve) => setImmediate(resolve));
      }
      console.log(log.droppedLines);`;
    const options = ['--input-type=module', '--eval', script];
    const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stderr.pause();
    const [line] = await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`The program ended with ${code}.`))),
    ]);
    // It waits for the reader of its log.
    child.kill('SIGKILL');
    expect(Number(line)).toBeGreaterThan(50_000);
  });
});

describe('SIGTERM', () => {
  test('ends a server within ten seconds, whatever its clients and its provider do, also when its log is closed', async () => {
    const [programs, provider] = await Promise.all([createPrograms(), startProvider()]);
    const server = await programs.startServer(providerEnvironment(provider));
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
    await postJson(`${server.url}/api/inquiry`, inquiry);

    const start = performance.now();
    server.child.kill('SIGTERM');
    const response = await openCall;
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(response.body.message).toBe(CLOSING_MESSAGE);
    const [, toHalfHeaders, toHalfBody] = await received;
    expect(toHalfHeaders).toMatch(/^HTTP\/1\.1 408 /);
    expect(toHalfBody).toMatch(/^HTTP\/1\.1 503 /);
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - start).toBeLessThan(12_000);
  });
});

describe('the metrics', () => {
  test('have everything that docs/alerts.md watches, on an address of their own, and name nobody', async () => {
    const fixture = await createServiceFixture(fastestDatabase);
    onTestFinished(fixture.remove);
    const service = await fixture.start({ metrics: { port: 0, host: '127.0.0.1' } });
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

    const alerts = await readFile('docs/alerts.md', 'utf8');
    const watched = new Set(
      alerts.match(/\b(http|database|outbox|orders|reconcile|log|nodejs|process)_[a-z_]+/g) ?? [],
    );
    expect(watched.size).toBeGreaterThan(8);
    const found = new Set(metrics.match(/^[a-z_]+/gm));
    expect(nonEmpty(watched).filter((name) => !found.has(name))).toEqual([]);

    expect((await fetch(new URL('/', metricsUrl))).status).toBe(404);
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
    expect((await fixture.start()).metricsUrl).toBeUndefined();
  });
});
