import { randomUUID } from 'node:crypto';
import { canBePaid, isPaid, registrationOf } from '../../machines/order/order.state.ts';
import type { Sql } from '../database/database.types.ts';
import type { PaymentContext } from './context.ts';
import { recordKeysOf } from './keys.ts';
import { findOrders, lockAndFindOrders, type Order, recordFact } from './orders.ts';
import { type NewOrder, type PaymentProvider, RefusedError } from './provider.ts';
import { syncPayments } from './syncPayments.ts';

type Price = Omit<NewOrder, 'receipt'>;

/**
 * Returns the orders that the provider is asked about: the three newest that are unpaid and of its mode, since keys of
 * one mode may belong to one account.
 */
export const ordersToSync = (orders: readonly Order[], { mode }: PaymentProvider): Order[] =>
  orders
    .filter(({ paymentMode, snapshot }) => paymentMode === mode && snapshot.context.paymentId === null)
    .slice(-3);

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
  const found = await findOrders(database, email);
  for (const order of ordersToSync(found, provider)) await syncPayments(context, order);
  await recordKeysOf(context, email, found);

  const orders = found.length === 0 ? found : await findOrders(database, email);
  const paidOrders = orders.filter(isPaid);
  const paid =
    paidOrders.find((order) => registrationId !== null && registrationOf(order) === registrationId) ??
    paidOrders.find((order) => registrationOf(order) === null);
  if (paid) return paid;
  const unpaid = orders.find(canBePaid);
  if (unpaid?.amount === price.amount && unpaid.currency === price.currency) return unpaid;
  return createOrder(context, email, price, unpaid !== undefined);
}

/** Creates an order at the provider and stores it, where there is an unpaid one in its place. */
async function createOrder(
  context: PaymentContext,
  email: string,
  price: Price,
  hasUnpaid: boolean,
): Promise<Order> {
  const { database, provider } = context;
  const receipt = randomUUID();
  const id = await provider.createOrder({ ...price, receipt });
  const insertOrder = (sql: Sql) =>
    sql.query(
      `insert into orders (id, email, amount, currency, receipt, key_id, payment_mode)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [id, email, price.amount, price.currency, receipt, provider.key, provider.mode],
    );
  if (hasUnpaid)
    await database.transaction(async (sql) => {
      for (const unpaid of (await lockAndFindOrders(sql, email)).filter(canBePaid))
        await recordFact(sql, context, unpaid, { type: 'feeChanged' });
      await insertOrder(sql);
    });
  else await insertOrder(database);
  const orders = await findOrders(database, email);
  // Another server may have stored one first when the connection, and the lock with it, was lost.
  const created = orders.find((order) => order.id === id) ?? orders.find(canBePaid);
  // The provider has given the id of another person's order.
  if (!created) throw new RefusedError();
  return created;
}
