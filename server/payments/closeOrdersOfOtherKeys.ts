import type { Database } from '../database/database.types.ts';
import { storedEmailForms } from './orders.ts';
import type { PaymentProvider } from './provider.ts';

/**
 * Closes what a change of the provider's keys leaves behind: unpaid orders of other keys, and with live keys all that was
 * paid with test keys or in the simulator. Does nothing where there is nothing of the kind.
 *
 * @param email The person whose orders are closed; everybody's unless given.
 */
export async function closeOrdersOfOtherKeys(
  database: Database,
  { key, mode }: PaymentProvider,
  email?: string,
): Promise<void> {
  const emails = email === undefined ? null : storedEmailForms(email);
  await database.query(
    `update orders set closed = 'replaced'
     where payment_id is null and closed is null and ($3::text[] is null or email = any($3))
       and case when payment_mode is null then $2 = 'simulated' else key_id is distinct from $1 end`,
    [key, mode, emails],
  );
  if (mode === 'live') await closeRehearsals(database, emails);
}

async function closeRehearsals(database: Database, emails: readonly string[] | null): Promise<void> {
  await database.query(
    `update orders set closed = 'rehearsal'
     where payment_mode <> 'live' and coalesce(closed, '') not in ('rehearsal', 'refunded')
       and ($1::text[] is null or email = any($1))
       and exists (select 1 from payments where order_id = orders.id)`,
    [emails],
  );
}
