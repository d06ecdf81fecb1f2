import { randomUUID } from 'node:crypto';
import type { Database, Sql } from '../database/database.ts';
import { CallError } from '../errors.ts';
import { queueConfirmation } from '../mail/outbox.ts';
import type { Payment, Provider } from './provider.ts';

/** An order as we keep it: the amount in paise, `paymentId` once the provider says it is captured. */
export interface Order {
  id: string;
  amount: number;
  currency: string;
  receipt: string;
  paymentId: string | null;
  /** Whether a registration may still claim it. */
  available: boolean;
}

/** What our own code needs to take money. */
export interface Till {
  database: Database;
  provider: Provider;
}

type OrderRow = Record<string, unknown> & Order;

const columns = 'id, amount, currency, receipt, payment_id as "paymentId", available';

/** The order of an e-mail address that is not both paid and claimed yet; there is at most one. */
export async function findOpenOrder(sql: Sql, email: string): Promise<Order | undefined> {
  const [order] = await sql.query<OrderRow>(
    `select ${columns} from orders where email = $1 and (available or payment_id is null)`,
    [email],
  );
  return order;
}

/**
 * The order that a visitor is to pay: the open one of their e-mail address, or a new one.
 *
 * The provider is asked first, so that `paymentId` is set when it has been paid already. An unpaid order that a pending
 * registration holds is handed out again and may then be claimed by the next registration (see `claim`).
 * To be called under the e-mail's key of `exclusive`.
 *
 * @throws CallError when the provider is away or refuses.
 */
export async function orderFor({ database, provider }: Till, email: string, price: Price): Promise<Order> {
  const open = await findOpenOrder(database, email);
  if (open && !open.paymentId) open.paymentId = await settle({ database, provider }, open);
  if (open?.paymentId && open.available) return open;
  if (open && !open.paymentId) {
    await database.query('update orders set available = true where id = $1', [open.id]);
    return open;
  }

  const receipt = randomUUID();
  const id = await provider.createOrder({ ...price, receipt });
  const [made] = await database.query<OrderRow>(
    `insert into orders (id, email, amount, currency, receipt) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning ${columns}`,
    [id, email, price.amount, price.currency, receipt],
  );
  const order = made ?? (await findOpenOrder(database, email));
  if (!order) throw new Error('An order was neither made nor found.');
  return order;
}

/** An amount in paise. */
export interface Price {
  amount: number;
  currency: string;
}

/**
 * Asks the provider whether an order has been paid and keeps the answer; gives the payment's id, or null.
 *
 * @throws CallError when the provider is away or refuses.
 */
export async function settle({ database, provider }: Till, order: Pick<Order, 'id'>): Promise<string | null> {
  for (const payment of await provider.payments(order.id)) {
    if (await database.transaction((sql) => recordPayment(sql, payment))) return payment.id;
  }
  return null;
}

/** The same, taking silence of the provider for "not yet". */
export async function settleIfReachable(till: Till, order: Pick<Order, 'id'>): Promise<string | null> {
  try {
    return await settle(till, order);
  } catch (error) {
    if (error instanceof CallError) return null;
    throw error;
  }
}

/**
 * Keeps a captured payment of the whole amount in the order's own currency; says whether it pays for one of our orders.
 * The registration that has the order is confirmed. To be called in a transaction.
 */
export async function recordPayment(sql: Sql, payment: Payment): Promise<boolean> {
  if (payment.status !== 'captured') return false;
  const rows = await sql.query<{ submissionId: number | null }>(
    `update orders set payment_id = $2
     where id = $1 and amount = $3 and currency = $4 and (payment_id is null or payment_id = $2)
     returning submission_id as "submissionId"`,
    [payment.orderId, payment.id, payment.amount, payment.currency],
  );
  for (const { submissionId } of rows) if (submissionId) await queueConfirmation(sql, submissionId);
  return rows.length === 1;
}

/**
 * Gives an order to a registration, unless the registration has another one already; when the order is paid, the
 * registration is confirmed. To be called in a transaction.
 */
export async function claim(sql: Sql, orderId: string, submissionId: number): Promise<void> {
  const rows = await sql.query<{ paymentId: string | null }>(
    `update orders set submission_id = $2, available = false
     where id = $1 and not exists (select 1 from orders where submission_id = $2 and id <> $1)
     returning payment_id as "paymentId"`,
    [orderId, submissionId],
  );
  for (const { paymentId } of rows) if (paymentId) await queueConfirmation(sql, submissionId);
}
