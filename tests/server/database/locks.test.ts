import pg from 'pg';
import { describe, expect } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { paymentTest, programTest as test } from '../fixtures.ts';
import { providerEnvironment } from '../programFixture.ts';
import {
  databases,
  linesOf,
  listedOrders,
  newEmail,
  orderBody,
  postJson,
  registrationBody,
  usualDatabases,
  waitUntil,
} from '../serviceFixture.ts';

/** Calls of one person at the same time, on one server and on two, and the connections that they take. */

describe.runIf(databases.includes('PostgreSQL'))('two servers on one PostgreSQL', () => {
  test.override('kind', 'PostgreSQL');

  test('two servers create one order and one registration of what both get at once', async ({
    programs,
    provider,
  }) => {
    const environment = providerEnvironment(provider);
    const servers = await Promise.all([programs.startServer(environment), programs.startServer(environment)]);
    const email = newEmail();
    const everywhere = <T>(work: (url: string) => Promise<T>) =>
      Promise.all(Array.from({ length: 5 }, () => servers.map(({ url }) => work(url))).flat());

    const orders = await everywhere((url) => postJson(`${url}/create-order`, orderBody(email)));
    expect(new Set(orders.map(({ body }) => body.order?.id))).toEqual(new Set(provider.orderIds));
    expect(provider.orderIds).toHaveLength(1);
    provider.pay(provider.orderIds[0] ?? '');
    const registered = await everywhere((url) => postJson(`${url}/api/register`, registrationBody(email)));
    expect(registered.map(({ status }) => status)).toEqual(registered.map(() => 200));
    expect(await programs.operator.submissions()).toMatchObject([
      { email, paymentStatus: 'paid', orderId: provider.orderIds[0] },
    ]);
  });
});

describe.each(usualDatabases)('on %s', (kind) => {
  paymentTest.override('kind', kind);

  paymentTest(
    'an order and a registration wait for the order of the same person, however the address is written',
    async ({ data, provider, service, visitor }) => {
      provider.delayMs = 500;
      for (const [path, body] of nonEmpty([
        ['/create-order', orderBody],
        ['/api/register', registrationBody],
      ] as const)) {
        const email = newEmail();
        const asked = provider.requestCount;
        const first = visitor.order(email);
        await waitUntil(async () => provider.requestCount > asked);
        const second = await postJson(`${service.url}${path}`, body(email.toUpperCase()));
        expect(second.status).toBe(200);
        const orderId = await first;
        const orders = (await listedOrders(data)).filter((order) => order.email === email);
        expect(orders).toMatchObject([
          { orderId, registration: path === '/api/register' ? expect.any(Number) : null },
        ]);
      }
      expect(provider.orderIds).toHaveLength(2);
    },
  );
});

/** Of one service: its pool and the session of its locks. docs/scale.md computes with it. */
const CONNECTIONS_OF_A_SERVICE = 11;

paymentTest.runIf(databases.includes('PostgreSQL'))(
  'a service takes at most eleven connections to PostgreSQL',
  async ({ data, service }) => {
    const registrations = Array.from({ length: 40 }, () =>
      postJson(`${service.url}/api/register`, registrationBody(newEmail(), { paymentStatus: 'pending' })),
    );
    const client = new pg.Client({ connectionString: data.options.databaseUrl });
    await client.connect();
    const statuses = (await Promise.all(registrations)).map(({ status }) => status);
    const { rows } = await client.query(
      'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await client.end();
    expect(statuses).toEqual(Array(40).fill(200));
    // How many of them the registrations need at once is a matter of the machine.
    expect(rows.length).toBeLessThanOrEqual(CONNECTIONS_OF_A_SERVICE);
    expect(rows.length).toBeGreaterThan(CONNECTIONS_OF_A_SERVICE / 2);
  },
);

paymentTest.runIf(databases.includes('PostgreSQL'))(
  'people are erased while webhooks and registrations assign their payments, and no call fails',
  async ({ data, service, visitor, webhook }) => {
    const statuses: number[] = [];
    const addStatus = async (call: Promise<{ status: number }>) => void statuses.push((await call).status);
    const erasePayer = async () => {
      const email = newEmail();
      const orderId = await visitor.order(email);
      await addStatus(visitor.register(email, { paymentStatus: 'pending' }));
      const payment = { id: `pay_${orderId}`, order_id: orderId, amount: 200_000, currency: 'INR' };
      await Promise.all([
        addStatus(webhook('payment.captured', { payment: { ...payment, status: 'captured' } })),
        addStatus(visitor.register(email, { paymentStatus: 'pending' })),
        linesOf(data, { do: 'erase', person: email }),
      ]);
    };
    for (let round = 0; round < 8; round += 1) await Promise.all(Array.from({ length: 5 }, erasePayer));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await service.close();
    const statistics = 'select deadlocks from pg_stat_database where datname = current_database()';
    expect(await (await data.openDatabase()).query(statistics)).toEqual([{ deadlocks: '0' }]);
  },
);
