import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../server/database/database.types.ts';
import {
  addPayment,
  addRefund,
  createId,
  createOrder,
  findOrder,
  findPayments,
  type SimulatedOrder,
} from '../../server/simulator/store.ts';
import { createServiceFixture, fastestDatabase, type ServiceFixture } from './serviceFixture.ts';

let fixture: ServiceFixture;
let sql: Sql;
beforeAll(async () => {
  fixture = await createServiceFixture(fastestDatabase);
  sql = await fixture.withDatabase(async (database) => database);
});
afterAll(() => fixture.remove());

const newOrder = () => createOrder(sql, { amount: 200_000, currency: 'INR', receipt: 'r 1' });
async function shown({ id }: SimulatedOrder): Promise<SimulatedOrder> {
  const order = await findOrder(sql, id);
  if (!order) throw new Error('There is no order.');
  return order;
}
const TIME = expect.closeTo(Date.now() / 1000, -3);

test.each(['order', 'pay', 'evt', 'rfnd'] as const)(
  'an id of %s has 14 characters, new each time',
  (prefix) => {
    expect(createId(prefix)).toMatch(new RegExp(`^${prefix}_[0-9a-f]{14}$`));
    expect(createId(prefix)).not.toBe(createId(prefix));
  },
);

test('an order is created, attempted and paid', async () => {
  const order = await newOrder();
  const common = {
    ...{ id: order.id, entity: 'order', amount: 200_000, currency: 'INR', receipt: 'r 1', notes: [] },
    created_at: TIME,
  };
  const open = { ...common, status: 'created', amount_paid: 0, amount_due: 200_000, attempts: 0 };
  expect(order).toEqual(open);
  expect(order.id).toMatch(/^order_/);
  expect(Number.isInteger(order.created_at)).toBe(true);
  expect(await shown(order)).toEqual(open);
  expect(await findOrder(sql, 'order_none')).toBeUndefined();

  await addPayment(sql, order, 'failed', undefined);
  expect(await shown(order)).toEqual({ ...open, status: 'attempted', attempts: 1 });
  await addPayment(sql, order, 'captured', undefined);
  expect(await shown(order)).toEqual({
    ...common,
    ...{ status: 'paid', amount_paid: 200_000, amount_due: 0, attempts: 2 },
  });
});

test('an order that cannot be found after it was created is an error', async () => {
  const forgetful = { query: async () => [] };
  await expect(createOrder(forgetful, { amount: 100, currency: 'INR', receipt: 'r' })).rejects.toThrow(
    'A new order was not found.',
  );
});

test('attempts are returned newest first, and only one of them succeeds', async () => {
  const order = await newOrder();
  expect(await findPayments(sql, order)).toEqual([]);
  const failed = await addPayment(sql, order, 'failed', undefined);
  const common = {
    ...{ entity: 'payment', order_id: order.id, amount: 200_000, currency: 'INR', method: 'netbanking' },
    ...{ amount_refunded: 0, refund_status: null, created_at: TIME, id: expect.stringMatching(/^pay_/) },
  };
  expect(failed).toEqual({ ...common, status: 'failed', captured: false, notes: [] });
  const notes = { student: 'Asha' };
  const captured = await addPayment(sql, order, 'captured', notes);
  expect(captured).toEqual({ ...common, status: 'captured', captured: true, notes });
  expect(await addPayment(sql, order, 'captured', notes)).toBeUndefined();
  expect(await findPayments(sql, order)).toEqual([captured, failed]);
  expect(await findPayments(sql, await newOrder()), 'of another order').toEqual([]);
});

test('a payment is refunded in part, then the rest, and not more', async () => {
  const order = await newOrder();
  const payment = await addPayment(sql, order, 'captured', undefined);
  const id = payment?.id ?? '';
  const first = await addRefund(sql, id, 50_000);
  expect(first).toEqual({
    refund: {
      ...{ id: expect.stringMatching(/^rfnd_/), entity: 'refund', payment_id: id, amount: 50_000 },
      ...{ currency: 'INR', status: 'processed', created_at: TIME },
    },
    payment: { ...payment, amount_refunded: 50_000, refund_status: 'partial' },
  });
  expect(Number.isInteger(first?.refund.created_at)).toBe(true);
  expect(await addRefund(sql, id, 150_001)).toBeUndefined();
  expect(await addRefund(sql, id, 0)).toBeUndefined();
  const whole = { status: 'refunded', captured: true, amount_refunded: 200_000, refund_status: 'full' };
  expect(await addRefund(sql, id, undefined)).toMatchObject({
    ...{ refund: { amount: 150_000 }, payment: whole },
  });
  expect(await addRefund(sql, id, undefined), 'nothing remains').toBeUndefined();
  expect(await findPayments(sql, order)).toEqual([{ ...payment, ...whole }]);
});

test('what was not captured is not refunded', async () => {
  const failed = await addPayment(sql, await newOrder(), 'failed', undefined);
  expect(await addRefund(sql, failed?.id ?? '', undefined)).toBeUndefined();
  expect(await addRefund(sql, 'pay_none', 100)).toBeUndefined();
});
