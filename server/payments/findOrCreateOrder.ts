import { randomUUID } from 'node:crypto';
import { closeOrdersOfOtherKeys } from './closeOrdersOfOtherKeys.ts';
import type { PaymentContext } from './context.ts';
import { findOrders, isPaid, type Order } from './orders.ts';
import { mayFind } from './paymentMode.ts';
import { type PaymentProvider, RefusedError } from './provider.ts';
import { syncPayments } from './syncPayments.ts';

/** An amount in paise. */
export type Price = {
  amount: number;
  currency: string;
};

/** Returns the orders that the provider is asked about: the three newest that it may find and that are unpaid. */
export const ordersToSync = (orders: readonly Order[], provider: PaymentProvider): Order[] =>
  orders.filter((order) => mayFind(provider, order) && order.paymentId === null).slice(-3);

const isAwaitingPayment = ({ paymentId, closed }: Order) => paymentId === null && closed === null;

/**
 * Returns an order of an e-mail address: the one that is paid and belongs to the given registration, else one that is paid
 * without a registration (both with their `paymentId`), else the one to be paid, else a new one.
 *
 * Asks the provider for payments first. Replaces an unpaid order whose amount is not the price, or that was made with
 * other keys.
 * To be called under the e-mail's key of `withLock`.
 *
 * @param email The address in canonical form.
 * @throws HttpError when the provider is unavailable (503) or refuses (502).
 */
export async function findOrCreateOrder(
  context: PaymentContext,
  email: string,
  price: Price,
  registrationId: number | null = null,
): Promise<Order> {
  const { database, provider } = context;
  for (const order of ordersToSync(await findOrders(database, email), provider))
    await syncPayments(context, order);
  await closeOrdersOfOtherKeys(database, provider, email);

  const orders = await findOrders(database, email);
  const paidOrders = orders.filter(isPaid);
  const paid =
    paidOrders.find(({ submissionId }) => submissionId !== null && submissionId === registrationId) ??
    paidOrders.find(({ submissionId }) => submissionId === null);
  if (paid) return paid;
  const unpaid = orders.find(isAwaitingPayment);
  if (unpaid?.amount === price.amount && unpaid.currency === price.currency) return unpaid;
  return createOrder(context, email, price, unpaid);
}

/** Creates an order at the provider and stores it in place of an earlier one. */
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
      `insert into orders (id, email, amount, currency, receipt, key_id, payment_mode)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [id, email, price.amount, price.currency, receipt, provider.key, provider.mode],
    );
  });
  const orders = await findOrders(database, email);
  // Another server may have stored one first when the connection, and the lock with it, was lost.
  const created = orders.find((order) => order.id === id) ?? orders.find(isAwaitingPayment);
  // The provider has given the id of another person's order.
  if (!created) throw new RefusedError();
  return created;
}
