import { transition } from 'xstate';
import { type OrderSnapshot, orderMachine, replayOrder } from '../../machines/order/order.machine.ts';
import { orderStateOf, pollingOf, purposeOf } from '../../machines/order/order.state.ts';
import type { OrderEvent, OrderReport } from '../../machines/order/order.types.ts';
import type { Payer } from '../../machines/registration/registration.rules.ts';
import type { Sql } from '../database/database.types.ts';
import { isRecord } from '../shared/json.ts';
import { orderActionTypes, type PaymentContext } from './context.ts';
import type { PaymentMode } from './paymentMode.ts';

/** A stored order, the amount in paise; its snapshot is that of the order machine after all facts. */
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
  snapshot: OrderSnapshot;
  /** The payers in the notes of its payments, and the times of the payments. */
  payments: readonly StoredPayment[];
  /** The columns that were stored beside its facts when it was read. */
  stored: Projection;
};

type StoredPayment = { id: string; payer: Payer | null; createdAt: Date | null };

/** The stored columns that follow from the facts of an order. */
type Projection = {
  state: string;
  purpose: string;
  polling: string;
  isRehearsal: boolean;
  paymentId: string | null;
  submissionId: number | null;
};

type OrderRow = Record<string, unknown> & Omit<Order, 'snapshot' | 'payments' | 'stored'> & Projection;

/** Begins the text in place of the e-mail address of an order whose person is erased; no address has a space. */
export const ERASED_EMAIL_PREFIX = 'erased ';

const columns = `id, email, amount, currency, receipt, created_at as "createdAt", key_id as "keyId",
  payment_mode as "paymentMode", state, purpose, polling, is_rehearsal as "isRehearsal", payment_id as "paymentId", submission_id as "submissionId"`;

/** Returns the orders of an e-mail address in canonical form, oldest first. */
export const findOrders = (sql: Sql, email: string): Promise<Order[]> =>
  selectOrders(sql, 'email = $1 order by created_at, id', [email]);

/**
 * Returns the orders of an e-mail address in canonical form, oldest first, and locks them until the transaction ends. They are always
 * locked in the same order, so that two transactions cannot deadlock.
 */
export async function lockOrders(sql: Sql, email: string): Promise<Order[]> {
  const orders = await selectOrders(sql, 'email = $1 order by id for update', [email]);
  return orders.toSorted((one, other) => +one.createdAt - +other.createdAt);
}

/** An order, and the other orders of its address. */
export type LockedOrder = { order: Order; others: Order[] };

/** Returns an order and the others of its address, and locks them; undefined for an unknown order. */
export async function lockOrderWithOthers(sql: Sql, orderId: string): Promise<LockedOrder | undefined> {
  const [row] = await sql.query<{ email: string }>('select email from orders where id = $1', [orderId]);
  if (!row) return undefined;
  const orders = await lockOrders(sql, row.email);
  const order = orders.find(({ id }) => id === orderId);
  // Its person was erased meanwhile: whoever asks again finds it.
  if (!order) throw new Error('An order of the address is not among its orders.');
  return { order, others: orders.filter((other) => other !== order) };
}

/** Returns the orders that a condition in SQL selects, with their facts replayed. */
export async function selectOrders(
  sql: Sql,
  condition: string,
  values: readonly unknown[],
): Promise<Order[]> {
  const rows = await sql.query<OrderRow>(`select ${columns} from orders where ${condition}`, values);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const facts = await sql.query<{ orderId: string; fact: OrderEvent }>(
    'select order_id as "orderId", fact from order_facts where order_id = any($1) order by id',
    [ids],
  );
  const payments = await selectPayments(sql, ids);
  return rows.map(({ state, purpose, polling, isRehearsal, paymentId, submissionId, ...order }) => ({
    ...order,
    snapshot: replayOrder(
      inputOf(order),
      facts.filter(({ orderId }) => orderId === order.id).map(({ fact }) => fact),
    ),
    payments: payments.filter(({ orderId }) => orderId === order.id),
    stored: { state, purpose, polling, isRehearsal, paymentId, submissionId },
  }));
}

/** Returns the payments of orders, oldest first. */
export async function selectPayments(
  sql: Sql,
  orderIds: readonly string[],
): Promise<(StoredPayment & { orderId: string })[]> {
  const rows = await sql.query<{
    id: string;
    orderId: string;
    student: string | null;
    phone: string | null;
    createdAt: Date | null;
  }>(
    `select id, order_id as "orderId", student, phone, created_at as "createdAt" from payments
     where order_id = any($1) order by created_at, id`,
    [orderIds],
  );
  return rows.map(({ student, phone, ...payment }) => ({ ...payment, payer: toPayer(student, phone) }));
}

/** Returns the input of the machine of an order. */
export const inputOf = ({
  amount,
  currency,
  paymentMode,
}: Pick<Order, 'amount' | 'currency' | 'paymentMode'>) => ({
  amount,
  currency,
  isLive: paymentMode === 'live',
});

const toPayer = (student: string | null, phone: string | null): Payer | null =>
  student !== null && phone !== null ? { student, phone } : null;

/** Returns the columns that follow from the facts of an order. */
export function projectionOf({ snapshot }: Pick<Order, 'snapshot'>): Projection {
  const { isRehearsal, paymentId, registration } = snapshot.context;
  return {
    state: orderStateOf(snapshot),
    purpose: purposeOf(snapshot),
    polling: pollingOf(snapshot),
    isRehearsal,
    paymentId,
    submissionId: registration,
  };
}

/** Returns the payer in the notes of the payment that pays for an order; null where they name nobody. */
export const payerInNotes = ({ payments, snapshot }: Order): Payer | null =>
  payments.find(({ id }) => id === snapshot.context.paymentId)?.payer ?? null;

/** Returns whether an order counts as paid. */
export const isPaid = ({ snapshot }: Order): boolean => snapshot.hasTag('paid');

/** Returns whether an order can be paid: it is not paid, and nothing has replaced it. */
export const canBePaid = ({ snapshot }: Order): boolean => snapshot.matches({ purpose: 'open' });

/** Returns the registration that an order is assigned to. */
export const registrationOf = ({ snapshot }: Order): number | null => snapshot.context.registration;

const isReport = (params: unknown): params is OrderReport => isRecord(params) && 'reference' in params;

const isEqual = (one: OrderSnapshot, other: OrderSnapshot): boolean =>
  JSON.stringify([one.value, one.context]) === JSON.stringify([other.value, other.context]);

/**
 * Lets a fact happen to an order: stores it, stores what follows from it, and does what the machine's actions say.
 * A fact that changes nothing is not stored. The order must be locked.
 *
 * @returns The order afterwards.
 */
export async function recordFact(
  sql: Sql,
  { onOrderAction }: Pick<PaymentContext, 'onOrderAction'>,
  order: Order,
  fact: OrderEvent,
): Promise<Order> {
  const [snapshot, actions] = transition(orderMachine, order.snapshot, fact);
  if (isEqual(order.snapshot, snapshot)) return order;
  const after = { ...order, snapshot };
  const { state, purpose, polling, isRehearsal, paymentId, submissionId } = projectionOf(after);
  await sql.query('insert into order_facts (order_id, fact) values ($1, $2)', [
    order.id,
    JSON.stringify(fact),
  ]);
  await sql.query(
    `update orders set state = $2, purpose = $3, polling = $4, is_rehearsal = $5, payment_id = $6, submission_id = $7
     where id = $1`,
    [order.id, state, purpose, polling, isRehearsal, paymentId, submissionId],
  );
  for (const { type: name, params } of actions) {
    const type = orderActionTypes.find((each) => each === name);
    if (type && isReport(params)) await onOrderAction(sql, { type, report: params, submissionId });
  }
  return after;
}
