import { askedForOrders } from './askedForOrders.ts';
import { coursesAndRefunds } from './coursesAndRefunds.ts';
import { firstSchema } from './firstSchema.ts';
import { refundsAndEarlyFacts } from './refundsAndEarlyFacts.ts';

/**
 * One step of the schema. Its changes must still serve the release before it: while servers are replaced one after
 * the other, older ones use the newer tables.
 */
export type Migration = {
  name: string;
  statements: readonly string[];
};

/** All migrations in order; the first makes version 1 of the schema. A released migration never changes. */
export const migrations: readonly Migration[] = [
  { name: 'the first tables', statements: firstSchema },
  { name: 'the courses of payments', statements: coursesAndRefunds },
  { name: 'the refunds of payments', statements: refundsAndEarlyFacts },
  { name: 'when orders are asked for', statements: askedForOrders },
];
