import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { erasePerson } from '../../../server/submissions/erase.ts';
import { type FakeProvider, startFakeProvider } from '../fakeProvider.ts';
import { PREVIOUS_SCHEMA } from '../schemas.ts';
import {
  createServiceFixture,
  databases,
  listedOrders,
  listedSubmissions,
  orderBody,
  postJson,
  registrationBody,
  type ServiceFixture,
} from '../serviceFixture.ts';

/** Returns the statement that inserts a registration as the previous release did. */
function insertSubmission(email: string): string {
  const { paymentStatus: _paymentStatus, ...stored } = registrationBody(email);
  const digest = createHash('sha256')
    .update(JSON.stringify(Object.entries(stored).sort()))
    .digest('hex');
  return `insert into submissions (kind, fields, digest)
    values ('registration', '${JSON.stringify(stored)}', '${digest}')`;
}

const insertOrder = (
  id: string,
  email: string,
  more: { payment?: string; holder?: number; available?: boolean },
) =>
  `insert into orders (id, email, amount, currency, receipt, payment_id, submission_id, available) values
   ('${id}', '${email}', 200000, 'INR', 'receipt ${id}', ${more.payment ? `'${more.payment}'` : 'null'},
    ${more.holder ?? 'null'}, ${more.available ?? true})`;

const PREVIOUS_ROWS = [
  insertSubmission('paid@example.org'),
  insertSubmission('waits@example.org'),
  `insert into submissions (kind, fields) values ('contact', '{"name":"Asha","email":"Open@Example.org","message":"Hi"}')`,
  insertOrder('order_open', 'open@example.org', {}),
  insertOrder('order_found', 'found@example.org', { payment: 'pay_found' }),
  insertOrder('order_paid', 'paid@example.org', { payment: 'pay_paid', holder: 1, available: false }),
  insertOrder('order_waits', 'waits@example.org', { holder: 2, available: false }),
  insertOrder('order_Erased', 'erased order_Erased', { payment: 'pay_erased', available: false }),
];

describe.each(databases)('a database of the previous release on %s', (kind) => {
  let fixture: ServiceFixture;
  let provider: FakeProvider;

  beforeEach(async () => {
    [fixture, provider] = await Promise.all([createServiceFixture(kind), startFakeProvider()]);
    await fixture.withDatabase(async (database) => {
      await database.query('drop schema public cascade');
      await database.query('create schema public');
      for (const statement of [...PREVIOUS_SCHEMA, ...PREVIOUS_ROWS]) await database.query(statement);
    });
    await fixture.closeDatabase();
  });
  afterEach(async () => {
    await fixture.remove();
    await provider.close();
  });

  test('keeps its open, waiting, paid and erased orders', async () => {
    const service = await fixture.start({ payments: provider.options });
    const lines = await listedOrders(fixture);
    expect(lines.map(({ orderId, state, registration }) => [orderId, state, registration])).toEqual([
      ['order_open', 'open', null],
      ['order_found', 'paid and not registered', null],
      ['order_paid', 'paid and registered', 1],
      ['order_waits', 'open', 2],
      ['order_Erased', 'paid and registered', null],
    ]);
    expect(lines[2]).toMatchObject({
      payments: [{ id: 'pay_paid', amount: 200_000, refunded: 0 }],
      paidAt: null,
    });
    expect(await listedSubmissions(fixture)).toMatchObject([
      { email: 'paid@example.org', paymentStatus: 'paid', paymentId: 'pay_paid' },
      { email: 'waits@example.org', paymentStatus: 'pending', orderId: 'order_waits' },
      { kind: 'contact' },
    ]);

    const create = async (email: string) =>
      (await postJson(`${service.url}/create-order`, orderBody(email))).body.order;
    expect(await create('OPEN@example.org')).toMatchObject({ id: 'order_open' });
    expect(await create('found@example.org')).toMatchObject({ id: 'order_found', paymentId: 'pay_found' });
    expect((await create('paid@example.org'))?.id).toMatch(/^order_fake/);
  });

  test('assigns a paid order to nobody else, and finds the same registration again', async () => {
    const service = await fixture.start({ payments: provider.options });
    const register = (email: string, more = {}) =>
      postJson(`${service.url}/api/register`, registrationBody(email, more));
    expect((await register('paid@example.org', { name: 'Somebody Else' })).status).toBe(409);
    expect((await register('PAID@example.org')).status).toBe(200);
    provider.pay('order_waits');
    expect((await register('waits@example.org')).status).toBe(200);
    const registrations = (await listedSubmissions(fixture)).filter((line) => line.kind === 'registration');
    expect(registrations.map(({ name, paymentStatus }) => [name, paymentStatus])).toEqual([
      ['Asha Verma', 'paid'],
      ['Asha Verma', 'paid'],
      ['Somebody Else', 'pending'],
    ]);
  });

  test('is found by address when a person is erased, and is migrated once', async () => {
    const erased = await fixture.withDatabase((database) =>
      erasePerson(database, 'Open@EXAMPLE.org', async () => {}),
    );
    expect(erased).toMatchObject({ submissions: { contact: 1 }, orders: 1 });
    await fixture.closeDatabase();
    expect(
      await fixture.withDatabase((database) => erasePerson(database, 'waits@example.org', async () => {})),
    ).toMatchObject({
      submissions: { registration: 1 },
      orders: 1,
    });
    await fixture.closeDatabase();
    expect(await listedOrders(fixture)).toHaveLength(5);
  });
});
