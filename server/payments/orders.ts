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
  /** The provider's public key of the order, and its mode. */
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

type OrderRow = Record<string, unknown> &
  Omit<Order, 'snapshot' | 'payments'> & {
    facts: OrderEvent[];
    payments: (Record<'student' | 'phone' | 'course' | 'createdAt', string | null> & { id: string })[];
  };

/** Begins the text in place of the e-mail address of an order whose person is erased; no address has a space. */
export const ERASED_EMAIL_PREFIX = 'erased ';

const columns = `id, email, amount, currency, receipt, created_at as "createdAt", key_id as "keyId",
  payment_mode as "paymentMode", json_build_object('state', state, 'purpose', purpose, 'polling', polling,
    'isRehearsal', is_rehearsal, 'paymentId', payment_id, 'submissionId', submission_id) as stored,
  array(select fact from order_facts where order_id = orders.id order by id) as facts,
  array(select json_build_object('id', id, 'student', student, 'phone', phone, 'course', course, 'createdAt', created_at)
    from payments where order_id = orders.id order by created_at, id) as payments`;

/** The orders of an e-mail address in canonical form, oldest first. */
export const findOrders = (sql: Sql, email: string): Promise<Order[]> =>
  selectOrders(sql, 'email = $1', [email]);

/**
 * Locks the orders that a condition in SQL selects until the transaction ends, always in the same order and before
 * the submissions of their address, so that two transactions cannot deadlock. Read them afterwards: only then are
 * the changes of another transaction visible.
 */
export const lockOrders = (
  sql: Sql,
  condition: string,
  values: readonly unknown[],
): Promise<{ id: string; email: string }[]> =>
  sql.query(`select id, email from orders where ${condition} order by id for update`, values);

/** The orders of an e-mail address in canonical form, oldest first, locked. */
export async function lockAndFindOrders(sql: Sql, email: string): Promise<Order[]> {
  const locked = await lockOrders(sql, 'email = $1', [email]);
  return locked.length === 0 ? [] : findOrders(sql, email);
}

/**
 * Locks an order and the others of its address.
 *
 * @returns The address; undefined for an unknown order.
 */
export async function lockAddressOf(sql: Sql, orderId: string): Promise<string | undefined> {
  const locked = await lockOrders(sql, 'email = (select email from orders where id = $1)', [orderId]);
  const own = locked.find(({ id }) => id === orderId);
  if (own) return own.email;
  const [known] = await sql.query('select 1 from orders where id = $1', [orderId]);
  // Its person was erased while this waited for the lock.
  return known && lockAddressOf(sql, orderId);
}

/** The orders that an SQL condition selects, oldest first, with their facts replayed. */
export async function selectOrders(
  sql: Sql,
  condition: string,
  values: readonly unknown[],
): Promise<Order[]> {
  const rows = await sql.query<OrderRow>(
    `select ${columns} from orders where ${condition} order by created_at, id`,
    values,
  );
  return rows.map(({ facts, payments, ...order }) => ({
    ...order,
    snapshot: replayOrder(inputOf(order), facts),
    payments: payments.map(({ id, student, phone, course, createdAt }) => ({
      id,
      payer: student !== null && phone !== null ? { student, phone, course: course ?? undefined } : null,
      createdAt: createdAt === null ? null : new Date(createdAt),
    })),
  }));
}

/** The input of the order machine. */
export const inputOf = ({
  amount,
  currency,
  paymentMode,
}: Pick<Order, 'amount' | 'currency' | 'paymentMode'>) => ({
  amount,
  currency,
  isLive: paymentMode === 'live',
});

/** The columns that follow from the facts of an order. */
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

const isReport = (params: unknown): params is OrderReport => isRecord(params) && 'reference' in params;

const isEqual = (one: OrderSnapshot, other: OrderSnapshot): boolean =>
  JSON.stringify([one.value, one.context]) === JSON.stringify([other.value, other.context]);

/**
 * Lets a fact happen to an order: stores it, stores its consequences, and performs the machine's actions. A fact
 * that changes nothing is not stored. The order must be locked.
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
  await sql.query(
    `with recorded as (insert into order_facts (order_id, fact) values ($1, $2))
     update orders set state = $3, purpose = $4, polling = $5, is_rehearsal = $6, payment_id = $7, submission_id = $8
     where id = $1`,
    [order.id, JSON.stringify(fact), state, purpose, polling, isRehearsal, paymentId, submissionId],
  );
  for (const { type: name, params } of actions) {
    const type = orderActionTypes.find((each) => each === name);
    if (type && isReport(params)) await onOrderAction(sql, { type, report: params, submissionId });
  }
  return after;
}
