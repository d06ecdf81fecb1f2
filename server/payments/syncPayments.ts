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
 * Whether an unpaid order may become paid: a payment of it is authorized, or the provider was unavailable.
 *
 * @param attempts Undefined where the provider was unavailable.
 */
export const mayBecomePaid = (attempts: readonly Payment[] | undefined): boolean =>
  attempts?.some(isAuthorized) ?? true;

/**
 * Asks the provider for the payments of an unpaid order that a visitor requests, or reports a payment of. Whatever
 * the provider answers, and if this process ends before it does, the order is then compared like a new one.
 *
 * @returns All attempts to pay the order, whatever became of them.
 * @throws HttpError when the provider is unavailable (503) or refuses (502).
 */
export async function syncAskedFor(context: PaymentContext, order: KnownOrder): Promise<readonly Payment[]> {
  const [payments] = await Promise.all([
    syncPayments(context, order),
    context.database.query(`update orders set asked_for_at = now() where id = $1 and polling <> 'never'`, [
      order.id,
    ]),
  ]);
  return payments;
}

/** Asks the provider for the payments of an order and stores those that are captured. */
export async function syncPayments(context: PaymentContext, order: KnownOrder): Promise<readonly Payment[]> {
  const { database } = context;
  const payments = await listPayments(context, order);
  const captured = payments.filter(isCaptured);
  const refunds = await listUnknownRefunds(context, order, captured);
  const recordCheck = (sql: Sql) =>
    sql.query('update orders set checked_at = now() where id = $1', [order.id]);
  if (captured.length === 0) await recordCheck(database);
  else
    await database.transaction(async (sql) => {
      // The provider lists the newest first.
      for (const payment of captured.toReversed())
        await recordPayment(sql, context, payment, refunds.get(payment.id));
      await recordCheck(sql);
    });
  return payments;
}

/** The refunds of the payments whose refunded amount differs from the known one, or is on its way. */
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

/** The provider's payments of an order; none for an order of other keys that the present ones do not find. */
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
