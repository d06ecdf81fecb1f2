import { statesOfOffice } from '../../machines/order/order.state.ts';
import type { Sql } from '../database/database.types.ts';
import type { PaymentContext } from './context.ts';
import { lockOrders, type Order, recordFact } from './orders.ts';

/** Records that the provider is used with other keys than those of an order; returns the order afterwards. */
export async function recordKeys(sql: Sql, context: PaymentContext, order: Order): Promise<Order> {
  const { key, mode } = context.provider;
  if (order.keyId === key && !order.snapshot.context.isRehearsal) return order;
  return recordFact(sql, context, order, { type: 'keysChanged', isLive: mode === 'live' });
}

/** Records the provider's keys for all orders that they can close, or let count again. */
export async function recordKeysOfAll(context: PaymentContext): Promise<void> {
  const { database, provider } = context;
  const rows = await database.query<{ email: string }>(
    `select distinct email from orders where (purpose = 'open' and key_id <> $1)
       or payment_mode <> 'live' and case when $2
         then purpose not in ('replaced', 'refunded', 'rehearsal') or state = any($3)
         else purpose = 'rehearsal' or purpose in ('replaced', 'refunded') and exists (
           select 1 from order_facts where order_id = orders.id and fact->>'type' = 'keysChanged' and fact->>'isLive' = 'true')
         end`,
    [provider.key, provider.mode === 'live', statesOfOffice],
  );
  for (const { email } of rows) await recordKeysOf(context, email);
}

/** Records the provider's keys for the orders of an address. */
export const recordKeysOf = (context: PaymentContext, email: string): Promise<void> =>
  context.database.transaction(async (sql) => {
    for (const order of await lockOrders(sql, email)) await recordKeys(sql, context, order);
  });
