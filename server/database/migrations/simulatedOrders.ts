import type { Sql } from '../database.types.ts';

/** Lets an order of the payment simulator have no receipt, and have notes, as one of the provider may. */
export async function changeSimulatedOrders(sql: Sql): Promise<void> {
  await sql.query('alter table simulator_orders alter column receipt drop not null');
  await sql.query('alter table simulator_orders add column notes json');
}
