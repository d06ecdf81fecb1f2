import type { Settlement } from '../../machines/order/order.types.ts';
import type { Sql } from '../database/database.types.ts';
import { StartError, UnavailableError } from '../shared/errors.ts';
import type { PaymentContext } from './context.ts';
import { lockAddressOf, recordFact, selectOrders } from './orders.ts';

/**
 * Records that the office has settled an order's request by hand.
 *
 * @param reason Why, in the office's words; it stays in the history of the order and names nobody.
 * @throws UnavailableError for an unknown order.
 * @throws StartError where the order asks for nothing that can be settled so.
 */
export async function settleOrder(
  sql: Sql,
  context: Pick<PaymentContext, 'onOrderAction'>,
  { order: id, as, reason }: { order: string; as: Settlement; reason: string },
): Promise<void> {
  await lockAddressOf(sql, id);
  const [order] = await selectOrders(sql, 'id = $1', [id]);
  if (!order) throw new UnavailableError(`There is no order ${id}.`);
  const fact = { type: 'settledByHand', as, reason } as const;
  if (!order.snapshot.can(fact))
    throw new StartError(
      `The order ${id} cannot be settled so: "npm run payments -- ${id}" shows its state.`,
    );
  await recordFact(sql, context, order, fact);
}
