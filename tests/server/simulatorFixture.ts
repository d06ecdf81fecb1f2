import { vi } from 'vitest';
import type { Database } from '../../server/database/database.types.ts';
import type { SimulatedOrder, SimulatedPayment, SimulatedRefund } from '../../server/simulator/store.ts';

/** What the routes of the simulator are given, with a store that is stubbed. */

const unused = () => Promise.reject(new Error('The database is not asked itself.'));
export const sql = { query: unused };
export const database: Database = {
  ...{ query: unused, withLock: unused, removeDeletedRows: unused, close: unused },
  transaction: (work) => work(sql),
};
export const keys = { keyId: 'rzp_test_1', keySecret: 'secret' };
export const webhooks = { sendForPayment: vi.fn(), sendForRefund: vi.fn(), waitUntilSent: vi.fn() };

export const order: SimulatedOrder = {
  ...{ id: 'order_1', entity: 'order', amount: 200_000, amount_paid: 0, amount_due: 200_000 },
  ...{ currency: 'INR', receipt: 'r', status: 'created', attempts: 0, notes: [], created_at: 1 },
};
export const payment: SimulatedPayment = {
  ...{ id: 'pay_1', entity: 'payment', order_id: 'order_1', amount: 200_000, currency: 'INR' },
  ...{ status: 'captured', captured: true, method: 'netbanking', amount_refunded: 0, refund_status: null },
  ...{ notes: [], created_at: 7 },
};
export const refund: SimulatedRefund = {
  ...{ id: 'rfnd_1', entity: 'refund', payment_id: 'pay_1', amount: 500, currency: 'INR' },
  ...{ status: 'processed', created_at: 9 },
};

/** The body with which the provider refuses a call. */
export const refusal = (description: string, more = {}) => ({
  error: {
    ...{ code: 'BAD_REQUEST_ERROR', description, source: 'business', step: 'NA', reason: 'NA', metadata: {} },
    ...more,
  },
});
