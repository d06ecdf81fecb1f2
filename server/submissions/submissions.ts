import { createHash } from 'node:crypto';
import { identifyingText } from '../../machines/registration/registration.rules.ts';
import { canonicalEmail } from '../../machines/shared/canonicalEmail.ts';
import type { Sql } from '../database/database.types.ts';
import { findListedOrders, type OrderListItem } from '../payments/listOrders.ts';

export const submissionKinds = ['registration', 'contact', 'inquiry', 'application'] as const;

export type SubmissionKind = (typeof submissionKinds)[number];

export const isSubmissionKind = (text: string): text is SubmissionKind =>
  submissionKinds.some((kind) => kind === text);

/** The payment statuses that can filter a list of registrations. */
export const listedPaymentStatuses = ['paid', 'pending'] as const;

export type ListedPaymentStatus = (typeof listedPaymentStatuses)[number];

/** The fields of a submission, trimmed. Spec §3. */
export type StoredFields = Readonly<Record<string, string | boolean>>;

/** A listed submission: its fields, and for a registration its payment. */
export type Submission = Record<string, unknown> & {
  kind: SubmissionKind;
  /** ISO 8601, UTC. */
  receivedAt: string;
};

export const registrationDigest = (fields: StoredFields): string =>
  createHash('sha256').update(identifyingText(fields)).digest('hex');

/**
 * Stores a submission, or finds the registration with the same fields in canonical form. It is on disk when the
 * transaction has ended.
 *
 * @param termsVersion The version of the terms that a registration accepts; the first one remains.
 * @returns Its id, and the day on which it first came, in India, as YYYY-MM-DD.
 */
export async function storeSubmission(
  sql: Sql,
  kind: SubmissionKind,
  fields: StoredFields,
  termsVersion: string | null = null,
): Promise<{ id: number; receivedOn: string }> {
  const digest = kind === 'registration' ? registrationDigest(fields) : null;
  // The update of a column of no unique index lets another transaction assign an order to the same registration meanwhile.
  const [row] = await sql.query<{ id: number; receivedOn: string }>(
    `insert into submissions (kind, fields, email, digest, terms_version) values ($1, $2, $3, $4, $5)
     on conflict (digest) do update set kind = excluded.kind
     returning id, to_char(received_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as "receivedOn"`,
    [kind, JSON.stringify(fields), canonicalEmailIn(fields), digest, termsVersion],
  );
  if (!row) throw new Error('An insert returned no row.');
  return row;
}

const canonicalEmailIn = ({ email }: StoredFields): string | null =>
  typeof email === 'string' && email !== '' ? canonicalEmail(email) : null;

/** The id of the registration with a digest (SHA-256 in hex); null where there is none. */
export async function findRegistration(sql: Sql, digest: string): Promise<number | null> {
  const [row] = await sql.query<{ id: number }>('select id from submissions where digest = $1', [digest]);
  return row?.id ?? null;
}

const PAGE_SIZE = 500;

type SubmissionRow = Record<string, unknown> & {
  id: number;
  kind: SubmissionKind;
  receivedAt: Date;
  fields: StoredFields;
  purpose: string | null;
  orderId: string | null;
  paymentId: string | null;
};

/** Which submissions are listed; all unless something is given. */
export type SubmissionFilter = {
  kind?: SubmissionKind | undefined;
  /** The time from which on they were received, in ISO 8601. */
  since?: string | undefined;
  /** The payment status; no other kind than a registration has one. */
  paymentStatus?: ListedPaymentStatus | undefined;
};

/** Yields submissions, oldest first, read page by page. */
export async function* listSubmissions(
  sql: Sql,
  { kind, since, paymentStatus }: SubmissionFilter = {},
): AsyncGenerator<Submission> {
  let lastId = 0;
  for (;;) {
    const rows = await sql.query<SubmissionRow>(
      `select submissions.id, kind, received_at as "receivedAt", fields, purpose,
         assigned.id as "orderId", payment_id as "paymentId"
       from submissions left join lateral (
         select orders.id, payment_id, purpose from orders
         where submission_id = submissions.id
         order by purpose <> 'paid.registered', purpose <> 'refunded', purpose <> 'surplus', created_at desc limit 1
       ) assigned on true
       where submissions.id > $1 and ($2::text is null or kind = $2)
         and ($3::timestamptz is null or received_at >= $3)
       order by submissions.id limit $4`,
      [lastId, kind ?? null, since ?? null, PAGE_SIZE],
    );
    const orders = await findListedOrders(
      sql,
      rows.flatMap(({ orderId }) => orderId ?? []),
    );
    for (const row of rows) {
      const submission = toSubmission(row, orders.get(row.orderId ?? ''));
      if (!paymentStatus || submission.paymentStatus === paymentStatus) yield submission;
    }
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastId = lastRow.id;
  }
}

/** The payment statuses of a registration by the purpose of its order; any other is pending. */
const paymentStatuses: Readonly<Record<string, string>> = {
  'paid.registered': 'paid',
  refunded: 'refunded',
  surplus: 'surplus',
};

/** Amounts are in paise. */
function toSubmission(
  { kind, receivedAt, fields, purpose, orderId, paymentId }: SubmissionRow,
  order: OrderListItem | undefined,
): Submission {
  const common = { kind, receivedAt: receivedAt.toISOString(), ...fields };
  if (kind !== 'registration') return common;
  const payment = order?.payments.find(({ id }) => id === paymentId);
  return {
    ...{ ...common, paymentStatus: paymentStatuses[purpose ?? ''] ?? 'pending' },
    ...{ paymentMode: order?.paymentMode ?? null, orderId, paymentId },
    ...{
      amount: payment?.amount ?? null,
      paidAt: order?.paidAt ?? null,
      refunded: payment?.refunded ?? null,
    },
  };
}
