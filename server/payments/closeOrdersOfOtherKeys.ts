import type { Database } from '../database/database.types.ts';
import type { PaymentProvider } from './provider.ts';

/**
 * Closes what a change of the provider's keys leaves behind: unpaid orders of other keys, and with live keys all that was
 * paid with test keys or in the simulator. Does nothing where there is nothing of the kind.
 *
 * @param email The person, in canonical form, whose orders are closed; everybody's unless given.
 */
export async function closeOrdersOfOtherKeys(
  database: Database,
  { key, mode }: PaymentProvider,
  email: string | null = null,
): Promise<void> {
  await database.query(
    `update orders set closed = 'replaced'
     where payment_id is null and closed is null and key_id <> $1 and email = coalesce($2, email)`,
    [key, email],
  );
  if (mode === 'live') await closeRehearsals(database, email);
}

async function closeRehearsals(database: Database, email: string | null): Promise<void> {
  await database.query(
    `update orders set closed = 'rehearsal'
     where payment_mode <> 'live' and coalesce(closed, '') not in ('rehearsal', 'refunded')
       and email = coalesce($1, email)
       and exists (select 1 from payments where order_id = orders.id)`,
    [email],
  );
}
