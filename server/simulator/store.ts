import { randomBytes } from 'node:crypto';
import type { Sql } from '../database/database.types.ts';

/** An order in the provider's API: amounts in paise, times in seconds since 1970. */
export type SimulatedOrder = {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  offer_id: null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes | readonly string[];
  created_at: number;
};

/** Notes of an order or a payment; the provider has an empty list where there are none. */
export type Notes = Readonly<Record<string, string>>;

/** A new order in the form of the provider's API; the amount in paise. */
export type NewSimulatedOrder = {
  amount: number;
  currency: string;
  receipt?: string | null;
  notes?: Notes;
};

/** The first outcome of an attempt to pay; one that is authorized is captured later. */
export type AttemptStatus = 'authorized' | 'captured' | 'failed';

/** A payment in the provider's API. */
export type SimulatedPayment = {
  id: string;
  entity: 'payment';
  order_id: string;
  amount: number;
  currency: string;
  status: AttemptStatus | 'refunded';
  captured: boolean;
  method: 'netbanking';
  amount_refunded: number;
  refund_status: null | 'partial' | 'full';
  notes: Notes | readonly string[];
  created_at: number;
};

/** A refund in the provider's API. */
export type SimulatedRefund = {
  id: string;
  entity: 'refund';
  payment_id: string;
  amount: number;
  currency: string;
  status: 'processed';
  created_at: number;
};

/** A new id in the provider's format: a prefix and 14 letters or digits. */
export const createId = (prefix: 'order' | 'pay' | 'evt' | 'rfnd') =>
  `${prefix}_${randomBytes(7).toString('hex')}`;

export async function createOrder(
  sql: Sql,
  { amount, currency, receipt, notes }: NewSimulatedOrder,
): Promise<SimulatedOrder> {
  const [row] = await sql.query<OrderRow>(
    `insert into simulator_orders (id, amount, currency, receipt, notes) values ($1, $2, $3, $4, $5)
     returning *, 0 as attempts, 0 as captures, null as due`,
    [createId('order'), amount, currency, receipt ?? null, notes ? JSON.stringify(notes) : null],
  );
  if (!row) throw new Error('A new order was not stored.');
  return toOrder(row);
}

type OrderRow = Record<string, unknown> & {
  id: string;
  amount: number;
  currency: string;
  receipt: string | null;
  notes: Notes | null;
  created_at: Date;
  attempts: number;
  captures: number;
  /** The payment to be captured now. */
  due: string | null;
};

const selectOrder = (sql: Sql, id: string) =>
  sql.query<OrderRow>(
    `select orders.*, count(payments.id)::integer as attempts,
       count(payments.id) filter (where payments.status = 'captured')::integer as captures,
       (array_agg(payments.id order by payments.created_at) filter (
         where payments.status = 'authorized' and payments.created_at <= now() - interval '1 minute'))[1] as due
     from simulator_orders orders left join simulator_payments payments on payments.order_id = orders.id
     where orders.id = $1 group by orders.id`,
    [id],
  );

/** First captures a payment that was authorized a minute ago, as if its webhook were lost. */
export async function findOrder(sql: Sql, id: string): Promise<SimulatedOrder | undefined> {
  let [row] = await selectOrder(sql, id);
  if (row?.due && row.captures === 0) {
    await sql.query(
      `update simulator_payments set status = 'captured' where id = $1 and not exists (
         select 1 from simulator_payments where order_id = $2 and status = 'captured')`,
      [row.due, id],
    );
    [row] = await selectOrder(sql, id);
  }
  return row && toOrder(row);
}

function toOrder(row: OrderRow): SimulatedOrder {
  const paid = row.captures > 0 ? row.amount : 0;
  return {
    id: row.id,
    entity: 'order',
    amount: row.amount,
    amount_paid: paid,
    amount_due: row.amount - paid,
    currency: row.currency,
    receipt: row.receipt,
    offer_id: null,
    status: paid > 0 ? 'paid' : row.attempts > 0 ? 'attempted' : 'created',
    attempts: row.attempts,
    notes: row.notes ?? [],
    created_at: unixSeconds(row.created_at),
  };
}

type PaymentRow = Record<string, unknown> & {
  id: string;
  status: AttemptStatus;
  created_at: Date;
  notes: Notes | null;
  refunded: number;
};

const paymentColumns = 'id, status, created_at, notes, refunded';

/** Every attempt to pay an order, newest first, as from the provider. */
export async function findPayments(sql: Sql, order: SimulatedOrder): Promise<SimulatedPayment[]> {
  const rows = await sql.query<PaymentRow>(
    `select ${paymentColumns} from simulator_payments where order_id = $1 order by created_at desc, id`,
    [order.id],
  );
  return rows.map((row) => toPayment(order, row));
}

/** Stores an attempt to pay an order and returns it; undefined when it would be a second success. */
export async function addPayment(
  sql: Sql,
  order: SimulatedOrder,
  status: AttemptStatus,
  notes: Notes | undefined,
): Promise<SimulatedPayment | undefined> {
  const [row] = await sql.query<PaymentRow>(
    `insert into simulator_payments (id, order_id, status, notes) values ($1, $2, $3, $4)
     on conflict do nothing returning ${paymentColumns}`,
    [createId('pay'), order.id, status, notes ? JSON.stringify(notes) : null],
  );
  return row && toPayment(order, row);
}

/**
 * Stores a refund of a captured payment: of the remaining amount unless one in paise is given.
 *
 * @returns The refund and the payment after it; undefined when the payment is unknown or less remains.
 */
export async function addRefund(
  sql: Sql,
  paymentId: string,
  requestedAmount: number | undefined,
): Promise<{ refund: SimulatedRefund; payment: SimulatedPayment } | undefined> {
  const [remaining] = await sql.query<{ order_id: string; amount: number }>(
    `select order_id, amount - refunded as amount from simulator_payments payments
     join simulator_orders orders on orders.id = order_id where payments.id = $1 and status = 'captured'`,
    [paymentId],
  );
  const order = remaining && (await findOrder(sql, remaining.order_id));
  if (!remaining || !order) return undefined;
  const amount = requestedAmount ?? remaining.amount;
  const [row] = await sql.query<PaymentRow>(
    `update simulator_payments set refunded = refunded + $2
     where id = $1 and $2 > 0 and refunded + $2 <= $3 returning ${paymentColumns}`,
    [paymentId, amount, order.amount],
  );
  if (!row) return undefined;
  const payment = toPayment(order, row);
  const refund: SimulatedRefund = {
    id: createId('rfnd'),
    entity: 'refund',
    payment_id: paymentId,
    amount,
    currency: order.currency,
    status: 'processed',
    created_at: unixSeconds(new Date()),
  };
  await sql.query('insert into simulator_refunds (id, payment_id, amount) values ($1, $2, $3)', [
    refund.id,
    paymentId,
    amount,
  ]);
  return { refund, payment };
}

/** Newest first. */
export async function findRefunds(sql: Sql, paymentId: string): Promise<SimulatedRefund[]> {
  const rows = await sql.query<{ id: string; amount: number; currency: string; created_at: Date }>(
    `select refunds.id, refunds.amount, currency, refunds.created_at from simulator_refunds refunds
     join simulator_payments payments on payments.id = payment_id
     join simulator_orders orders on orders.id = payments.order_id
     where payment_id = $1 order by refunds.created_at desc, refunds.id`,
    [paymentId],
  );
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    entity: 'refund',
    payment_id: paymentId,
    status: 'processed',
    created_at: unixSeconds(created_at),
  }));
}

function toPayment(order: SimulatedOrder, row: PaymentRow): SimulatedPayment {
  const { id, status, created_at, notes, refunded } = row;
  const isFullyRefunded = refunded === order.amount;
  return {
    id,
    entity: 'payment',
    order_id: order.id,
    amount: order.amount,
    currency: order.currency,
    status: isFullyRefunded ? 'refunded' : status,
    captured: status === 'captured',
    method: 'netbanking',
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : isFullyRefunded ? 'full' : 'partial',
    notes: notes ?? [],
    created_at: unixSeconds(created_at),
  };
}

const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
