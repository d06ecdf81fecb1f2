import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Row } from '../../server/database/database.types.ts';
import { HttpError } from '../../server/errors.ts';
import type { PaymentContext } from '../../server/payments/context.ts';
import { findOrCreateOrder, ordersToSync } from '../../server/payments/findOrCreateOrder.ts';
import type { Order } from '../../server/payments/orders.ts';
import {
  type DatabaseFixture,
  insertOrder,
  insertPayment,
  insertRow,
  openDatabaseFixture,
} from './databaseFixture.ts';
import { createMemoryProvider, type MemoryProvider } from './memoryProvider.ts';

/** Which order a visitor gets to pay: one that is there, or a new one. */

const email = 'asha@example.org';
const price = { amount: 200_000, currency: 'INR' };

let testDatabase: DatabaseFixture;
let database: Database;
let provider: MemoryProvider;
let context: PaymentContext;

beforeAll(async () => {
  testDatabase = await openDatabaseFixture();
  database = testDatabase.database;
});
afterAll(() => testDatabase.remove());
beforeEach(async () => {
  await testDatabase.empty();
  provider = createMemoryProvider();
  context = { database, provider, onOrderEvent: async () => {} };
});

const find = (address = email) => findOrCreateOrder(context, address, price);
const insert = (id: string, more: Row = {}) => insertOrder(database, id, more);
const states = () =>
  database.query('select id, closed, payment_id as payment from orders order by created_at, id');

const order = (id: string, more: Partial<Order> = {}): Order => ({
  ...{ id, email, ...price, receipt: 'receipt', createdAt: new Date(0), keyId: 'key', paymentMode: 'live' },
  ...{ paymentId: null, submissionId: null, evidence: 0, closed: null, payments: [], ...more },
});

test('the provider is asked about the three newest orders that are unpaid, or whose keys are not known', () => {
  const orders = [
    ...[order('1'), order('2'), order('3'), order('4', { paymentId: 'pay_1' })],
    ...[order('5', { paymentId: 'pay_2', paymentMode: null }), order('6', { closed: 'replaced' })],
    order('7', { paymentMode: 'test' }),
  ];
  expect(ordersToSync(orders, provider).map(({ id }) => id)).toEqual(['3', '5', '6']);
  const simulator = { ...provider, mode: 'simulated' } as const;
  expect(ordersToSync([...orders, order('8', { paymentMode: 'simulated' })], simulator)).toHaveLength(1);
});

test('a new order is created at the provider and stored with each value in its place', async () => {
  const created = await find('Asha@Schüle.example');
  expect(provider.created).toEqual([{ ...price, receipt: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  expect(created).toEqual({
    ...order('order_new1', { email: 'asha@xn--schle-mva.example', keyId: 'rzp_live_key' }),
    ...{ receipt: provider.created[0]?.receipt, createdAt: expect.any(Date) },
  });
  expect(await database.query('select email, receipt, key_id, payment_mode from orders')).toEqual([
    {
      ...{ email: created.email, receipt: created.receipt, key_id: 'rzp_live_key', payment_mode: 'live' },
    },
  ]);
});

test('an order to be paid is found again, once the provider was asked whether it is paid', async () => {
  await insert('order_1');
  await insert('order_2', { email: 'ravi@example.org' });
  expect(await find(' Asha@Example.org')).toMatchObject({ id: 'order_1', paymentId: null });
  expect(provider.asked).toEqual(['order_1']);
  expect(provider.created).toEqual([]);
});

test('an order that turns out to be paid is found with its payment before one to be paid', async () => {
  await insert('order_1', { closed: 'replaced', created_at: '2026-11-01' });
  await insert('order_2', { created_at: '2026-11-02' });
  provider.pay('order_1', 'pay_1');
  expect(await find()).toMatchObject({ id: 'order_1', paymentId: 'pay_1', closed: null });
  expect(provider.created).toEqual([]);
});

test('an order that a registration has is not found', async () => {
  await insertRow(database, 'submissions', { kind: 'registration', fields: '{}' });
  await insert('order_1', { payment_id: 'pay_1', submission_id: 1 });
  await insertPayment(database, 'pay_1', 'order_1');
  expect(await find()).toMatchObject({ id: 'order_new1', submissionId: null });
});

test.each(['surplus', 'refunded', 'erased', 'rehearsal'])(
  'a paid order is not found when it is closed: %s',
  async (closed) => {
    await insert('order_1', { payment_id: 'pay_1', closed });
    await insertPayment(database, 'pay_1', 'order_1');
    expect((await find()).id).toBe('order_new1');
  },
);

test('an order that is closed and not paid is not found', async () => {
  await insert('order_1', { closed: 'replaced' });
  expect((await find()).id).toBe('order_new1');
  expect(await states()).toMatchObject([{ closed: 'replaced' }, { closed: null }]);
});

test.each([{ amount: 199_999 }, { amount: 200_001 }, { currency: 'USD' }])(
  'an order with %j is replaced by one of the price',
  async (more) => {
    await insert('order_1', { ...more, created_at: '2026-11-01' });
    await insert('order_2', { ...more, email: 'ravi@example.org', created_at: '2026-11-02' });
    expect(await find()).toMatchObject({ id: 'order_new1', ...price });
    expect(await states()).toEqual([
      { id: 'order_1', closed: 'replaced', payment: null },
      { id: 'order_2', closed: null, payment: null },
      { id: 'order_new1', closed: null, payment: null },
    ]);
  },
);

test('an order of other keys is replaced, that of another person is not', async () => {
  await insert('order_1', { key_id: 'rzp_live_old', created_at: '2026-11-01' });
  await insert('order_2', { key_id: 'rzp_live_old', email: 'ravi@example.org', created_at: '2026-11-02' });
  expect((await find()).id).toBe('order_new1');
  expect(await states()).toMatchObject([{ closed: 'replaced' }, { closed: null }, { closed: null }]);
});

test('an order that was paid while its successor was created is not closed', async () => {
  await insert('order_1', { amount: 100_000, created_at: '2026-11-01' });
  provider.createOrder = async () => {
    await database.query(`update orders set payment_id = 'pay_1' where id = 'order_1'`);
    return 'order_new1';
  };
  expect((await find()).id).toBe('order_new1');
  expect(await states()).toMatchObject([{ closed: null, payment: 'pay_1' }, { closed: null }]);
});

test('an order that is paid as soon as it is created is found with its payment', async () => {
  context.database = {
    ...database,
    async transaction(work) {
      const result = await database.transaction(work);
      await database.query(`update orders set payment_id = 'pay_1' where id = 'order_new1'`);
      return result;
    },
  };
  expect(await find()).toMatchObject({ id: 'order_new1', paymentId: 'pay_1' });
});

test('another order that was stored while one was created is found in its place', async () => {
  await insert('order_0', { closed: 'replaced', created_at: '2026-11-01' });
  provider.createOrder = async () => {
    await insert('order_1');
    return 'order_new1';
  };
  expect((await find()).id).toBe('order_1');
});

test('the id of another person’s order is refused', async () => {
  await insert('order_1', { email: 'ravi@example.org' });
  provider.createOrder = async () => 'order_1';
  await expect(find()).rejects.toMatchObject({
    ...{
      statusCode: 502,
      message: 'The payment provider did not accept the request. Please try again later.',
    },
  });
});

test('no order is created while the provider cannot say whether one is paid', async () => {
  await insert('order_1', { key_id: 'rzp_live_old' });
  provider.errors.set('order_1', new HttpError(503, 'Later.'));
  await expect(find()).rejects.toThrow('Later.');
  expect(provider.created).toEqual([]);
  expect(await states()).toMatchObject([{ closed: null }]);
});
