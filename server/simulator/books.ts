import { randomBytes } from 'node:crypto';
import type { Sql } from '../database/database.ts';
import type { NewOrder } from '../payments/provider.ts';

/** An order as the provider's API shows it: amounts in paise, times in seconds since 1970. */
export interface SimulatedOrder {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: readonly string[];
  created_at: number;
}

/** A payment as the provider's API shows it. */
export interface SimulatedPayment {
  id: string;
  entity: 'payment';
  order_id: string;
  amount: number;
  currency: string;
  status: 'captured' | 'failed';
  captured: boolean;
  method: 'netbanking';
  created_at: number;
}

/** An id in the provider's form: a prefix and 14 letters or digits. */
export const newId = (prefix: 'order' | 'pay' | 'evt') => `${prefix}_${randomBytes(7).toString('hex')}`;

export async function createOrder(
  sql: Sql,
  { amount, currency, receipt }: NewOrder,
): Promise<SimulatedOrder> {
  const id = newId('order');
  await sql.query('insert into simulator_orders (id, amount, currency, receipt) values ($1, $2, $3, $4)', [
    id,
    amount,
    currency,
    receipt,
  ]);
  const order = await findOrder(sql, id);
  if (!order) throw new Error('A new order is not there.');
  return order;
}

interface OrderRow extends Record<string, unknown> {
  id: string;
  amount: number;
  currency: string;
  receipt: string;
  created_at: Date;
  attempts: number;
  captures: number;
}

export async function findOrder(sql: Sql, id: string): Promise<SimulatedOrder | undefined> {
  const [row] = await sql.query<OrderRow>(
    `select orders.*, count(payments.id)::integer as attempts,
       count(payments.id) filter (where payments.status = 'captured')::integer as captures
     from simulator_orders orders left join simulator_payments payments on payments.order_id = orders.id
     where orders.id = $1 group by orders.id`,
    [id],
  );
  if (!row) return undefined;
  const paid = row.captures > 0 ? row.amount : 0;
  return {
    id,
    entity: 'order',
    amount: row.amount,
    amount_paid: paid,
    amount_due: row.amount - paid,
    currency: row.currency,
    receipt: row.receipt,
    status: paid > 0 ? 'paid' : row.attempts > 0 ? 'attempted' : 'created',
    attempts: row.attempts,
    notes: [],
    created_at: seconds(row.created_at),
  };
}

interface PaymentRow extends Record<string, unknown> {
  id: string;
  status: SimulatedPayment['status'];
  created_at: Date;
}

/** Every attempt to pay an order, newest first, as at the provider. */
export async function findPayments(sql: Sql, order: SimulatedOrder): Promise<SimulatedPayment[]> {
  const rows = await sql.query<PaymentRow>(
    'select id, status, created_at from simulator_payments where order_id = $1 order by created_at desc, id',
    [order.id],
  );
  return rows.map((row) => toPayment(order, row));
}

/** Enters an attempt to pay; undefined when the order has been paid already and this would be a second success. */
export async function enterPayment(
  sql: Sql,
  order: SimulatedOrder,
  status: SimulatedPayment['status'],
): Promise<SimulatedPayment | undefined> {
  const [row] = await sql.query<PaymentRow>(
    `insert into simulator_payments (id, order_id, status) values ($1, $2, $3)
     on conflict do nothing returning id, status, created_at`,
    [newId('pay'), order.id, status],
  );
  return row && toPayment(order, row);
}

function toPayment(order: SimulatedOrder, { id, status, created_at }: PaymentRow): SimulatedPayment {
  return {
    id,
    entity: 'payment',
    order_id: order.id,
    amount: order.amount,
    currency: order.currency,
    status,
    captured: status === 'captured',
    method: 'netbanking',
    created_at: seconds(created_at),
  };
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
