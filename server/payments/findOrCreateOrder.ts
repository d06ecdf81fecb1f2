import { randomUUID } from 'node:crypto';
import { canonicalEmail } from '../../machines/canonicalEmail.ts';
import type { PaymentContext } from './context.ts';
import { findOrders, isPaid, type Order } from './orders.ts';
import { syncPayments } from './syncPayments.ts';

/** An amount in paise. */
export interface Price {
  amount: number;
  currency: string;
}

/** Orders that a payment may still come for. The provider is asked about the newest ones only. */
export const newestUnpaidOrders = (orders: readonly Order[]): Order[] =>
  orders.filter(({ paymentId }) => paymentId === null).slice(-3);

const isAwaitingPayment = ({ paymentId, closed }: Order) => paymentId === null && closed === null;

/**
 * Returns the order that a visitor is to pay, or has paid without a registration (with its `paymentId`): the open one of
 * their e-mail address, or a new one.
 *
 * The provider is asked first. An unpaid order of another amount than the price is replaced by a new one.
 * To be called under the e-mail's key of `withLock`.
 *
 * @throws HttpError when the provider is unavailable or refuses.
 */
export async function findOrCreateOrder(
  context: PaymentContext,
  email: string,
  price: Price,
): Promise<Order> {
  const { database } = context;
  for (const order of newestUnpaidOrders(await findOrders(database, email)))
    await syncPayments(context, order);

  const orders = await findOrders(database, email);
  const paid = orders.find((order) => isPaid(order) && order.submissionId === null);
  if (paid) return paid;
  const unpaid = orders.find(isAwaitingPayment);
  if (unpaid?.amount === price.amount && unpaid.currency === price.currency) return unpaid;
  return createOrder(context, email, price, unpaid);
}

/** Makes an order at the provider and stores it in place of a former one. */
async function createOrder(
  { database, provider }: PaymentContext,
  email: string,
  price: Price,
  replaced: Order | undefined,
): Promise<Order> {
  const receipt = randomUUID();
  const id = await provider.createOrder({ ...price, receipt });
  await database.transaction(async (sql) => {
    await sql.query(`update orders set closed = 'replaced' where id = $1 and payment_id is null`, [
      replaced?.id ?? null,
    ]);
    await sql.query(
      `insert into orders (id, email, amount, currency, receipt) values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [id, canonicalEmail(email), price.amount, price.currency, receipt],
    );
  });
  const orders = await findOrders(database, email);
  // Another server may have been quicker where a connection, and the lock with it, was lost.
  const created = orders.find((order) => order.id === id) ?? orders.find(isAwaitingPayment);
  if (!created) throw new Error('An order was neither made nor found.');
  return created;
}
