import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import {
  type Evidence,
  evidenceLevels,
  type OrderEvent,
  type OrderPayment,
} from '../../machines/order/order.types.ts';
import type { Payer } from '../../machines/registration/registration.rules.ts';
import {
  type Database,
  type Migration,
  migrations,
  openDatabase,
  type Row,
  type Sql,
} from '../../server/database/index.ts';
import { recordFact, selectOrders } from '../../server/payments/orders.ts';
import { copyDataDir } from '../support/dataDir.ts';
import { createDatabase } from '../support/postgres.ts';
import type { DataOptions } from '../support/serverPrograms.ts';

export type DatabaseKind = 'PGlite' | 'PostgreSQL';

/** The database that starts fastest, for tests that do not depend on the database. */
export const fastestDatabase: DatabaseKind = inject('postgresUrl') ? 'PostgreSQL' : 'PGlite';

/** New data of a server: a directory, and the database in it or on the PostgreSQL server. */
export type DataFixture = {
  directory: string;
  options: DataOptions;
  /** Removes all of it; a database with only changed rows may be used again. */
  remove(isUnaltered?: boolean): Promise<void>;
};

/**
 * In one statement, and without the new files of a `truncate`: tests empty the database more often than they fill
 * it.
 */
const EMPTY = `with fact as (delete from order_facts), payment as (delete from payments), mail as (delete from outbox),
    placed as (delete from orders), submission as (delete from submissions), event as (delete from webhook_events),
    early as (delete from early_facts)
  select setval(pg_get_serial_sequence(name, 'id'), 1, false)
  from unnest(array['submissions', 'order_facts', 'outbox']) name;
  do $$ begin
    if to_regclass('simulator_refunds') is not null then
      delete from simulator_refunds; delete from simulator_payments; delete from simulator_orders;
    end if;
  end $$`;

export const emptyTables = async (sql: Sql): Promise<void> => void (await sql.query(EMPTY));

/**
 * The PostgreSQL databases that other tests of the worker have returned, emptied but for the list of operator
 * commands, which only grows: creating one takes longer than a test.
 */
const returned: Awaited<ReturnType<typeof createDatabase>>[] = [];

export async function createData(kind: DatabaseKind): Promise<DataFixture> {
  const directory = await mkdtemp(join(tmpdir(), 'server-'));
  const dataDir = join(directory, 'data');
  const serverUrl = kind === 'PostgreSQL' ? inject('postgresUrl') : undefined;
  const postgres = serverUrl ? (returned.pop() ?? (await createDatabase(serverUrl))) : undefined;
  if (postgres) await mkdir(dataDir);
  else await copyDataDir(inject('newDataDir'), dataDir);
  return {
    directory,
    options: { dataDir, ...(postgres && { databaseUrl: postgres.url }) },
    async remove(isUnaltered = false) {
      await rm(directory, { recursive: true });
      if (!postgres) return;
      if (isUnaltered && (await isEmptied(postgres.url))) returned.push(postgres);
      else await postgres.drop();
    },
  };
}

/** Deletes all rows of a database; returns whether it has the tables. */
async function isEmptied(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const hasTables = await client.query(EMPTY).then(
    () => true,
    () => false,
  );
  await client.end();
  return hasTables;
}

/**
 * Opens a database of the kind that starts fastest, with the latest schema, for tests of SQL that start no
 * service. Before each test every table that tests write to is empty, and ids begin with 1 again.
 */
export function shareDatabase(): { readonly database: Database } {
  let data: DataFixture;
  let database: Database;
  beforeAll(async () => {
    data = await createData(fastestDatabase);
    database = await openDatabase(data.options);
  });
  afterAll(async () => {
    await database.close();
    await data.remove(true);
  });
  beforeEach(() => emptyTables(database));
  return {
    get database() {
      return database;
    },
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

/** The fact that a captured payment of the fee is seen. */
export const paymentFact = (
  id: string,
  more: Partial<OrderPayment> = {},
): Extract<OrderEvent, { type: 'paymentSeen' }> => ({
  type: 'paymentSeen',
  payment: { id, amount: 200_000, currency: 'INR', ...more },
  named: {},
  paidElsewhere: [],
});

export const assignmentFact = (
  registration: number,
  evidence: Evidence = evidenceLevels.waiting,
  isPaidElsewhere = false,
): OrderEvent => ({ type: 'registrationSent', registration, evidence, isPaidElsewhere });

/** The migrations of a release after this one. */
export const withNextMigration: readonly Migration[] = [
  ...migrations,
  {
    name: 'the languages of submissions',
    statements: [
      'alter table submissions add column language text',
      `update submissions set language = 'en'`,
      'create table languages (code text primary key)',
      'alter table operator_commands add column language text references languages',
    ],
  },
];

export async function emptyDatabase(sql: Sql): Promise<void> {
  await sql.query('drop schema public cascade');
  await sql.query('create schema public');
}

/** The tables with their columns, constraints and indexes. */
export async function describeSchema(sql: Sql): Promise<unknown[]> {
  const columns = await sql.query(
    `select table_name, column_name, data_type, is_nullable, is_identity, column_default from information_schema.columns
     where table_schema = 'public' order by table_name, column_name`,
  );
  const constraints = await sql.query(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
     where connamespace = 'public'::regnamespace order by 1, 2`,
  );
  const indexes = await sql.query(`select indexdef from pg_indexes where schemaname = 'public' order by 1`);
  return [...columns, ...constraints, ...indexes];
}
