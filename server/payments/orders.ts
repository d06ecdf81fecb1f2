import { canonicalEmail } from '../../machines/canonicalEmail.ts';
import type { Payer } from '../../machines/registration/registration.rules.ts';
import type { Sql } from '../database/database.types.ts';
import type { OrderEvent, PaymentContext } from './context.ts';
import { type Evidence, toEvidence } from './evidence.ts';

/** A captured payment as it is stored, amounts in paise. */
export interface StoredPayment {
  id: string;
  amount: number;
  currency: string;
  refunded: number;
  payer: Payer | null;
  createdAt: Date | null;
}

/**
 * An order as it is stored, the amount in paise. `payments` are its captured payments, oldest first; `paymentId` is the
 * one that pays for it.
 */
export interface Order {
  id: string;
  email: string;
  amount: number;
  currency: string;
  receipt: string;
  createdAt: Date;
  paymentId: string | null;
  submissionId: number | null;
  evidence: Evidence;
  /**
   * `replaced`: unpaid, and the fee has changed. `surplus`: to be refunded. `refunded`: its payment was, in full.
   * `erased`: its registration was.
   */
  closed: 'replaced' | 'surplus' | 'refunded' | 'erased' | null;
  payments: readonly StoredPayment[];
}

/** The forms in which an address may be stored: canonical, as the previous release wrote it, and as it was read. */
export const storedEmailForms = (email: string): string[] => [
  ...new Set([canonicalEmail(email), email.trim().toLowerCase(), email]),
];

type OrderRow = Omit<Order, 'payments' | 'evidence'> & { evidence: number } & Record<string, unknown>;

type PaymentRow = Omit<StoredPayment, 'payer'> & {
  orderId: string;
  student: string | null;
  phone: string | null;
} & Record<string, unknown>;

export const orderColumns = `id, email, amount, currency, receipt, created_at as "createdAt", payment_id as "paymentId",
  submission_id as "submissionId", evidence, closed`;

/** What has been refunded of a payment: what it says itself or what its refunds come to, whichever is more. */
const paymentColumns = `id, order_id as "orderId", amount, currency, student, phone, created_at as "createdAt",
  least(amount, greatest(refunded, (select coalesce(sum(refunds.amount), 0) from refunds
    where payment_id = payments.id and not has_failed)))::integer as refunded`;

const selectOrders = `select ${orderColumns} from orders where email = any($1)`;

/** Returns the orders of an address, oldest first, and keeps them from being changed until the transaction ends. */
export async function lockOrders(sql: Sql, email: string): Promise<Order[]> {
  // Always locked in the same order, so that no two transactions wait for each other.
  const rows = await sql.query<OrderRow>(`${selectOrders} order by id for update`, [storedEmailForms(email)]);
  return withPayments(
    sql,
    rows.toSorted((one, other) => +one.createdAt - +other.createdAt),
  );
}

/** Returns the orders of an address, oldest first. */
export async function findOrders(sql: Sql, email: string): Promise<Order[]> {
  const rows = await sql.query<OrderRow>(`${selectOrders} order by created_at, id`, [
    storedEmailForms(email),
  ]);
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

const toPayment = ({ student, phone, orderId: _of, ...payment }: PaymentRow): StoredPayment => ({
  ...payment,
  payer: student !== null && phone !== null ? { student, phone } : null,
});

/** Whether a payment has not been given back in full. */
export const isNotFullyRefunded = ({ amount, refunded }: StoredPayment): boolean =>
  amount === 0 || refunded < amount;

/** Whether a payment is of the amount and in the currency of an order. */
export const isOfFullAmount = (
  order: Pick<Order, 'amount' | 'currency'>,
  payment: Pick<StoredPayment, 'amount' | 'currency'>,
): boolean => payment.amount === order.amount && payment.currency === order.currency;

/** Whom the payment that pays for an order names in its notes; null where it names nobody. */
export const payerInNotes = ({ payments, paymentId }: Order): Payer | null =>
  payments.find(({ id }) => id === paymentId)?.payer ?? null;

/** Whether an order is paid, and the payment is neither surplus nor refunded. */
export const isPaid = ({ paymentId, closed }: Order): boolean => paymentId !== null && closed === null;

/** Stores what has changed of an order, and tells of what has become true. Nobody else writes these columns. */
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

/** Returns what has become true between two states of an order. */
function orderEventsBetween(before: Order, after: Order): OrderEvent[] {
  const { id: orderId, paymentId, submissionId } = after;
  if (paymentId === null) return [];
  const event = { orderId, paymentId, submissionId };
  const wasPaid = before.paymentId !== null && before.closed === null;
  const wasSurplus = before.paymentId !== null && before.closed === 'surplus';
  if (after.closed === 'surplus') return wasSurplus ? [] : [{ type: 'surplus recorded', ...event }];
  const isNew = !wasPaid || before.submissionId !== submissionId;
  return after.closed === null && submissionId !== null && isNew
    ? [{ type: 'registration paid', ...event }]
    : [];
}
