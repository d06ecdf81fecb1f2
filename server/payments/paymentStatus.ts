import { isRefunded } from '../../machines/order/order.rules.ts';
import type { Sql } from '../database/database.types.ts';
import { selectOrders } from './orders.ts';

/** Whether a payment was refunded in full, by the facts of its order; undefined for an unknown payment. */
export async function findPaymentStatus(
  sql: Sql,
  paymentId: string,
): Promise<'paid' | 'refunded' | undefined> {
  const [order] = await selectOrders(sql, 'id = (select order_id from payments where id = $1)', [paymentId]);
  const payment = order?.snapshot.context.payments.find(({ id }) => id === paymentId);
  return order && payment && (isRefunded(order.snapshot.context, payment) ? 'refunded' : 'paid');
}
