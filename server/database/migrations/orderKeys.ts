import type { Sql } from '../database.types.ts';

const statements = [
  `alter table orders add column key_id text`,
  `alter table orders add column payment_mode text
     check (payment_mode in ('live', 'test', 'simulated', 'unknown'))`,
  `alter table orders drop constraint orders_closed_check`,
  `alter table orders add constraint orders_closed_check
     check (closed in ('replaced', 'surplus', 'refunded', 'erased', 'rehearsal'))`,
  `update orders set key_id = 'rzp_test_simulator', payment_mode = 'simulated'
   where id in (select id from simulator_orders)`,
];

/**
 * Adds to each order the key with which it was made, and whether its payments are real. Of earlier orders only those of
 * the simulator are known; the others are null until the provider is asked about them.
 */
export async function addOrderKeys(sql: Sql): Promise<void> {
  for (const statement of statements) await sql.query(statement);
}
