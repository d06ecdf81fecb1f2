import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, vi } from 'vitest';
import type { Service, ServiceOptions } from '../../server/service.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { fires, type Scrape, scrape } from '../support/prometheus.ts';
import type { FakeProvider } from './fakeProvider.ts';
import { inquiry, paymentTest as test, visitorOf, webhookOf } from './fixtures.ts';
import {
  type DatabaseKind,
  databases,
  fastestDatabase,
  listedOrders,
  newEmail,
  orderBody,
  postJson,
  type ServiceFixture,
  waitUntil,
} from './serviceFixture.ts';

/** Every alert of docs/alerts.md fires for its cause, and none fires because of a stranger. */

const [ofOperator = '', ofStrangers = ''] = readFileSync('docs/alerts.md', 'utf8').split(
  '## What strangers raise',
);
const alertsIn = (text: string): [name: string, expression: string][] =>
  [...text.matchAll(/^\| (.+?) \| `(.+?)`/gm)].map(([, name = '', expression = '']) => [name, expression]);
const alerts = alertsIn(ofOperator + ofStrangers);

type Cause = {
  options?: Partial<ServiceOptions>;
  /** Statements before the service starts. */
  prepare?: string;
  kind?: DatabaseKind;
  happen?(world: { data: ServiceFixture; provider: FakeProvider; service: Service }): unknown;
};

const post = ({ url }: Service, path: string, body: unknown = '{') => postJson(`${url}${path}`, body);
const times = (count: number, call: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, call));

const inquiries = (count: number, more: Cause): Cause => ({
  ...more,
  happen: ({ service }) => times(count, () => post(service, '/api/inquiry', inquiry)),
});

const failing = (behaviour: FakeProvider['behaviour']): Cause => ({
  happen: ({ provider }) => Object.assign(provider, { behaviour }),
});

/** Locks a table for a while in which many calls come. */
const locked: Cause = {
  kind: 'PostgreSQL',
  options: { payments: { reconcileEveryMs: 60_000 } },
  async happen({ data, service }) {
    const { calls } = await data.withDatabase((database) =>
      database.transaction(async (sql) => {
        await sql.query('lock table submissions in access exclusive mode');
        const calls = times(300, () => post(service, '/api/inquiry', inquiry));
        await sql.query('select pg_sleep(1.5)');
        return { calls };
      }),
    );
    await calls;
  },
};

/** Pays an order without a webhook, and registers nobody. */
const paid: Cause = {
  async happen({ data, service, provider }) {
    provider.pay(await visitorOf(service, provider).order(newEmail()));
    await waitUntil(async () => (await listedOrders(data, true)).length > 0);
  },
};

const insertMail = (more: string) =>
  `insert into outbox (kind, reference, message_id, created_at, failed_at)
   values ('attention', 'x', 'x', now() - interval '2 hours', ${more}), ('attention', 'y', 'y', now(), null)`;

const log = { write: () => {}, droppedLines: 0 };

const causes: Readonly<Record<string, Cause>> = {
  'The server is down': { happen: ({ service }) => service.close() },
  'The database is unavailable': {
    kind: 'PostgreSQL',
    happen: ({ data, service }) =>
      data.withDatabase((database) =>
        database.transaction(async (sql) => {
          await sql.query('lock table submissions in access exclusive mode');
          expect((await post(service, '/api/inquiry', inquiry)).status).toBe(503);
        }),
      ),
  },
  'Calls fail': inquiries(6, { prepare: 'alter table submissions add check (kind <> $$inquiry$$)' }),
  'Calls are slow': {
    happen: ({ provider, service }) =>
      visitorOf(service, Object.assign(provider, { delayMs: 2_100 })).order(newEmail()),
  },
  'The database is slow': locked,
  'Load is shed': locked,
  'The event loop is late': {
    async happen({ service }) {
      // What is measured begins with the first turn of the event loop.
      for (const _ of [1, 2]) {
        for (const end = performance.now() + 700; performance.now() < end; );
        await fetch(`${service.url}/healthz`);
      }
    },
  },
  'Memory grows': { happen: () => Buffer.alloc(1.1e9 - process.memoryUsage.rss(), 1) },
  'Money waits for somebody': paid,
  'The provider refuses the keys': { options: { payments: { keySecret: 'of another account' } } },
  'The provider does not respond': failing('serverError'),
  'The provider gets too many calls': failing('tooManyCalls'),
  'Payments are not compared': {
    async happen({ provider }) {
      const { requestCount } = Object.assign(provider, { behaviour: 'clientError' });
      await waitUntil(async () => provider.requestCount > requestCount + 2);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 901_000 });
    },
  },
  'Webhooks fail': {
    happen: ({ service, provider }) =>
      webhookOf(service, provider)('order.paid', { payment: { order_id: 'order_1' } }),
  },
  'Webhooks do not arrive': paid,
  'Mail does not go out': { prepare: insertMail('null') },
  'Mail was given up': { prepare: insertMail('now()') },
  'The log is not read': { options: { log }, happen: () => Object.assign(log, { droppedLines: 1 }) },
  'Many are refused': inquiries(102, {
    options: { rateLimits: { perAddress: 1, perPerson: 0, windowMs: 60_000 } },
  }),
  'Clients that hold connections': {
    happen: ({ service }) =>
      times(11, async () => {
        const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => {});
        socket.write('GET /healthz HTTP/1.1\r\nHost: site\r\n\r\n'.repeat(500));
        await waitUntil(async () => socket.destroyed);
      }),
  },
  'Webhooks without the signature': { happen: ({ service }) => post(service, '/api/webhooks/razorpay') },
};

test('every alert is made to fire', () => {
  expect(alerts.map(([name]) => name)).toEqual(Object.keys(causes));
});

const observe = async (before: Scrape, { metricsUrl = '' }: Service) => ({
  before,
  after: await scrape(metricsUrl),
  nowSeconds: Date.now() / 1000,
});

describe.each(nonEmpty(alerts))('%s', (name, expression) => {
  const { options = {}, prepare, kind = fastestDatabase, happen = () => {} } = causes[name] ?? {};
  test.override('kind', kind);

  test.runIf(databases.includes(kind))(
    `the alert "${name}" fires`,
    async ({ data, provider, onTestFinished }) => {
      onTestFinished(() => void vi.useRealTimers());
      provider.delayMs = 0;
      if (prepare) await data.execute(prepare);
      const service = await data.start({
        metrics: { port: 0, host: '127.0.0.1' },
        ...options,
        payments: { ...provider.options, timeoutMs: 5_000, reconcileEveryMs: 20, ...options.payments },
      });
      // The figures of the stored rows are read once a minute.
      const before = expression.includes('[') ? await scrape(service.metricsUrl ?? '') : new Map();
      const kept = await happen({ data, provider, service });
      await waitUntil(async () => fires(expression, await observe(before, service)));
      expect(kept, 'memory is kept until here').not.toBe(null);
    },
  );
});

test('a stranger raises no alert', async ({ data, provider }) => {
  const service = await data.start({
    metrics: { port: 0, host: '127.0.0.1' },
    rateLimits: { perAddress: 50, perPerson: 5, windowMs: 60_000 },
    payments: { ...provider.options, webhookSecret: undefined },
  });
  const before = await scrape(service.metricsUrl ?? '');
  for (const path of ['/api/webhooks/razorpay', '/api/inquiry', '/create-order', '/api/register', '/nothing'])
    for (const body of ['{', {}, 'x'.repeat(300_000), inquiry, orderBody(newEmail())])
      await times(10, () => post(service, path, body));
  const observation = await observe(before, service);
  // The memory is that of the process that runs all tests of the file.
  const ofServer = alertsIn(ofOperator).filter(([name]) => name !== 'Memory grows');
  const fired = nonEmpty(ofServer).filter(([, expression]) => fires(expression, observation));
  expect(fired).toEqual([]);
});
