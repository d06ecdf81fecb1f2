import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.types.ts';
import { assignOrder } from '../../server/payments/assignOrder.ts';
import type { OrderEvent } from '../../server/payments/context.ts';
import { listOrders, type OrderListItem, statesNeedingAction } from '../../server/payments/listOrders.ts';
import { findOrders, lockOrders, saveOrder } from '../../server/payments/orders.ts';
import {
  type DatabaseFixture,
  insertOrder,
  insertPayment,
  insertRow,
  openDatabaseFixture,
} from './databaseFixture.ts';
import { createMemoryProvider } from './memoryProvider.ts';

/** How orders are read and written; `orderRules.test.ts` has what is decided from their values. */

const email = 'asha@xn--schle-mva.example';

let testDatabase: DatabaseFixture;
let database: Database;

beforeAll(async () => {
  testDatabase = await openDatabaseFixture();
  database = testDatabase.database;
});
afterAll(() => testDatabase.remove());
beforeEach(() => testDatabase.empty());

const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);

test('an order is read with each value in its place, and its payments, oldest first', async () => {
  await insertRow(database, 'submissions', { kind: 'registration', fields: '{}' });
  await insertOrder(database, 'order_1', {
    ...{ email, amount: 300_000, currency: 'USD', receipt: 'receipt 1', created_at: '2026-11-01T09:30Z' },
    ...{ key_id: 'rzp_test_key', payment_mode: 'test', payment_id: 'pay_1', submission_id: 1, evidence: 2 },
    ...{ closed: 'surplus', checked_at: '2026-11-02T09:30Z' },
  });
  await insertPayment(database, 'pay_2', 'order_1', { created_at: '2026-11-01T09:31Z' });
  await insertPayment(database, 'pay_1', 'order_1', {
    ...{ amount: 300_000, currency: 'USD', refunded: 500, student: 'Asha', phone: '9876543210' },
    created_at: '2026-11-01T09:31Z',
  });
  await insertPayment(database, 'pay_3', 'order_1', { created_at: '2026-11-01T09:30Z', student: 'Asha' });
  await insertPayment(database, 'pay_4', 'order_1', { phone: '9876543210' });
  const common = { amount: 200_000, currency: 'INR', refunded: 0, payer: null };
  expect(await findOrders(database, email)).toEqual([
    {
      ...{ id: 'order_1', email, amount: 300_000, currency: 'USD', receipt: 'receipt 1' },
      ...{ createdAt: new Date('2026-11-01T09:30Z'), keyId: 'rzp_test_key', paymentMode: 'test' },
      ...{ paymentId: 'pay_1', submissionId: 1, evidence: 2, closed: 'surplus' },
      payments: [
        { ...common, id: 'pay_3', createdAt: new Date('2026-11-01T09:30Z') },
        {
          ...{ id: 'pay_1', amount: 300_000, currency: 'USD', refunded: 500 },
          ...{ payer: { student: 'Asha', phone: '9876543210' }, createdAt: new Date('2026-11-01T09:31Z') },
        },
        { ...common, id: 'pay_2', createdAt: new Date('2026-11-01T09:31Z') },
        { ...common, id: 'pay_4', createdAt: null },
      ],
    },
  ]);
});

test('what was refunded is what the payment states or the sum of its refunds, at most its amount', async () => {
  await insertOrder(database, 'order_1', { email });
  const refunds: [string, number, number[]][] = [
    ['pay_1', 500, []],
    ['pay_2', 0, [300, 400]],
    ['pay_3', 500, [300, 400]],
    ['pay_4', 900, [300, 400]],
    ['pay_5', 0, [150_000, 150_000]],
  ];
  for (const [id, refunded, amounts] of refunds) {
    await insertPayment(database, id, 'order_1', { refunded });
    for (const [index, amount] of amounts.entries())
      await insertRow(database, 'refunds', {
        ...{ id: `rfnd_${id}_${index}`, payment_id: id, amount, has_failed: false },
      });
  }
  await insertRow(database, 'refunds', { id: 'rfnd_x', payment_id: 'pay_1', amount: 700, has_failed: true });
  const [order] = await findOrders(database, email);
  expect(order?.payments.map(({ id, refunded }) => [id, refunded])).toEqual([
    ['pay_1', 500],
    ['pay_2', 700],
    ['pay_3', 700],
    ['pay_4', 900],
    ['pay_5', 200_000],
  ]);
});

test('the orders of an address are those in every form in which it is stored, oldest first, each with its payments', async () => {
  await insertOrder(database, 'order_3', { email, created_at: '2026-11-01', closed: 'replaced' });
  await insertOrder(database, 'order_1', { email, created_at: '2026-11-02', closed: 'replaced' });
  await insertOrder(database, 'order_2', { email: 'asha@schüle.example', created_at: '2026-11-03' });
  await insertOrder(database, 'order_4', { email: 'Asha@Schüle.example', created_at: '2026-11-04' });
  await insertOrder(database, 'order_5', { email: 'ravi@example.org', created_at: '2026-11-01' });
  await insertPayment(database, 'pay_1', 'order_1');
  await insertPayment(database, 'pay_2', 'order_2');
  await insertPayment(database, 'pay_5', 'order_5');
  const found = await findOrders(database, 'Asha@Schüle.example');
  expect(idsOf(found)).toEqual(['order_3', 'order_1', 'order_2', 'order_4']);
  expect(found.map(({ payments }) => idsOf(payments))).toEqual([[], ['pay_1'], ['pay_2'], []]);
  expect(await database.transaction((sql) => lockOrders(sql, 'Asha@Schüle.example'))).toEqual(found);
  expect(await findOrders(database, 'nobody@example.org')).toEqual([]);
});

test('orders are locked until the transaction ends, those of other people are not', async () => {
  await insertOrder(database, 'order_1', { email });
  await insertOrder(database, 'order_2');
  const locked = await database.transaction(async (sql) => {
    await lockOrders(sql, email);
    return sql.query('select id from orders where xmax::text = pg_current_xact_id()::text');
  });
  expect(locked).toEqual([{ id: 'order_1' }]);
});

test('a change is stored in its own order before it is reported', async () => {
  await insertRow(database, 'submissions', { kind: 'registration', fields: '{}' });
  await insertOrder(database, 'order_1', { email });
  await insertOrder(database, 'order_2');
  const [before] = await findOrders(database, email);
  if (!before) throw new Error('There is no order.');
  const after = { ...before, paymentId: 'pay_1', submissionId: 1, evidence: 3, closed: 'surplus' } as const;
  const events: OrderEvent[] = [];
  const context = {
    database,
    provider: createMemoryProvider(),
    onOrderEvent: async (_sql: unknown, event: OrderEvent) => {
      expect(await findOrders(database, email)).toEqual([after]);
      events.push(event);
    },
  };
  await saveOrder(database, context, before, after);
  expect(events).toEqual([
    { type: 'surplus recorded', orderId: 'order_1', paymentId: 'pay_1', submissionId: 1 },
  ]);
  expect(await findOrders(database, 'asha@example.org')).toMatchObject([{ paymentId: null, closed: null }]);
});

test('a registration gets its order, and the orders of the address are returned as they are stored', async () => {
  await insertRow(database, 'submissions', { kind: 'registration', fields: '{}' });
  await insertOrder(database, 'order_1', { email, created_at: '2026-11-02', payment_id: 'pay_1' });
  await insertPayment(database, 'pay_1', 'order_1');
  await insertOrder(database, 'order_2', { email, created_at: '2026-11-01', closed: 'replaced' });
  const events: OrderEvent[] = [];
  const context = {
    ...{ database, provider: createMemoryProvider() },
    onOrderEvent: async (_sql: unknown, event: OrderEvent) => void events.push(event),
  };
  const registration = { submissionId: 1, email, proof: undefined, attempts: [] };
  const payer = { student: 'Asha Verma', phone: '9876543210' };
  const orders = await database.transaction((sql) => assignOrder(sql, context, { ...registration, payer }));
  expect(orders).toMatchObject([
    { id: 'order_2', submissionId: null },
    { id: 'order_1', submissionId: 1 },
  ]);
  expect(await findOrders(database, email)).toEqual(orders);
  expect(events).toEqual([
    { type: 'registration paid', orderId: 'order_1', paymentId: 'pay_1', submissionId: 1 },
  ]);
});

async function listed(onlyNeedingAction?: boolean): Promise<OrderListItem[]> {
  const items: OrderListItem[] = [];
  for await (const item of listOrders(database, onlyNeedingAction)) items.push(item);
  return items;
}

test('an order is listed with each value in its place, without the payer, and without the address of who is erased', async () => {
  await insertRow(database, 'submissions', { kind: 'registration', fields: '{}' });
  await insertOrder(database, 'order_1', {
    ...{ email, created_at: '2026-11-01T09:30Z', payment_id: 'pay_2', submission_id: 1 },
  });
  await insertPayment(database, 'pay_1', 'order_1', { created_at: '2026-11-01T09:31Z', refunded: 200_000 });
  await insertPayment(database, 'pay_2', 'order_1', {
    ...{ created_at: '2026-11-01T09:32Z', student: 'Asha', phone: '9876543210' },
  });
  await insertOrder(database, 'order_2', {
    ...{ email: 'erased order_2', amount: 300_000, currency: 'USD', created_at: '2026-11-02T09:30Z' },
    ...{ payment_id: 'pay_3', payment_mode: null },
  });
  await insertPayment(database, 'pay_3', 'order_2');
  await insertOrder(database, 'order_3', { email: 'not erased order_3', created_at: '2026-11-03T09:30Z' });
  const payment = { amount: 200_000, currency: 'INR', refunded: 0 };
  expect(await listed()).toEqual([
    {
      ...{ orderId: 'order_1', state: 'paid and registered', amount: 200_000, currency: 'INR', email },
      ...{ createdAt: '2026-11-01T09:30:00.000Z', paymentMode: 'live', paidAt: '2026-11-01T09:32:00.000Z' },
      payments: [
        { ...payment, id: 'pay_1', refunded: 200_000, createdAt: '2026-11-01T09:31:00.000Z' },
        { ...payment, id: 'pay_2', createdAt: '2026-11-01T09:32:00.000Z' },
      ],
      registration: 1,
    },
    {
      ...{ orderId: 'order_2', state: 'amount wrong', amount: 300_000, currency: 'USD', email: null },
      ...{ createdAt: '2026-11-02T09:30:00.000Z', paymentMode: null, paidAt: null },
      payments: [{ ...payment, id: 'pay_3', createdAt: null }],
      registration: null,
    },
    {
      ...{ orderId: 'order_3', state: 'open', amount: 200_000, currency: 'INR', email: 'not erased order_3' },
      ...{ createdAt: '2026-11-03T09:30:00.000Z', paymentMode: 'live', paidAt: null },
      ...{ payments: [], registration: null },
    },
  ]);
});

test('somebody must act on a payment without a registration, a surplus and a wrong amount', async () => {
  expect(statesNeedingAction).toEqual(['paid and not registered', 'surplus', 'amount wrong']);
  await insertOrder(database, 'order_open', { email, created_at: '2026-11-01' });
  await insertOrder(database, 'order_paid', { payment_id: 'pay_1', created_at: '2026-11-02' });
  await insertPayment(database, 'pay_1', 'order_paid');
  await insertOrder(database, 'order_erased', {
    ...{ payment_id: 'pay_2', closed: 'erased', created_at: '2026-11-03' },
  });
  await insertPayment(database, 'pay_2', 'order_erased');
  expect((await listed()).map(({ state }) => state)).toEqual([
    'open',
    'paid and not registered',
    'paid and registered',
  ]);
  expect((await listed(true)).map(({ orderId }) => orderId)).toEqual(['order_paid']);
});

test('more orders than fit on a page are listed once each, oldest first, also those of one instant', async () => {
  await database.query(
    `insert into orders (id, email, amount, currency, receipt, created_at)
     select 'order_' || lpad(number::text, 4, '0'), number || '@example.org', 200000, 'INR', number,
       timestamptz '2026-11-01T00:00Z' + make_interval(secs => (number / 900)::integer)
     from generate_series(1, 1100) as number`,
  );
  const ids = (await listed()).map(({ orderId }) => orderId);
  expect(ids).toHaveLength(1100);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(1100);
});
