import { readFileSync } from 'node:fs';
import type { Sql } from '../../server/database/database.types.ts';

const firstSchema = readFileSync('tests/fixtures/schemaVersion1.sql', 'utf8');

/** The tables of the previous release. */
export const PREVIOUS_SCHEMA = [
  `create table submissions (
    id integer generated always as identity primary key,
    kind text not null check (kind in ('registration', 'contact', 'inquiry', 'application')),
    received_at timestamptz not null default now(),
    fields json not null,
    digest text unique
  )`,
  `create table orders (
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
  `create unique index one_open_order_per_email on orders (email) where available or payment_id is null`,
  `create table webhook_events (id text primary key, received_at timestamptz not null default now())`,
  `create table simulator_orders (
    id text primary key,
    amount integer not null,
    currency text not null,
    receipt text not null,
    created_at timestamptz not null default now()
  )`,
  `create table simulator_payments (
    id text primary key,
    order_id text not null references simulator_orders (id),
    status text not null check (status in ('captured', 'failed')),
    created_at timestamptz not null default now()
  )`,
  `create index simulator_payments_of_order on simulator_payments (order_id)`,
  `create unique index one_capture_per_simulator_order on simulator_payments (order_id) where status = 'captured'`,
];

export async function emptyDatabase(sql: Sql): Promise<void> {
  await sql.query('drop schema public cascade');
  await sql.query('create schema public');
}

/** Puts the tables and rows of version 1, from before versions were recorded, in place of all others. */
export async function createFirstDatabase(sql: Sql): Promise<void> {
  await emptyDatabase(sql);
  for (const statement of firstSchema.split(/;\n+/).filter(Boolean)) await sql.query(statement);
}

/** Returns the tables with their columns, constraints and indexes. */
export async function describeSchema(sql: Sql): Promise<unknown[]> {
  const columns = await sql.query(
    `select table_name, column_name, data_type, is_nullable, is_identity, column_default from information_schema.columns
     where table_schema = 'public' and table_name <> 'schema_migrations' order by table_name, column_name`,
  );
  const constraints = await sql.query(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
     where connamespace = 'public'::regnamespace and conrelid::regclass::text <> 'schema_migrations' order by 1, 2`,
  );
  const indexes = await sql.query(
    `select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
  );
  return [...columns, ...constraints, ...indexes];
}
