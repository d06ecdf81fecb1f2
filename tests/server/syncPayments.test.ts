import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.types.ts';
import { HttpError } from '../../server/errors.ts';
import type { OrderEvent, PaymentContext } from '../../server/payments/context.ts';
import { RefusedError } from '../../server/payments/provider.ts';
import { syncPayments, syncPaymentsIfAvailable } from '../../server/payments/syncPayments.ts';
import { type DatabaseFixture, insertOrder, openDatabaseFixture } from './databaseFixture.ts';
import { createMemoryProvider, type MemoryProvider, paymentOf } from './memoryProvider.ts';

/** What is stored when the provider is asked about an order. */

let testDatabase: DatabaseFixture;
let database: Database;
let provider: MemoryProvider;
let events: OrderEvent[];
let context: PaymentContext;

beforeAll(async () => {
  testDatabase = await openDatabaseFixture();
  database = testDatabase.database;
});
afterAll(() => testDatabase.remove());
beforeEach(async () => {
  await testDatabase.empty();
  provider = createMemoryProvider();
  events = [];
  context = { database, provider, onOrderEvent: async (_sql, event) => void events.push(event) };
});

const known = { id: 'order_1', keyId: 'rzp_live_key', paymentMode: 'live' } as const;
const ofUnknownKeys = { ...known, keyId: null, paymentMode: null };
const order = () =>
  database.query(
    `select payment_id as payment, key_id as key, payment_mode as mode, closed,
       checked_at is not null as "isChecked" from orders where id = 'order_1'`,
  );
const paymentIds = async () =>
  (await database.query<{ id: string }>('select id from payments order by id')).map(({ id }) => id);
const unpaid = { payment: null, key: 'rzp_live_key', mode: 'live', closed: null, isChecked: true };
const unavailable = new HttpError(503, 'Later.');

test('all attempts to pay are returned and the captured ones stored, the oldest of which pays', async () => {
  await insertOrder(database, 'order_1');
  await insertOrder(database, 'order_2', { email: 'ravi@example.org' });
  const attempts = [
    paymentOf('order_1', 'pay_4', { status: 'authorized' }),
    paymentOf('order_1', 'pay_3'),
    paymentOf('order_1', 'pay_2'),
    paymentOf('order_1', 'pay_1', { status: 'failed' }),
  ];
  provider.payments.set('order_1', [...attempts, paymentOf('order_2', 'pay_0')]);
  expect(await syncPayments(context, known)).toEqual(attempts);
  expect(await paymentIds()).toEqual(['pay_2', 'pay_3']);
  expect(await order()).toEqual([{ ...unpaid, payment: 'pay_2' }]);
  expect(events).toEqual([
    { type: 'surplus recorded', orderId: 'order_1', paymentId: 'pay_3', submissionId: null },
  ]);
  expect(await database.query(`select checked_at from orders where id = 'order_2'`)).toEqual([
    { checked_at: null },
  ]);
});

test('what the provider lists is the current state of a payment', async () => {
  await insertOrder(database, 'order_1');
  provider.payments.set('order_1', [paymentOf('order_1', 'pay_1', { refunded: 200_000 })]);
  await syncPayments(context, known);
  expect(await order()).toEqual([{ ...unpaid, payment: 'pay_1', closed: 'refunded' }]);
  provider.payments.set('order_1', [paymentOf('order_1', 'pay_1')]);
  await syncPayments(context, known);
  expect(await order()).toEqual([{ ...unpaid, payment: 'pay_1' }]);
});

test('where nothing is captured no transaction is begun', async () => {
  await insertOrder(database, 'order_1');
  provider.payments.set('order_1', [paymentOf('order_1', 'pay_1', { status: 'authorized' })]);
  const withoutTransactions: PaymentContext = {
    ...context,
    database: { ...database, transaction: () => Promise.reject(new Error('A transaction was begun.')) },
  };
  await syncPayments(withoutTransactions, known);
  expect(await order()).toEqual([unpaid]);
});

test('all payments of an order are stored or none', async () => {
  await insertOrder(database, 'order_1');
  provider.payments.set('order_1', [paymentOf('order_1', 'pay_2'), paymentOf('order_1', 'pay_1')]);
  context.onOrderEvent = () => Promise.reject(new Error('The mail cannot be queued.'));
  await expect(syncPayments(context, known)).rejects.toThrow('The mail cannot be queued.');
  expect(await paymentIds()).toEqual([]);
  expect(await order()).toEqual([{ ...unpaid, isChecked: false }]);
});

test.each([
  ['it knows', 'live'],
  ['an account knows', 'test'],
] as const)('an order of unknown keys that %s was made with these keys', async (_, mode) => {
  await insertOrder(database, 'order_1', { key_id: null, payment_mode: null });
  Object.assign(provider, { key: 'key', mode });
  await syncPayments(context, ofUnknownKeys);
  expect(await order()).toEqual([{ ...unpaid, key: 'key', mode }]);
});

test('an order of known keys keeps them', async () => {
  await insertOrder(database, 'order_1');
  provider.key = 'rzp_live_new';
  await syncPayments(context, known);
  expect(await order()).toEqual([unpaid]);
});

const unknownId = () => new RefusedError(404);

test.each([
  ['live', null, 'unknown'],
  ['live', 'unknown', 'unknown'],
  ['live', 'live', 'live'],
  ['test', null, null],
] as const)(
  'with %s keys an order of other keys, of the mode %s, that the provider does not know is closed, of the mode %s',
  async (mode, former, expected) => {
    await insertOrder(database, 'order_1', { key_id: 'rzp_live_old', payment_mode: former });
    await insertOrder(database, 'order_2', { email: 'ravi@example.org' });
    provider.mode = mode;
    provider.error = unknownId();
    expect(await syncPayments(context, { ...known, keyId: 'rzp_live_old', paymentMode: former })).toEqual([]);
    expect(await order()).toEqual([{ ...unpaid, key: 'rzp_live_old', mode: expected, closed: 'replaced' }]);
    expect(await database.query(`select closed from orders where id = 'order_2'`)).toEqual([
      { closed: null },
    ]);
  },
);

test.each([
  [{ payment_id: 'pay_1' }, { payment: 'pay_1', closed: null }],
  [
    { payment_id: 'pay_1', closed: 'surplus' },
    { payment: 'pay_1', closed: 'surplus' },
  ],
  [{ closed: 'refunded' }, { payment: null, closed: 'refunded' }],
])('such an order with %j is not closed as replaced', async (more, expected) => {
  await insertOrder(database, 'order_1', { key_id: 'rzp_live_old', ...more });
  provider.error = unknownId();
  await syncPayments(context, { ...known, keyId: 'rzp_live_old' });
  expect(await order()).toEqual([{ ...unpaid, key: 'rzp_live_old', ...expected }]);
});

test.each([
  ['its own order is not known', known.keyId, unknownId()],
  ['it refuses the call', 'rzp_live_old', new RefusedError(401)],
  ['it is unavailable', 'rzp_live_old', unavailable],
])('an order stays as it is when %s', async (_, keyId, error) => {
  await insertOrder(database, 'order_1');
  provider.error = error;
  await expect(syncPayments(context, { ...known, keyId })).rejects.toBe(error);
  expect(await order()).toEqual([{ ...unpaid, isChecked: false }]);
});

test('where the provider may be unavailable, nothing is known then, and other errors are thrown', async () => {
  await insertOrder(database, 'order_1');
  const attempt = provider.pay('order_1', 'pay_1', { status: 'authorized' });
  expect(await syncPaymentsIfAvailable(context, known)).toEqual([attempt]);
  provider.error = unavailable;
  expect(await syncPaymentsIfAvailable(context, known)).toBeUndefined();
  provider.error = new RefusedError(401);
  expect(await syncPaymentsIfAvailable(context, known)).toBeUndefined();
  provider.error = new TypeError('Oh');
  await expect(syncPaymentsIfAvailable(context, known)).rejects.toThrow('Oh');
});
