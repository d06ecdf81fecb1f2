import { expect, test } from 'vitest';
import { isCaptured, readPayment, readRefund } from '../../server/payments/entities.ts';

const entity = { id: 'pay_1', order_id: 'order_1', amount: 200_000, currency: 'INR', status: 'captured' };
const payment = {
  id: 'pay_1',
  orderId: 'order_1',
  amount: 200_000,
  currency: 'INR',
  status: 'captured',
  refunded: 0,
  payer: null,
  createdAt: null,
};

test.each([
  [{}, {}],
  [{ more: 'fields' }, {}],
  [
    { id: 'x'.repeat(64), order_id: 'Az_-09' },
    { id: 'x'.repeat(64), orderId: 'Az_-09' },
  ],
  [{ amount: 0 }, { amount: 0 }],
  [{ amount: 2 ** 31 - 1 }, { amount: 2 ** 31 - 1 }],
  [{ status: 'x_'.repeat(16) }, { status: 'x_'.repeat(16) }],
  [{ amount_refunded: 500 }, { refunded: 500 }],
  [{ amount_refunded: 200_001 }, { refunded: 200_000 }],
  [{ amount_refunded: null, created_at: null }, {}],
  [{ status: 'refunded' }, { status: 'refunded', refunded: 200_000 }],
  [
    { status: 'refunded', amount_refunded: 0 },
    { status: 'refunded', refunded: 0 },
  ],
  [{ created_at: 1_700_000_000 }, { createdAt: 1_700_000_000 }],
  [{ notes: [] }, {}],
  [{ notes: { student: 'Asha', phone: '9876543210' } }, { payer: { student: 'Asha', phone: '9876543210' } }],
  [{ notes: { student: 'Asha' } }, {}],
  [{ notes: { student: '', phone: '9876543210' } }, {}],
  [{ notes: { student: 'Asha', phone: 9876543210 } }, {}],
])('a payment with %j is read', (more, expected) => {
  expect(readPayment({ ...entity, ...more })).toEqual({ ...payment, ...expected });
});

test.each([
  { id: '' },
  { id: 'x'.repeat(65) },
  { id: 'pay 1' },
  { id: ' pay_1' },
  { id: 7 },
  { order_id: null },
  { amount: -1 },
  { amount: 0.5 },
  { amount: 2 ** 31 },
  { amount: '200000' },
  { currency: 'inr' },
  { currency: 'INRR' },
  { currency: 'XINR' },
  { currency: 'IN' },
  { status: '' },
  { status: 'x'.repeat(33) },
  { status: 'Captured' },
  { status: 'captured!' },
  { amount_refunded: -1 },
  { created_at: 'now' },
])('a payment with %j is none', (odd) => {
  expect(readPayment({ ...entity, ...odd })).toBeUndefined();
});

test.each([null, undefined, [], 'pay_1'])('%j is neither a payment nor a refund', (odd) => {
  expect([readPayment(odd), readRefund(odd)]).toEqual([undefined, undefined]);
});

test.each([
  ['captured', true],
  ['refunded', true],
  ['created', false],
  ['authorized', false],
  ['failed', false],
])('the money of a payment that is %s has come: %s', (status, expected) => {
  expect(isCaptured({ ...payment, status })).toBe(expected);
});

test.each([
  ['processed', false],
  ['pending', false],
  [null, false],
  [undefined, false],
  ['failed', true],
])('a refund that is %s has failed: %s', (status, hasFailed) => {
  const refund = readRefund({ id: 'rfnd_1', payment_id: 'pay_1', amount: 500, status });
  expect(refund).toEqual({ id: 'rfnd_1', paymentId: 'pay_1', amount: 500, hasFailed });
});

test.each([{ id: 'rfnd 1' }, { payment_id: undefined }, { amount: -1 }, { status: 7 }])(
  'a refund with %j is none',
  (odd) => {
    const refund = { id: 'rfnd_1', payment_id: 'pay_1', amount: 500, status: 'processed' };
    expect(readRefund({ ...refund, ...odd })).toBeUndefined();
  },
);
