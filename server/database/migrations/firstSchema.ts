/**
 * The tables of the first release.
 *
 * - `submissions`: what visitors sent. `digest` is unique, so that the same registration is one row; other kinds have
 *   none. `email` is the canonical form of the address among the fields, `terms_version` that of the terms that a
 *   registration accepted first.
 * - `orders`: the provider's orders, amounts in paise. `key_id` and `payment_mode` say with which key each was made, and
 *   whether its payments are real. `state` is what an operator reads, `purpose` what the order counts for, `polling` how
 *   often the provider is asked about it, `is_rehearsal` whether it was made with test keys before live ones, `payment_id`
 *   the captured payment that pays for it and `submission_id` the registration that it is assigned to: the order machine
 *   says all of them after the facts (`machines/order`). An e-mail address has at most one order to be paid, and a
 *   registration is paid by at most one. `checked_at` is when the provider was last asked about the order.
 * - `order_facts`: what has happened to each order, without personal data. Rows are only added.
 * - `payments`: the student and the phone number that the notes of each captured payment name, and when it was made.
 * - `webhook_events`: the provider's events that are recorded.
 * - `outbox`: the e-mails to be sent, without their text, which is composed when they are sent. `reference` tells mails
 *   of a kind apart, and `report` is what an order's action says of its payment; there may be no registration yet. Until `leased_until` only the server that leased a mail sends
 *   it.
 * - `operator_commands`: which commands have erased, restored or printed what visitors sent, without personal data. Rows are
 *   only added, which a trigger holds; a restore keeps them, and adds those of the backup.
 */
export const firstSchema: readonly string[] = [
  `create table submissions (
    id integer generated always as identity primary key,
    kind text not null check (kind in ('registration', 'contact', 'inquiry', 'application')),
    received_at timestamptz not null default now(),
    fields json not null,
    digest text unique,
    email text,
    terms_version text
  )`,
  `create index submissions_of_email on submissions (email)`,
  `create table orders (
    id text primary key,
    email text not null,
    amount integer not null,
    currency text not null,
    receipt text not null unique,
    created_at timestamptz not null default now(),
    checked_at timestamptz,
    key_id text not null,
    payment_mode text not null check (payment_mode in ('live', 'test', 'simulated')),
    state text not null default 'open',
    purpose text not null default 'open',
    polling text not null default 'seldom' check (polling in ('often', 'seldom', 'never')),
    is_rehearsal boolean not null default false,
    payment_id text unique,
    submission_id integer references submissions (id)
  )`,
  `create index orders_of_email on orders (email)`,
  `create index orders_of_submission on orders (submission_id)`,
  `create unique index one_unpaid_order_per_email on orders (email)
    where purpose = 'open'`,
  `create unique index one_payment_per_registration on orders (submission_id)
    where purpose = 'paid.registered'`,
  `create table order_facts (
    id integer generated always as identity primary key,
    order_id text not null references orders (id),
    recorded_at timestamptz not null default now(),
    fact json not null
  )`,
  `create index facts_of_order on order_facts (order_id, id)`,
  `create table payments (
    id text primary key,
    order_id text not null references orders (id),
    student text,
    phone text,
    created_at timestamptz
  )`,
  `create index payments_of_order on payments (order_id)`,
  `create table webhook_events (
    id text primary key,
    received_at timestamptz not null default now()
  )`,
  `create table outbox (
    id integer generated always as identity primary key,
    kind text not null check (kind in ('confirmation', 'notice', 'surplus', 'refund', 'dispute', 'attention')),
    submission_id integer references submissions (id) on delete cascade,
    reference text not null default '',
    report json,
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
  `create unique index one_list_a_day on outbox (reference) where kind = 'attention'`,
  `create index waiting_mails on outbox (id) where sent_at is null and failed_at is null`,
  `create table if not exists operator_commands (
    id uuid primary key default gen_random_uuid(),
    ran_at timestamptz not null default now(),
    command text not null,
    detail text not null
  )`,
  `create or replace function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'Rows of % are only added.', tg_table_name; end $$`,
  `create or replace trigger only_added before update or delete or truncate on operator_commands
    for each statement execute function refuse_change()`,
];
