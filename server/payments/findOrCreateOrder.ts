import { randomUUID } from 'node:crypto';
import {
  canBePaid,
  isPaid,
  isSurplus,
  isUnregistered,
  registrationOf,
} from '../../machines/order/order.state.ts';
import type { Sql } from '../database/database.types.ts';
import type { PaymentContext } from './context.ts';
import { recordKeysOf } from './keys.ts';
import { findOrders, lockAndFindOrders, type Order, recordFact } from './orders.ts';
import { type NewOrder, type PaymentProvider, ProviderError } from './provider.ts';
import { mayBecomePaid, syncAskedFor } from './syncPayments.ts';

type Price = Omit<NewOrder, 'receipt'>;

/**
 * The orders to ask the provider about: the three newest that are unpaid and of its mode, since keys of one mode
 * may belong to one account.
 */
export const ordersToSync = (orders: readonly Order[], { mode }: PaymentProvider): Order[] =>
  orders
    .filter(({ paymentMode, snapshot }) => paymentMode === mode && snapshot.context.paymentId === null)
    .slice(-3);

/**
 * An order of an e-mail address: the one that is paid by the given registration, even if it is surplus, else one
 * that is paid without a registration (both with their `paymentId`), else the one to be paid, else a new one; null
 * while a payment is authorized, so that nobody pays again.
 *
 * Asks the provider for payments first. Replaces an unpaid order whose amount is not the price, that was made with other
 * keys, or that nobody has asked for in thirty days: it is no longer compared.
 * To be called under the e-mail's key of `withLock`.
 *
 * @param email The address in canonical form.
 * @param limit Runs the creation of a new order, or throws.
 * @throws HttpError when the provider is unavailable (503) or refuses (502).
 */
export async function findOrCreateOrder(
  context: PaymentContext,
  email: string,
  price: Price,
  registrationId: number | null,
  limit: (create: () => Promise<Order>) => Promise<Order>,
): Promise<Order | null> {
  const { database, provider } = context;
  const found = await findOrders(database, email);
  const unsettled = new Set<string>();
  for (const order of ordersToSync(found, provider))
    if (mayBecomePaid(await syncAskedFor(context, order))) unsettled.add(order.id);
  await recordKeysOf(context, email, found);

  const orders = found.length === 0 ? found : await findOrders(database, email);
  const isOwn = (order: Order) => registrationId !== null && registrationOf(order) === registrationId;
  const paidOrders = orders.filter(isPaid);
  const paid =
    paidOrders.find(isOwn) ??
    orders.find((order) => isSurplus(order) && isOwn(order)) ??
    paidOrders.find(isUnregistered);
  if (paid) return paid;
  if (orders.some(({ id, snapshot }) => unsettled.has(id) && snapshot.context.paymentId === null))
    return null;
  const unpaid = orders.find(canBePaid);
  if (unpaid?.amount === price.amount && unpaid.currency === price.currency) return unpaid;
  return limit(() => createOrder(context, email, price, unpaid !== undefined));
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
  if (!created) throw new ProviderError();
  return created;
}
