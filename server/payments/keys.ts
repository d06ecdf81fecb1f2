import type { Sql } from '../database/database.types.ts';
import type { PaymentContext } from './context.ts';
import { lockAndFindOrders, type Order, recordFact } from './orders.ts';

const isOfPresentKeys = ({ provider }: PaymentContext, { keyId, snapshot }: Order): boolean =>
  keyId === provider.key && !snapshot.context.isRehearsal;

/** Records that the provider is used with other keys than those of an order; returns the order afterwards. */
export async function recordKeys(sql: Sql, context: PaymentContext, order: Order): Promise<Order> {
  if (isOfPresentKeys(context, order)) return order;
  const isLive = context.provider.mode === 'live';
  return recordFact(sql, context, order, { type: 'keysChanged', isLive });
}

/** Records the provider's keys for all orders that they can close, or let count again. */
export async function recordKeysOfAll(context: PaymentContext): Promise<void> {
  const { database, provider } = context;
  const rows = await database.query<{ email: string }>(
    `select distinct email from orders
     where (purpose = 'open' and key_id <> $1) or (payment_mode <> 'live' and is_rehearsal <> $2)`,
    [provider.key, provider.mode === 'live'],
  );
  for (const { email } of rows) await recordKeysOf(context, email);
}

/**
 * Records the provider's keys for the orders of an address.
 *
 * @param found The orders, where they have just been read: nothing is locked if they are all of these keys.
 */
export async function recordKeysOf(
  context: PaymentContext,
  email: string,
  found?: readonly Order[],
): Promise<void> {
  if (found?.every((order) => isOfPresentKeys(context, order))) return;
  await context.database.transaction(async (sql) => {
    for (const order of await lockAndFindOrders(sql, email)) await recordKeys(sql, context, order);
  });
}
