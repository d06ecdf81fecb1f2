import type { Database, Sql } from '../database/database.types.ts';
import { errorCode, StartError } from '../shared/errors.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/** The last table that the simulator makes. */
const LAST_TABLE = 'simulator_refunds';

/** The simulator's own orders, payments and refunds. The releases before made the first two with the product's tables. */
const statements = [
  `create table if not exists simulator_orders (
    id text primary key,
    amount integer not null,
    currency text not null,
    receipt text,
    notes json,
    created_at timestamptz not null default now()
  )`,
  `create table if not exists simulator_payments (
    id text primary key,
    order_id text not null references simulator_orders (id),
    status text not null,
    created_at timestamptz not null default now(),
    notes json,
    refunded integer not null default 0
  )`,
  `alter table simulator_payments drop constraint if exists simulator_payments_status_check,
    add constraint simulator_payments_status_check check (status in ('captured', 'failed', 'authorized'))`,
  `create index if not exists simulator_payments_of_order on simulator_payments (order_id)`,
  `create unique index if not exists one_capture_per_simulator_order on simulator_payments (order_id)
    where status = 'captured'`,
  `create table if not exists ${LAST_TABLE} (
    id text primary key,
    payment_id text not null references simulator_payments (id),
    amount integer not null,
    created_at timestamptz not null default now()
  )`,
  `create index if not exists simulator_refunds_of_payment on ${LAST_TABLE} (payment_id)`,
];

/** Key of the advisory lock under which the tables are created: servers that start together do it one after the other. */
const CREATION_LOCK = 7_201_525;

export async function hasSimulatorTables(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ found: boolean }>(
    `select to_regclass('${LAST_TABLE}') is not null as found`,
  );
  return row?.found === true;
}

/** Creates the tables of the simulator where they are missing. */
export async function createSimulatorTables(database: Database): Promise<void> {
  if (await hasSimulatorTables(database)) return;
  try {
    await database.transaction(async (sql) => {
      await sql.query(`select pg_advisory_xact_lock(${CREATION_LOCK})`);
      for (const statement of statements) await sql.query(statement);
    });
  } catch (cause) {
    if (errorCode(cause) !== INSUFFICIENT_PRIVILEGE) throw cause;
    throw new StartError(
      'The role that DATABASE_URL names may not create the tables of simulated payments: start the server once with the role that owns the tables.',
      { cause },
    );
  }
}
