import { expect, test } from 'vitest';
import type { OrderEvent, PaymentContext } from '../../../server/payments/context.ts';
import { type OrderState, stateOf } from '../../../server/payments/listOrders.ts';
import {
  isNotFullyRefunded,
  isOfFullAmount,
  isPaid,
  type Order,
  payerInNotes,
  type StoredPayment,
  saveOrder,
  withPayments,
} from '../../../server/payments/orders.ts';
import { createMemoryProvider } from '../memoryProvider.ts';

/** The decisions about an order from its values alone; `storedOrders.test.ts` has those of the database. */

const order: Order = {
  ...{ id: 'order_1', email: 'asha@example.org', amount: 200_000, currency: 'INR', receipt: 'receipt 1' },
  ...{ createdAt: new Date('2026-11-01T09:30Z'), keyId: 'rzp_live_key', paymentMode: 'live' },
  ...{ paymentId: null, submissionId: null, evidence: 0, closed: null, payments: [] },
};

const payment: StoredPayment = {
  ...{ id: 'pay_1', amount: 200_000, currency: 'INR', refunded: 0, payer: null, createdAt: null },
};

test.each([
  [200_000, 0, true],
  [200_000, 199_999, true],
  [200_000, 200_000, false],
  [200_000, 200_001, false],
  [0, 0, true],
])('of a payment of %i paise %i are refunded: money is left: %s', (amount, refunded, expected) => {
  expect(isNotFullyRefunded({ ...payment, amount, refunded })).toBe(expected);
});

test.each([
  [{}, true],
  [{ amount: 199_999 }, false],
  [{ amount: 200_001 }, false],
  [{ currency: 'USD' }, false],
])('a payment with %j is of the full amount of its order: %s', (more, expected) => {
  expect(isOfFullAmount(order, { ...payment, ...more })).toBe(expected);
});

test.each<[Partial<Order>, boolean]>([
  [{ paymentId: 'pay_1' }, true],
  [{ paymentId: null }, false],
  [{ paymentId: 'pay_1', closed: 'surplus' }, false],
  [{ paymentId: 'pay_1', closed: 'refunded' }, false],
  [{ paymentId: 'pay_1', closed: 'erased' }, false],
])('an order with %j is paid: %s', (more, expected) => {
  expect(isPaid({ ...order, ...more })).toBe(expected);
});

test('the payer is the one in the notes of the payment that pays for the order', () => {
  const [first, second] = ['Asha', 'Ravi'].map((student) => ({ student, phone: '9876543210' }));
  const payments = [
    { ...payment, payer: first ?? null },
    { ...payment, id: 'pay_2', payer: second ?? null },
    { ...payment, id: 'pay_3' },
  ];
  const payers = ['pay_1', 'pay_2', 'pay_3', 'pay_4', null].map((paymentId) =>
    payerInNotes({ ...order, payments, paymentId }),
  );
  expect(payers).toEqual([first, second, null, null, null]);
});

test('where there are no orders the database is not asked for payments', async () => {
  const sql = { query: () => Promise.reject(new Error('It was asked.')) };
  expect(await withPayments(sql, [])).toEqual([]);
});

/** Saves the change of an order; returns the values that were written, and what was reported after it. */
async function saved(before: Order, after: Order) {
  const calls: unknown[] = [];
  const sql = {
    query: async (_text: string, values?: readonly unknown[]) => {
      calls.push(values);
      return [];
    },
  };
  const context: PaymentContext = {
    database: {
      ...sql,
      transaction: (work) => work(sql),
      withLock: (_key, work) => work(),
      removeDeletedRows: async () => {},
      close: async () => {},
    },
    provider: createMemoryProvider(),
    onOrderEvent: async (of, event) => {
      expect(of).toBe(sql);
      calls.push(event);
    },
  };
  await saveOrder(sql, context, before, after);
  return calls;
}

test.each<Partial<Order>>([
  { paymentId: 'pay_1' },
  { submissionId: 7 },
  { evidence: 2 },
  { closed: 'replaced' },
])('an order is written when %j has changed', async (more) => {
  const after = { ...order, ...more };
  const { id, paymentId, submissionId, evidence, closed } = after;
  expect(await saved(order, after)).toEqual([[id, paymentId, submissionId, evidence, closed]]);
});

test('an order is not written when nothing has changed that is stored with it', async () => {
  expect(await saved(order, { ...order, payments: [payment] })).toEqual([]);
});

const paid: Partial<Order> = { paymentId: 'pay_1' };
const registered: Partial<Order> = { paymentId: 'pay_1', submissionId: 7 };

test.each<[Partial<Order>, Partial<Order>, OrderEvent['type'] | null]>([
  [{}, registered, 'registration paid'],
  [{}, paid, null],
  [{}, { submissionId: 7 }, null],
  [{}, { ...registered, closed: 'refunded' }, null],
  [{ submissionId: 7 }, registered, 'registration paid'],
  [paid, registered, 'registration paid'],
  [registered, { ...registered, evidence: 3 }, null],
  [registered, { ...registered, paymentId: 'pay_2' }, 'registration paid'],
  [{ ...registered, submissionId: 6 }, registered, 'registration paid'],
  [{ ...registered, closed: 'refunded' }, registered, 'registration paid'],
  [registered, { ...registered, closed: 'refunded' }, null],
  [registered, { ...registered, submissionId: null }, null],
  [{}, { ...registered, closed: 'surplus' }, 'surplus recorded'],
  [registered, { ...registered, closed: 'surplus' }, 'surplus recorded'],
  [{ ...paid, closed: 'surplus' }, { ...registered, closed: 'surplus' }, null],
  [{ ...registered, closed: 'surplus' }, registered, 'registration paid'],
])('from %j to %j is reported as %s', async (before, after, type) => {
  const [, ...events] = await saved({ ...order, ...before }, { ...order, ...after });
  const { paymentId, submissionId } = { ...order, ...after };
  expect(events).toEqual(type === null ? [] : [{ type, orderId: 'order_1', paymentId, submissionId }]);
});

const full = payment;
const second = { ...payment, id: 'pay_2' };
const refunded = { ...payment, refunded: 200_000 };
const wrong = { ...payment, id: 'pay_3', amount: 200_001 };

test.each<[OrderState, Partial<Order>]>([
  ['open', {}],
  ['open', { submissionId: 7 }],
  ['replaced', { closed: 'replaced' }],
  ['paid and not registered', { payments: [full] }],
  ['paid and not registered', { payments: [refunded, second] }],
  ['paid and registered', { payments: [full], submissionId: 7 }],
  ['paid and registered', { payments: [full], closed: 'erased' }],
  ['surplus', { payments: [full, second], submissionId: 7 }],
  ['surplus', { payments: [full], submissionId: 7, closed: 'surplus' }],
  ['refunded', { payments: [refunded], submissionId: 7 }],
  ['refunded', { payments: [refunded], closed: 'surplus' }],
  ['refunded', { payments: [{ ...wrong, refunded: 200_001 }], closed: 'replaced' }],
  ['amount wrong', { payments: [wrong] }],
  ['amount wrong', { payments: [full, second, wrong], submissionId: 7, closed: 'surplus' }],
  ['rehearsal', { payments: [wrong, full, second], closed: 'rehearsal' }],
])('%s is an order with %j', (state, more) => {
  expect(stateOf({ ...order, ...more })).toBe(state);
});
