import pg from 'pg';
import { describe, expect } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { paymentTest as test } from '../fixtures.ts';
import {
  databases,
  listedOrders,
  newEmail,
  orderBody,
  postJson,
  registrationBody,
  waitUntil,
} from '../serviceFixture.ts';

describe.each(databases)('on %s', (kind) => {
  test.override('kind', kind);

  test('an order and a registration wait for the order of the same person, however the address is written', async ({
    data,
    provider,
    service,
    visitor,
  }) => {
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
  });
});

/** Of one service: its pool and the session of its locks. docs/scale.md computes with it. */
const CONNECTIONS_OF_A_SERVICE = 11;

test.runIf(databases.includes('PostgreSQL'))(
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
    expect(rows).toHaveLength(CONNECTIONS_OF_A_SERVICE);
  },
);
