import type { Sql } from '../database.types.ts';

const schemaStatements = [
  `alter table submissions add column email text`,
  `alter table orders add column checked_at timestamptz`,
  `alter table orders add column evidence smallint not null default 0`,
  `alter table orders add column closed text check (closed in ('replaced', 'surplus', 'refunded', 'erased'))`,
  // A paid order stays with its registration. One that was available again may still be assigned to its payer.
  `update orders set evidence = 1 where payment_id is not null and submission_id is not null and not available`,
  `update orders set closed = 'erased' where payment_id is not null and submission_id is null and not available`,
  `alter table orders drop constraint orders_submission_id_key`,
  `drop index one_open_order_per_email`,
  `alter table orders drop column available`,
  `alter table simulator_payments add column notes json`,
  `alter table simulator_payments add column refunded integer not null default 0`,
];

const dataStatements = [
  `insert into payments (id, order_id, amount, currency, status)
   select payment_id, id, amount, currency, 'captured' from orders where payment_id is not null`,
];

/**
 * Changes the tables of the release before version 1, if there are any, to the columns and constraints of version 1.
 *
 * @returns A function that fills the new tables; to be called when they are created.
 */
export async function changeFormerTables(sql: Sql): Promise<() => Promise<void>> {
  const formerColumns = await sql.query(
    `select 1 from information_schema.columns
     where table_schema = current_schema() and table_name = 'orders' and column_name = 'available'`,
  );
  if (formerColumns.length === 0) return async () => {};
  for (const statement of schemaStatements) await sql.query(statement);
  return async () => {
    for (const statement of dataStatements) await sql.query(statement);
  };
}
