import type { Sql } from '../database.types.ts';

const statements = [
  `alter table outbox alter column submission_id drop not null`,
  `update outbox set reference = orders.payment_id from orders
   where kind = 'confirmation' and reference = '' and orders.submission_id = outbox.submission_id
     and orders.payment_id is not null and orders.closed is null`,
];

/**
 * Gives each confirmation the payment that it confirms as its reference, so that another payment of the same registration
 * is confirmed too; and lets a mail about a payment exist before there is a registration.
 */
export async function changeOutboxOfPayments(sql: Sql): Promise<void> {
  for (const statement of statements) await sql.query(statement);
}
