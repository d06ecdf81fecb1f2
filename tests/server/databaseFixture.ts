import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import {
  type Evidence,
  evidenceLevels,
  type OrderEvent,
  type OrderPayment,
} from '../../machines/order/order.types.ts';
import type { Payer } from '../../machines/registration/registration.rules.ts';
import type { Database, Row, Sql } from '../../server/database/index.ts';
import { openDatabase } from '../../server/database/index.ts';
import { recordFact, selectOrders } from '../../server/payments/orders.ts';
import { copyDataDir } from '../support/dataDir.ts';
import { createDatabase } from '../support/postgres.ts';

/** An open database with the latest schema and without rows, for tests of SQL that start no service. */
export type DatabaseFixture = {
  database: Database;
  /** A directory of its own. */
  dataDir: string;
  /** Empties every table that tests write to. Ids begin with 1 again. */
  empty(): Promise<void>;
  /** Closes the database and removes its data. */
  remove(): Promise<void>;
};

/** In one statement, and without the new files of a `truncate`: tests empty the database more often than they fill it. */
const EMPTY = `with fact as (delete from order_facts), payment as (delete from payments), mail as (delete from outbox),
    placed as (delete from orders), submission as (delete from submissions), event as (delete from webhook_events),
    simulated as (delete from simulator_payments), simulator_order as (delete from simulator_orders)
  select setval(pg_get_serial_sequence('submissions', 'id'), 1, false)`;

/** Opens a database of the kind that starts fastest. */
export async function openDatabaseFixture(): Promise<DatabaseFixture> {
  const dataDir = await mkdtemp(join(tmpdir(), 'database-'));
  const postgresUrl = inject('postgresUrl');
  const postgres = postgresUrl ? await createDatabase(postgresUrl) : undefined;
  if (!postgres) await copyDataDir(inject('newDataDir'), dataDir);
  const database = await openDatabase({ dataDir, databaseUrl: postgres?.url });
  return {
    database,
    dataDir,
    async empty() {
      await database.query(EMPTY);
    },
    async remove() {
      await database.close();
      await postgres?.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Returns a database in which a function is called before every statement; what it throws is thrown in its place. */
export function watched(
  database: Database,
  before: (text: string, values?: readonly unknown[]) => unknown,
): Database {
  const sqlOf = (sql: Sql): Sql => ({
    async query<R extends Row>(text: string, values?: readonly unknown[]): Promise<R[]> {
      await before(text, values);
      return sql.query<R>(text, values);
    },
  });
  return {
    ...database,
    ...sqlOf(database),
    transaction: (work) => database.transaction((sql) => work(sqlOf(sql))),
  };
}

/** Inserts a row with values by the names of their columns. */
export async function insertRow(sql: Sql, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  await sql.query(
    `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  );
}

/** Inserts an order of the fee, made with live keys, to which facts have happened. */
export async function insertOrder(
  database: Database,
  id: string,
  more: Row = {},
  facts: readonly OrderEvent[] = [],
): Promise<void> {
  await insertRow(database, 'orders', {
    id,
    email: 'asha@example.org',
    amount: 200_000,
    currency: 'INR',
    receipt: `receipt of ${id}`,
    key_id: 'rzp_live_key',
    payment_mode: 'live',
    ...more,
  });
  await happen(database, id, ...facts);
}

/** Lets facts happen to an order. */
export const happen = (database: Database, id: string, ...facts: readonly OrderEvent[]): Promise<void> =>
  database.transaction(async (sql) => {
    let [order] = await selectOrders(sql, 'id = $1', [id]);
    for (const fact of facts)
      order = order && (await recordFact(sql, { onOrderAction: async () => {} }, order, fact));
  });

/** Inserts the notes of a captured payment of the fee, and lets it be seen. */
export async function insertPayment(
  database: Database,
  id: string,
  orderId: string,
  payer: Payer | null = null,
  more: Partial<OrderPayment> = {},
): Promise<void> {
  await insertRow(database, 'payments', { id, order_id: orderId, ...payer });
  await happen(database, orderId, paymentFact(id, more));
}

/** Returns the fact that a captured payment of the fee is seen. */
export const paymentFact = (
  id: string,
  more: Partial<OrderPayment> = {},
): Extract<OrderEvent, { type: 'paymentSeen' }> => ({
  type: 'paymentSeen',
  payment: { id, amount: 200_000, currency: 'INR', refunded: 0, ...more },
  isCurrent: true,
  named: {},
  paidElsewhere: [],
});

/** Returns the fact that an order is assigned to a registration. */
export const assignmentFact = (
  registration: number,
  evidence: Evidence = evidenceLevels.waiting,
  isPaidElsewhere = false,
): OrderEvent => ({ type: 'registrationSent', registration, evidence, isPaidElsewhere });
