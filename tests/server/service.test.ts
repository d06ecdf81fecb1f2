import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { collectMetrics } from '../../server/collectedMetrics.ts';
import { openDatabase } from '../../server/database/database.ts';
import type { Database } from '../../server/database/database.types.ts';
import { measureDatabase } from '../../server/database/measuredDatabase.ts';
import { StartError, UnavailableError } from '../../server/errors.ts';
import { limitRequests } from '../../server/http/requestLimits.ts';
import type { MailOptions } from '../../server/mail/options.ts';
import { queueForOrderEvent, queueNotice } from '../../server/mail/outbox.ts';
import { startMailWorker } from '../../server/mail/worker.ts';
import { runOperatorCommand } from '../../server/operatorCommands.ts';
import { closeOrdersOfOtherKeys } from '../../server/payments/closeOrdersOfOtherKeys.ts';
import { createRazorpayGateway } from '../../server/payments/gateway.ts';
import { startReconciling } from '../../server/payments/reconcile.ts';
import { type Service, type ServiceOptions, startService } from '../../server/service.ts';
import { startSimulatedGateway } from '../../server/simulator/gateway.ts';
import { eventually } from '../support/eventually.ts';

vi.mock('../../server/collectedMetrics.ts', { spy: true });
vi.mock('../../server/database/database.ts', { spy: true });
vi.mock('../../server/database/measuredDatabase.ts', { spy: true });
vi.mock('../../server/http/requestLimits.ts', { spy: true });
vi.mock('../../server/mail/worker.ts', { spy: true });
vi.mock('../../server/operatorCommands.ts', { spy: true });
vi.mock('../../server/payments/closeOrdersOfOtherKeys.ts', { spy: true });
vi.mock('../../server/payments/gateway.ts', { spy: true });
vi.mock('../../server/payments/reconcile.ts', { spy: true });
vi.mock('../../server/simulator/gateway.ts', { spy: true });

/** How the parts of a service are put together, with a database that holds nothing. */

let events: string[];
const note = (event: string) => async () => void events.push(event);
const database: Database = {
  query: async () => [],
  transaction: (work) => work({ query: async () => [] }),
  withLock: (_key, work) => work(),
  removeDeletedRows: async () => {},
  close: async () => void events.push('database closed'),
};
const mail = { pollNow: vi.fn(), close: note('mail closed') };
const mailOptions: MailOptions = {
  ...{ smtpUrl: undefined, from: 'a@x.example', office: 'b@x.example' },
  site: { name: 'Academy', phone: '1', email: 'c@x.example' },
};

beforeEach(() => {
  vi.clearAllMocks();
  events = [];
  vi.mocked(openDatabase).mockResolvedValue(database);
  vi.mocked(startMailWorker).mockReturnValue(mail);
  vi.mocked(startReconciling).mockReturnValue(note('reconciling stopped'));
  vi.mocked(closeOrdersOfOtherKeys).mockResolvedValue(undefined);
});
afterEach(() => void vi.restoreAllMocks());

async function start(more: Partial<ServiceOptions> = {}): Promise<Service> {
  const service = await startService({ port: 0, host: '127.0.0.1', dataDir: '/data', ...more });
  onTestFinished(() => service.close());
  return service;
}
const statusOf = async (url: string, method = 'GET') => (await fetch(url, { method })).status;

test('serves the calls, health and the simulator, at the address that it returns', async () => {
  const listen = vi.spyOn(Server.prototype, 'listen');
  const { url, simulated, metricsUrl } = await start();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  expect([simulated, metricsUrl]).toEqual([true, undefined]);
  expect(collectMetrics).not.toHaveBeenCalled();
  expect(listen.mock.calls.map(([options]) => options)).toContainEqual(
    expect.objectContaining({ host: '127.0.0.1', port: 0, backlog: 4096 }),
  );
  for (const path of ['contact', 'inquiry', 'apply', 'register', 'webhooks/razorpay']) {
    expect(await statusOf(`${url}/api/${path}`), path).toBe(405);
    expect(await statusOf(`${url}/api/${path}`, 'POST'), path).toBeGreaterThanOrEqual(400);
    expect(await statusOf(`${url}/api/${path}`, 'POST'), path).not.toBe(404);
  }
  expect(await statusOf(`${url}/create-order`)).toBe(405);
  expect(await statusOf(`${url}/create-order`, 'POST')).toBe(400);
  expect(await statusOf(`${url}/healthz`)).toBe(200);
  expect(await statusOf(`${url}/readyz`)).toBe(503);
  expect(await statusOf(`${url}/simulator/checkout.js`)).toBe(200);
  expect(await statusOf(`${url}/`), 'there is no site').toBe(404);
});

test('opens the database with its tables checked, for the commands of an operator', async () => {
  await start({ databaseUrl: 'postgres://x' });
  const [options] = vi.mocked(openDatabase).mock.calls[0] ?? [];
  expect(options).toMatchObject({ dataDir: '/data', databaseUrl: 'postgres://x', checkTables: true });
  options?.handleRequest?.(database, { do: 'backup' });
  expect(runOperatorCommand).toHaveBeenCalledWith(database, '/data', { do: 'backup' });
});

test('serves the site of a directory with the headers that it requires', async () => {
  const siteDir = await mkdtemp(join(tmpdir(), 'site-'));
  onTestFinished(() => rm(siteDir, { recursive: true }));
  await writeFile(join(siteDir, 'index.html'), '<script type="module">one();</script>');
  const { url } = await start({ siteDir });
  const page = await fetch(`${url}/about`);
  expect([page.status, await page.text()]).toEqual([200, '<script type="module">one();</script>']);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
  await expect(start({ siteDir: join(siteDir, 'none') })).rejects.toThrow(/^There is no built site in /);
});

test('has the limits of the documents unless others are given', async () => {
  await start({ corsOrigin: 'https://site.example' });
  expect(vi.mocked(limitRequests).mock.lastCall?.[1]).toMatchObject({
    rateLimits: { perAddress: 600, perPerson: 30, windowMs: 600_000 },
    corsOrigin: 'https://site.example',
    completion: { mayExceedAddressLimit: expect.any(Function) },
  });
  const rateLimits = { perAddress: 1, perPerson: 2, windowMs: 3 };
  await start({ rateLimits });
  expect(vi.mocked(limitRequests).mock.lastCall?.[1]).toMatchObject({ rateLimits, corsOrigin: undefined });
});

describe('payments', () => {
  const KEYS = { keyId: 'rzp_live_1', keySecret: 'secret' };

  test('are real with both keys of the provider, and simulated with less', async () => {
    const payments = { ...KEYS, webhookSecret: 'hooks', timeoutMs: 5, reconcileEveryMs: 7 };
    const { url, simulated } = await start({ payments });
    expect(simulated).toBe(false);
    expect(createRazorpayGateway).toHaveBeenLastCalledWith(payments);
    expect(await statusOf(`${url}/simulator/checkout.js`)).toBe(404);
    expect(vi.mocked(startReconciling).mock.lastCall?.[1]).toBe(7);
    expect(startSimulatedGateway).not.toHaveBeenCalled();
    expect((await start({ payments: { keyId: 'rzp_live_1' } })).simulated).toBe(true);
    expect((await start({ payments: { keySecret: 'secret' } })).simulated).toBe(true);
    const [, given] = vi.mocked(startSimulatedGateway).mock.lastCall ?? [];
    expect(given).toEqual({ keySecret: 'secret' });
  });

  test('that are simulated send their webhooks to the service', async () => {
    const { url } = await start();
    const [, , webhookUrl] = vi.mocked(startSimulatedGateway).mock.lastCall ?? [];
    expect(webhookUrl?.()).toBe(`${url}/api/webhooks/razorpay`);
    const address = vi.spyOn(Server.prototype, 'address');
    for (const [listening, host] of [
      ['::', '[::1]'],
      ['2001:db8::7', '[2001:db8::7]'],
      ['0.0.0.0', '127.0.0.1'],
    ] as const) {
      address.mockReturnValue({ address: listening, family: 'IPv6', port: 81 });
      expect(webhookUrl?.()).toBe(`http://${host}:81/api/webhooks/razorpay`);
    }
  });

  test('are compared with the provider’s records every minute, and that is measured', async () => {
    const { metricsUrl = '' } = await start({ metrics: { port: 0, host: '127.0.0.1' } });
    const [context, ms, log, onReconciled] = vi.mocked(startReconciling).mock.lastCall ?? [];
    expect(ms).toBe(60_000);
    expect(log).toHaveProperty('error');
    expect(context).toMatchObject({
      ...{ onOrderEvent: queueForOrderEvent, onSubmission: queueNotice },
      provider: { createOrder: expect.any(Function) },
    });
    onReconciled?.(false);
    expect(await (await fetch(metricsUrl)).text()).toContain('\nreconcile_failures_total 1\n');
  });

  test('of orders with other keys are closed first, and the start waits for a database that can write', async () => {
    await start();
    expect(vi.mocked(closeOrdersOfOtherKeys).mock.lastCall?.[1]).toHaveProperty('createOrder');
    events = [];
    const cause = new UnavailableError('The disk is full.');
    vi.mocked(closeOrdersOfOtherKeys).mockRejectedValue(cause);
    const refused = start({ mail: mailOptions });
    await expect(refused).rejects.toEqual(
      new StartError('The database cannot be written at the moment: start the server again when it can.'),
    );
    await expect(refused).rejects.toMatchObject({ cause });
    expect(events, 'what was started is closed').toEqual(['mail closed', 'database closed']);
    const other = new Error('Oh');
    vi.mocked(closeOrdersOfOtherKeys).mockRejectedValue(other);
    await expect(start()).rejects.toBe(other);
  });
});

test('mail is sent at the start and after each call, where it is set up', async () => {
  const { url } = await start({ mail: mailOptions });
  expect(startMailWorker).toHaveBeenCalledWith(expect.any(Object), '/data', mailOptions, expect.any(Object));
  expect(mail.pollNow).toHaveBeenCalledTimes(1);
  await fetch(`${url}/healthz`);
  await fetch(`${url}/api/contact`, { method: 'POST' });
  await eventually(() => expect(mail.pollNow).toHaveBeenCalledTimes(2));
  mail.pollNow.mockClear();
  await fetch(`${(await start()).url}/api/contact`, { method: 'POST' });
  expect(startMailWorker).toHaveBeenCalledTimes(1);
  expect(mail.pollNow).not.toHaveBeenCalled();
});

test('no mail is looked for after a call that is shed', async () => {
  const load = { pending: 500, failures: 0, expectedWaitMs: () => 10_000 };
  vi.mocked(measureDatabase).mockReturnValueOnce({ database, load });
  const { url } = await start({ mail: mailOptions });
  mail.pollNow.mockClear();
  expect(await statusOf(`${url}/api/contact`, 'POST')).toBe(503);
  await fetch(`${url}/healthz`);
  expect(mail.pollNow).not.toHaveBeenCalled();
});

test('metrics are served where it is said, those of what is stored and of requests', async () => {
  const { url, metricsUrl = '' } = await start({ metrics: { port: 0, host: '127.0.0.1' } });
  await fetch(`${url}/healthz`);
  await fetch(`${url}/readyz`);
  const text = await (await fetch(metricsUrl)).text();
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/healthz",status="2xx"} 1');
  expect(text).toContain('orders_needing_attention{state="surplus"} 0');
  expect(text).toContain('database_operation_duration_seconds_count{operation="query"}');
  expect(text).toContain('log_lines_dropped_total 0');
});

describe('the end', () => {
  test('closes all parts, the database last', async () => {
    const {
      url,
      metricsUrl = '',
      close,
    } = await start({
      ...{ mail: mailOptions, metrics: { port: 0, host: '127.0.0.1' } },
    });
    const gateway = await vi.mocked(startSimulatedGateway).mock.results[0]?.value;
    const closeGateway = gateway.close;
    vi.spyOn(gateway, 'close').mockImplementation(() => {
      events.push('payments closed');
      return closeGateway();
    });
    await close();
    expect(events).toEqual(['reconciling stopped', 'payments closed', 'mail closed', 'database closed']);
    await expect(fetch(url)).rejects.toThrow();
    await expect(fetch(metricsUrl)).rejects.toThrow();
    await close();
    expect(events, 'once').toHaveLength(4);
  });

  test('is that of a start that fails too, with one sentence', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    await expect(start({ port, mail: mailOptions })).rejects.toEqual(
      new StartError(`Port ${port} is in use. Stop what uses it, or set PORT to another one.`),
    );
    expect(events).toEqual(['mail closed', 'database closed']);
    events = [];
    await expect(start({ metrics: { port, host: '127.0.0.1' } })).rejects.toThrow(/^The metrics cannot be/);
    expect(events).toEqual(['reconciling stopped', 'database closed']);
  });
});

test('listens on all addresses, and is reached at this machine’s own', async () => {
  const { url } = await start({ host: '0.0.0.0' });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await statusOf(`${url}/healthz`)).toBe(200);
});
