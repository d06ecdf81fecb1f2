import { refundedAmount } from '../../machines/order/order.rules.ts';
import type { OrderRefund } from '../../machines/order/order.types.ts';
import type { Sql } from '../database/database.types.ts';
import type { PaymentContext } from './context.ts';
import { isAuthorized, isCaptured, type Payment } from './entities.ts';
import { type Order, selectOrders } from './orders.ts';
import { ProviderError } from './provider.ts';
import { recordPayment } from './recordPayment.ts';

/** The columns of an order that are needed to ask the provider about it; its snapshot where it has just been read. */
export type KnownOrder = Pick<Order, 'id' | 'keyId'> & Partial<Pick<Order, 'snapshot'>>;

/**
 * Returns whether an unpaid order may become paid: a payment of it is authorized, or the provider was unavailable.
 *
 * @param attempts Undefined where the provider was unavailable.
 */
export const mayBecomePaid = (attempts: readonly Payment[] | undefined): boolean =>
  attempts?.some(isAuthorized) ?? true;

const CHECKED_NOW = 'checked_at = now()';
const ASKED_FOR_NOW = `asked_for_at = case when polling = 'never' then asked_for_at else now() end`;

const setTimes = (sql: Sql, { id }: KnownOrder, times: readonly string[]) =>
  sql.query(`update orders set ${times.join(', ')} where id = $1`, [id]);

/** Asks the provider for the payments of an order and stores those that are captured. */
export const syncPayments = (context: PaymentContext, order: KnownOrder): Promise<readonly Payment[]> =>
  listAndStore(context, order, [CHECKED_NOW]);

/**
 * Does the same for an unpaid order that a visitor asks for, or reports a payment of. Whatever the provider answers, it is
 * then compared as a new one is.
 *
 * @returns All attempts to pay the order, whatever became of them.
 * @throws HttpError when the provider is unavailable (503) or refuses (502).
 */
export async function syncAskedFor(context: PaymentContext, order: KnownOrder): Promise<readonly Payment[]> {
  try {
    return await listAndStore(context, order, [CHECKED_NOW, ASKED_FOR_NOW]);
  } catch (error) {
    if (error instanceof ProviderError) await setTimes(context.database, order, [ASKED_FOR_NOW]);
    throw error;
  }
}

async function listAndStore(
  context: PaymentContext,
  order: KnownOrder,
  times: readonly string[],
): Promise<readonly Payment[]> {
  const { database } = context;
  const payments = await listPayments(context, order);
  const captured = payments.filter(isCaptured);
  const refunds = await listUnknownRefunds(context, order, captured);
  if (captured.length === 0) await setTimes(database, order, times);
  else
    await database.transaction(async (sql) => {
      // The provider lists the newest first.
      for (const payment of captured.toReversed())
        await recordPayment(sql, context, payment, refunds.get(payment.id));
      await setTimes(sql, order, times);
    });
  return payments;
}

/** Returns the refunds of those payments of which more, or less, was refunded than is known, or is on its way. */
async function listUnknownRefunds(
  { database, provider }: PaymentContext,
  { id, snapshot }: KnownOrder,
  payments: readonly Payment[],
): Promise<ReadonlyMap<string, readonly OrderRefund[]>> {
  const refunds = new Map<string, readonly OrderRefund[]>();
  if (payments.length === 0) return refunds;
  const known = snapshot ?? (await selectOrders(database, 'id = $1', [id]))[0]?.snapshot;
  if (!known) return refunds;
  const { context } = known;
  const isOnItsWay = (payment: Payment) =>
    context.refunds.some(({ paymentId, status }) => paymentId === payment.id && status === 'pending');
  for (const payment of payments)
    if (isOnItsWay(payment) || refundedAmount(context, { ...payment, refunded: 0 }) !== payment.refunded)
      refunds.set(payment.id, await provider.listRefunds(payment.id));
  return refunds;
}

/**
 * Returns the provider's payments of an order. One that was made with other keys, and is not found with the present ones,
 * has none.
 */
async function listPayments(
  { provider }: PaymentContext,
  { id, keyId }: KnownOrder,
): Promise<readonly Payment[]> {
  try {
    return (await provider.listPayments(id)).filter(({ orderId }) => orderId === id);
  } catch (error) {
    if (error instanceof ProviderError && error.isUnknownId && keyId !== provider.key) return [];
    throw error;
  }
}
