import type { Sql } from '../database.types.ts';
import { createFirstSchema } from './firstSchema.ts';
import { addOrderKeys } from './orderKeys.ts';
import { changeOutboxOfPayments } from './outboxOfPayments.ts';
import { changeSimulatedOrders } from './simulatedOrders.ts';

/**
 * One step of the schema. It runs SQL alone, and what it changes must still serve the release before it: while servers
 * are replaced one after the other, older ones use the newer tables.
 */
export type Migration = {
  /** The version that the schema has afterwards. */
  version: number;
  name: string;
  run(sql: Sql): Promise<void>;
};

/** All migrations in order, from version 1 on. One that was released never changes. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'the first tables', run: createFirstSchema },
  { version: 2, name: 'the keys of orders', run: addOrderKeys },
  { version: 3, name: 'the mails of payments', run: changeOutboxOfPayments },
  { version: 4, name: 'receipt and notes of simulated orders', run: changeSimulatedOrders },
];
