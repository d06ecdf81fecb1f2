import { HttpError } from '../errors.ts';
import type { PaymentContext } from './context.ts';
import { isCaptured, type Payment } from './entities.ts';
import type { Order } from './orders.ts';
import { recordPayment } from './recordPayment.ts';

/**
 * Asks the provider for the payments of an order and stores those that are captured.
 *
 * @returns All attempts to pay the order, whatever became of them.
 * @throws HttpError when the provider is unavailable (503) or refuses (502).
 */
export async function syncPayments(
  context: PaymentContext,
  { id }: Pick<Order, 'id'>,
): Promise<readonly Payment[]> {
  const { database, provider } = context;
  const payments = (await provider.listPayments(id)).filter(({ orderId }) => orderId === id);
  const captured = payments.filter(isCaptured);
  if (captured.length > 0) {
    await database.transaction(async (sql) => {
      // The provider lists the newest first.
      for (const payment of captured.toReversed()) await recordPayment(sql, context, payment, true);
    });
  }
  await database.query('update orders set checked_at = now() where id = $1', [id]);
  return payments;
}

/** Does the same as `syncPayments`, and returns undefined when the provider is unavailable or refuses. */
export async function syncPaymentsIfAvailable(
  context: PaymentContext,
  order: Pick<Order, 'id'>,
): Promise<readonly Payment[] | undefined> {
  try {
    return await syncPayments(context, order);
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}
