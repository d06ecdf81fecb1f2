import type { Database } from './database.ts';

/** Held while the tables are made, so that servers that start together take turns. */
const SCHEMA_LOCK = 7_201_523;

const statements = [
  `create table if not exists submissions (
    id integer generated always as identity primary key,
    kind text not null check (kind in ('registration', 'contact', 'inquiry', 'application')),
    received_at timestamptz not null default now(),
    fields json not null,
    digest text unique
  )`,
  `create table if not exists orders (
    id text primary key,
    email text not null,
    amount integer not null,
    currency text not null,
    receipt text not null unique,
    created_at timestamptz not null default now(),
    payment_id text unique,
    submission_id integer unique references submissions (id),
    available boolean not null default true
  )`,
  `create unique index if not exists one_open_order_per_email on orders (email) where available or payment_id is null`,
  `create table if not exists webhook_events (
    id text primary key,
    received_at timestamptz not null default now()
  )`,
  `create table if not exists outbox (
    id integer generated always as identity primary key,
    kind text not null check (kind in ('confirmation', 'notice', 'surplus')),
    submission_id integer not null references submissions (id) on delete cascade,
    reference text not null default '',
    message_id text not null unique,
    created_at timestamptz not null default now(),
    attempts integer not null default 0,
    next_attempt_at timestamptz not null default now(),
    leased_until timestamptz,
    sent_at timestamptz,
    failed_at timestamptz,
    last_error text,
    unique (submission_id, kind, reference)
  )`,
  `create index if not exists waiting_mails on outbox (id) where sent_at is null and failed_at is null`,
  `create table if not exists simulator_orders (
    id text primary key,
    amount integer not null,
    currency text not null,
    receipt text not null,
    created_at timestamptz not null default now()
  )`,
  `create table if not exists simulator_payments (
    id text primary key,
    order_id text not null references simulator_orders (id),
    status text not null check (status in ('captured', 'failed')),
    created_at timestamptz not null default now()
  )`,
  `create index if not exists simulator_payments_of_order on simulator_payments (order_id)`,
  `create unique index if not exists one_capture_per_simulator_order on simulator_payments (order_id)
    where status = 'captured'`,
];

/**
 * Makes the tables that are missing.
 *
 * - `submissions`: what visitors sent. `digest` is what makes the same registration one row; other kinds have none.
 * - `orders`: the provider's orders, amounts in paise. `payment_id` is set once the provider says it is captured;
 *   `submission_id` is the registration the order belongs to, and `available` whether another one may still claim it.
 *   An order is open until it is both paid and claimed, and an e-mail address has at most one that is open.
 * - `webhook_events`: the provider's events that have been dealt with.
 * - `outbox`: the e-mails that are to be sent, without their text, which is written when they are sent. `leased_until`
 *   keeps a mail to the server that is sending it.
 * - `simulator_*`: the payment simulator's own books.
 */
export async function createSchema(database: Database): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    for (const statement of statements) await sql.query(statement);
  });
}
