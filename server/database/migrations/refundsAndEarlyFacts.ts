/**
 * Facts about payments that are not known yet, without personal data; the amount of each payment; the mail to the office that
 * a refund has failed.
 */
export const refundsAndEarlyFacts: readonly string[] = [
  `create table early_facts (
    id integer generated always as identity primary key,
    payment_id text not null,
    fact json not null,
    received_at timestamptz not null default now()
  )`,
  'create index early_facts_of_payment on early_facts (payment_id)',
  'alter table payments add column amount integer',
  `alter table outbox drop constraint outbox_kind_check, add constraint outbox_kind_check check (kind in
    ('confirmation', 'notice', 'surplus', 'refundPromise', 'refund', 'failedRefund', 'dispute', 'attention'))`,
];
