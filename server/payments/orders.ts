import type { Payer } from '../../machines/registration/registration.rules.ts';
import type { Sql } from '../database/database.types.ts';
import type { OrderEvent, PaymentContext } from './context.ts';
import { type Evidence, toEvidence } from './evidence.ts';
import type { PaymentMode } from './paymentMode.ts';

/** A stored captured payment, amounts in paise. */
export type StoredPayment = {
  id: string;
  amount: number;
  currency: string;
  refunded: number;
  payer: Payer | null;
  createdAt: Date | null;
};

/**
 * A stored order, the amount in paise. `payments` are its captured payments, oldest first; `paymentId` is the one that
 * pays for it.
 */
export type Order = {
  id: string;
  email: string;
  amount: number;
  currency: string;
  receipt: string;
  createdAt: Date;
  /** The provider's public key with which it was made, and its mode. */
  keyId: string;
  paymentMode: PaymentMode;
  paymentId: string | null;
  submissionId: number | null;
  evidence: Evidence;
  /**
   * Why the order is closed: `replaced` (unpaid, and the fee or the keys have changed), `surplus` (to be refunded),
   * `refunded` (in full), `erased` (its registration is erased), `rehearsal` (paid before there were live keys). Null for
   * an open or paid order.
   */
  closed: 'replaced' | 'surplus' | 'refunded' | 'erased' | 'rehearsal' | null;
  payments: readonly StoredPayment[];
};

type OrderRow = Omit<Order, 'payments' | 'evidence'> & { evidence: number } & Record<string, unknown>;

type PaymentRow = Omit<StoredPayment, 'payer'> & {
  orderId: string;
  student: string | null;
  phone: string | null;
} & Record<string, unknown>;

export const orderColumns = `id, email, amount, currency, receipt, created_at as "createdAt", key_id as "keyId",
  payment_mode as "paymentMode", payment_id as "paymentId", submission_id as "submissionId", evidence, closed`;

/** `refunded` is the amount that the payment states or the sum of its refunds, whichever is more. */
const paymentColumns = `id, order_id as "orderId", amount, currency, student, phone, created_at as "createdAt",
  least(amount, greatest(refunded, (select coalesce(sum(refunds.amount), 0) from refunds
    where payment_id = payments.id and not has_failed)))::integer as refunded`;

const selectOrders = `select ${orderColumns} from orders where email = $1`;

/** Returns the orders of an e-mail address in canonical form, oldest first, and locks them until the transaction ends. */
export async function lockOrders(sql: Sql, email: string): Promise<Order[]> {
  // Always locked in the same order, so that two transactions cannot deadlock.
  const rows = await sql.query<OrderRow>(`${selectOrders} order by id for update`, [email]);
  return withPayments(
    sql,
    rows.toSorted((one, other) => +one.createdAt - +other.createdAt),
  );
}

/** Returns the orders of an e-mail address in canonical form, oldest first. */
export async function findOrders(sql: Sql, email: string): Promise<Order[]> {
  const rows = await sql.query<OrderRow>(`${selectOrders} order by created_at, id`, [email]);
  return withPayments(sql, rows);
}

/** Returns stored orders with their payments. */
export async function withPayments(sql: Sql, orders: readonly OrderRow[]): Promise<Order[]> {
  if (orders.length === 0) return [];
  const payments = await sql.query<PaymentRow>(
    `select ${paymentColumns} from payments where order_id = any($1) order by created_at, id`,
    [orders.map(({ id }) => id)],
  );
  return orders.map((order) => ({
    ...order,
    evidence: toEvidence(order.evidence),
    payments: payments.filter(({ orderId }) => orderId === order.id).map(toPayment),
  }));
}

const toPayment = ({ student, phone, orderId: _orderId, ...payment }: PaymentRow): StoredPayment => ({
  ...payment,
  payer: student !== null && phone !== null ? { student, phone } : null,
});

/** Returns whether a payment is not refunded in full. */
export const isNotFullyRefunded = ({ amount, refunded }: StoredPayment): boolean =>
  amount === 0 || refunded < amount;

/** Returns whether a payment has the amount and currency of an order. */
export const isOfFullAmount = (
  order: Pick<Order, 'amount' | 'currency'>,
  payment: Pick<StoredPayment, 'amount' | 'currency'>,
): boolean => payment.amount === order.amount && payment.currency === order.currency;

/** Returns the payer in the notes of the payment that pays for an order; null where they name nobody. */
export const payerInNotes = ({ payments, paymentId }: Order): Payer | null =>
  payments.find(({ id }) => id === paymentId)?.payer ?? null;

/** Returns whether an order is paid, and the payment is neither surplus nor refunded. */
export const isPaid = ({ paymentId, closed }: Order): boolean => paymentId !== null && closed === null;

/** Stores the changes of an order and reports the events that follow from them. */
export async function saveOrder(
  sql: Sql,
  { onOrderEvent }: PaymentContext,
  before: Order,
  after: Order,
): Promise<void> {
  if (isUnchanged(before, after)) return;
  await sql.query(
    'update orders set payment_id = $2, submission_id = $3, evidence = $4, closed = $5 where id = $1',
    [after.id, after.paymentId, after.submissionId, after.evidence, after.closed],
  );
  for (const event of orderEventsBetween(before, after)) await onOrderEvent(sql, event);
}

const isUnchanged = (one: Order, other: Order): boolean =>
  one.paymentId === other.paymentId &&
  one.submissionId === other.submissionId &&
  one.evidence === other.evidence &&
  one.closed === other.closed;

/** Returns the events between two states of an order. */
function orderEventsBetween(before: Order, after: Order): OrderEvent[] {
  const { id: orderId, paymentId, submissionId } = after;
  if (paymentId === null) return [];
  const event = { orderId, paymentId, submissionId };
  if (after.closed === 'surplus')
    return before.closed === 'surplus' ? [] : [{ type: 'surplus recorded', ...event }];
  const isNew = !isPaid(before) || before.paymentId !== paymentId || before.submissionId !== submissionId;
  return after.closed === null && submissionId !== null && isNew
    ? [{ type: 'registration paid', ...event }]
    : [];
}
