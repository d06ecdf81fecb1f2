import { randomUUID } from 'node:crypto';
import { statesOfOffice } from '../../machines/order/order.state.ts';
import type { OrderReport } from '../../machines/order/order.types.ts';
import type { Database, Sql } from '../database/database.types.ts';
import type { OrderAction } from '../payments/context.ts';
import { ERASED_EMAIL_PREFIX } from '../payments/orders.ts';
import type { PaymentMode } from '../payments/paymentMode.ts';
import { findTwins } from '../payments/twins.ts';
import type { StoredFields, SubmissionKind } from '../submissions/submissions.ts';

/**
 * The kinds of mails:
 * - `confirmation`: to the family, that a registration is paid;
 * - `notice`: to the office, that a form was sent;
 * - `surplus`: to the office, that a registration was paid a second time and the payment is to be refunded;
 * - `refundPromise`: to the family, that this payment will be refunded;
 * - `refund`: to the family, that a refund was processed or has failed;
 * - `failedRefund`: to the office, that a refund has failed and is to be made in another way;
 * - `dispute`: to the office, that a payment is disputed, and by when to respond, or that a dispute is lost;
 * - `attention`: to the office each morning, which orders it must act on.
 */
export type MailKind = 'notice' | 'attention' | (typeof kindsOfAction)[OrderAction['type']][number];

/** Whether a mail goes to a family, in SQL. */
const isToFamily = `kind in ('confirmation', 'refundPromise', 'refund')`;

const kindsOfAction = {
  confirm: ['confirmation'],
  reportSurplus: ['surplus', 'refundPromise'],
  reportRefund: ['refund'],
  reportFailedRefund: ['refund', 'failedRefund'],
  reportDispute: ['dispute'],
} as const satisfies Record<OrderAction['type'], readonly string[]>;

/** A mail that is being sent, with the submission that it is about. */
export type OutboxItem = {
  id: number;
  kind: MailKind;
  /** The report of an order's action on its payment; null for a notice and for the list of a morning. */
  report: OrderReport | null;
  /** The part of the Message-ID before the @, the same at every attempt. */
  messageId: string;
  /** Number of attempts, this one included. */
  attempts: number;
  /** The id of the order whose payment it is about, if any. */
  order: string | null;
  form: SubmissionKind;
  /** Whether it was sent: a payment may be surplus before there is a registration. */
  isSubmitted: boolean;
  /** The registration as sent; before, as far as order and payment name it. */
  fields: StoredFields;
  /** When the form, or else the payment, was received. */
  receivedAt: Date;
  /** The payment that the registration or the order is paid with. */
  paymentId: string | null;
  /** The amount of the payment of the report, else of that payment, in paise; null where there is none. */
  amount: number | null;
  /** Whether the payment of the report pays for its order. */
  isCounted: boolean;
  /** How it is paid; null where there is no payment. */
  paymentMode: PaymentMode | null;
};

type OutboxRow = Record<string, unknown> & OutboxItem;

async function queueMail(
  sql: Sql,
  kind: MailKind,
  submissionId: number | null,
  report: OrderReport | null = null,
): Promise<void> {
  await sql.query(
    `insert into outbox (kind, submission_id, reference, report, message_id) values ($1, $2, $3, $4, $5)
     on conflict (submission_id, kind, reference) do nothing`,
    [kind, submissionId, report?.reference ?? '', report && JSON.stringify(report), randomUUID()],
  );
}

/** Queues the notice of a submission to the office, once. To be called in the transaction that stores the submission. */
export const queueNotice = (sql: Sql, submissionId: number): Promise<void> =>
  queueMail(sql, 'notice', submissionId);

/**
 * Queues the mails that an order's action asks for, in its transaction and once: a confirmation for each payment that a
 * registration is paid with, a notice to the office for each payment to be refunded and for each dispute, and a mail to the
 * family for each payment to be refunded and for what has become of each refund. A first payment without a registration gets no mail and appears in the list
 * of payments alone.
 */
export async function queueForOrderAction(
  sql: Sql,
  { type, submissionId, report }: OrderAction,
): Promise<void> {
  for (const kind of kindsOfAction[type]) {
    // A payment may confirm one registration after another.
    const [queued] =
      kind === 'confirmation'
        ? []
        : await sql.query('select 1 from outbox where kind = $1 and reference = $2', [
            kind,
            report.reference,
          ]);
    if (!queued) await queueMail(sql, kind, submissionId, report);
  }
}

/** The confirmations of paid registrations that were given up, in SQL. */
const failedConfirmations = `from outbox join orders on payment_id = reference and purpose = 'paid.registered'
  and orders.submission_id = outbox.submission_id
  where kind = 'confirmation' and failed_at is not null`;

/** The ids of the orders whose confirmation was given up before a time. */
export async function findUnconfirmed(sql: Sql, before: Date | null = null): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select orders.id ${failedConfirmations} and ($1::timestamptz is null or failed_at <= $1)`,
    [before],
  );
  return rows.map(({ id }) => id);
}

/** Removes the confirmation of an order that was given up, once its family knows; returns whether there was one. */
export async function dismissConfirmation(sql: Sql, orderId: string): Promise<boolean> {
  const rows = await sql.query(
    `delete from outbox where id in (select outbox.id ${failedConfirmations} and orders.id = $1) returning id`,
    [orderId],
  );
  return rows.length > 0;
}

/**
 * Queues the mail on the orders that the office must act on, once for each morning, whichever process asks; none where
 * there is no order that has waited since before.
 */
export async function queueAttention(sql: Sql, morning: Date): Promise<void> {
  const twins = await findTwins(sql, morning);
  const unconfirmed = await findUnconfirmed(sql, morning);
  await sql.query(
    `insert into outbox (kind, reference, message_id)
     select 'attention', $1, $2 where exists (
       select 1 from orders where (state = any($3) or id = any($5))
         and not exists (select 1 from order_facts where order_id = orders.id and recorded_at > $4::timestamptz))
     on conflict (reference) where kind = 'attention' do nothing`,
    [
      ...[morning.toISOString().slice(0, 10), randomUUID(), statesOfOffice, morning],
      [...twins.keys(), ...unconfirmed],
    ],
  );
}

/**
 * Leases the next mail that is due, those to families first: no other process gets it until it is marked or the lease ends.
 * A time that is further ahead than one can be was written while the clock was wrong, and does not count.
 *
 * @param leaseMs Length of the lease, in milliseconds.
 * @param maxBackoffMs Longest pause between two attempts, in milliseconds.
 */
export async function leaseMail(
  database: Database,
  leaseMs: number,
  maxBackoffMs: number,
): Promise<OutboxItem | undefined> {
  const [item] = await database.query<OutboxRow>(
    `with leased as (
       update outbox set attempts = attempts + 1, leased_until = now() + make_interval(secs => $1)
       where id = (
         select id from outbox
         where sent_at is null and failed_at is null
           and (next_attempt_at <= now() or next_attempt_at > now() + 2 * make_interval(secs => $2))
           and (leased_until is null or leased_until <= now() or leased_until > now() + 2 * make_interval(secs => $1))
         order by not ${isToFamily}, id limit 1 for update skip locked
       )
       returning *
     )
     select leased.id, leased.kind, leased.report, leased.message_id as "messageId", leased.attempts,
       (select order_id from payments where id = leased.report->>'paymentId') as "order",
       coalesce(submissions.kind, 'registration') as form, submissions.id is not null as "isSubmitted",
       coalesce(submissions.received_at, leased.created_at) as "receivedAt",
       coalesce(submissions.fields, json_strip_nulls(json_build_object(
         'name', surplus.student, 'phone', surplus.phone, 'course', surplus.course,
         'email', case when surplus_order.email not like '${ERASED_EMAIL_PREFIX}%' then surplus_order.email end))) as fields,
       coalesce(paid.payment_id, surplus_order.payment_id) as "paymentId",
       coalesce(payment.amount, payment_order.amount) as amount,
       exists (select 1 from orders where payment_id = leased.report->>'paymentId' and purpose like 'paid.%') as "isCounted",
       coalesce(paid.payment_mode, surplus_order.payment_mode) as "paymentMode"
     from leased
     left join payments surplus
       on leased.submission_id is null and surplus.id = leased.report->>'paymentId'
     left join orders surplus_order on surplus_order.id = surplus.order_id
     left join submissions on submissions.id = coalesce(leased.submission_id, surplus_order.submission_id)
     left join orders paid
       on paid.submission_id = submissions.id and paid.purpose = 'paid.registered'
     left join payments payment on payment.id = coalesce(leased.report->>'paymentId', paid.payment_id)
     left join orders payment_order on payment_order.id = payment.order_id`,
    [leaseMs / 1000, maxBackoffMs / 1000],
  );
  return item;
}

/** Marks a mail as sent; returns false when it no longer exists because its submission was erased meanwhile. */
export async function markSent(sql: Sql, id: number): Promise<boolean> {
  const rows = await sql.query(
    `update outbox set sent_at = now(), leased_until = null, last_error = null where id = $1 returning id`,
    [id],
  );
  return rows.length === 1;
}

/** Ends the lease of a mail that was not sent; it is due again after `delayMs`. */
export async function postpone(sql: Sql, id: number, delayMs: number, reason: string): Promise<void> {
  await sql.query(
    `update outbox set leased_until = null, next_attempt_at = now() + make_interval(secs => $2), last_error = $3
     where id = $1 and sent_at is null`,
    [id, delayMs / 1000, reason],
  );
}

/** Marks a mail as failed: it is not sent until an operator retries it. */
export async function markFailed(sql: Sql, id: number, reason: string): Promise<void> {
  await sql.query(
    `update outbox set leased_until = null, failed_at = now(), last_error = $2
     where id = $1 and sent_at is null`,
    [id, reason],
  );
}

/** Removes a mail that is no longer to be sent. */
export async function removeMail(sql: Sql, id: number): Promise<void> {
  await sql.query('delete from outbox where id = $1 and sent_at is null', [id]);
}

/** The message ids that belong to mails in the outbox, sent or not. */
export async function knownMessageIds(sql: Sql, messageIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ messageId: string }>(
    'select message_id as "messageId" from outbox where message_id = any($1)',
    [messageIds],
  );
  return new Set(rows.map(({ messageId }) => messageId));
}

/** Makes all failed mails due again; returns their number. */
export async function retryFailed(sql: Sql): Promise<number> {
  const rows = await sql.query(
    `update outbox set failed_at = null, attempts = 0, next_attempt_at = now()
     where failed_at is not null returning id`,
  );
  return rows.length;
}

/** The numbers of waiting and failed mails, and the age of the oldest waiting mail in seconds; 0 for none. */
export async function countMails(
  sql: Sql,
): Promise<{ waiting: number; failed: number; oldestWaitingSeconds: number }> {
  const [counts] = await sql.query<{ waiting: number; failed: number; oldestWaitingSeconds: number }>(
    `select (count(*) filter (where failed_at is null))::integer as waiting,
       (count(*) filter (where failed_at is not null))::integer as failed,
       coalesce(extract(epoch from now() - min(created_at) filter (where failed_at is null)), 0)::integer
         as "oldestWaitingSeconds"
     from outbox where sent_at is null`,
  );
  return counts ?? { waiting: 0, failed: 0, oldestWaitingSeconds: 0 };
}

/** A listed mail, without text and address; one that failed with whom to call. */
export type MailListItem = {
  id: number;
  kind: MailKind;
  to: 'family' | 'office';
  state: 'waiting' | 'sent' | 'failed';
  attempts: number;
  /** Why the last attempt failed, without personal data. */
  lastError: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  messageId: string;
} & Partial<MailSubject>;

/**
 * The order and the registration of a mail, and the student or the sender of the form, as far as they are known.
 */
type MailSubject = Record<'order' | 'name' | 'phone', string | null> & { registration: number | null };

const PAGE_SIZE = 500;

type MailListRow = Record<string, unknown> &
  Omit<MailListItem, 'createdAt'> & { createdAt: Date; subject: MailSubject };

/** Yields all mails, or those that failed, oldest first, read page by page. */
export async function* listMails(sql: Sql, onlyFailed = false): AsyncGenerator<MailListItem> {
  let lastId = 0;
  for (;;) {
    const rows = await sql.query<MailListRow>(
      `select mails.id, mails.kind, case when mails.${isToFamily} then 'family' else 'office' end as "to",
         case when sent_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end as state,
         attempts, last_error as "lastError", mails.created_at as "createdAt", message_id as "messageId",
         json_build_object('order', orders.id,
           'registration', case when submissions.kind = 'registration' then submissions.id end,
           'name', coalesce(fields->>'name', student), 'phone', coalesce(fields->>'phone', payments.phone)) as subject
       from (select * from outbox where id > $1 and (failed_at is not null or not $2) order by id limit $3) mails
         left join payments on payments.id = report->>'paymentId' left join orders on orders.id = order_id
         left join submissions on submissions.id = coalesce(mails.submission_id, orders.submission_id)
       order by mails.id`,
      [lastId, onlyFailed, PAGE_SIZE],
    );
    for (const { subject, ...row } of rows)
      yield { ...row, createdAt: row.createdAt.toISOString(), ...(onlyFailed && subject) };
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastId = lastRow.id;
  }
}

/**
 * Makes the confirmation of the payment of an order due again, as a new mail; returns false where the order is not paid
 * and registered.
 */
export async function confirmAgain(sql: Sql, orderId: string): Promise<boolean> {
  const rows = await sql.query(
    `update outbox set message_id = $2, attempts = 0, next_attempt_at = now(), leased_until = null, sent_at = null,
       failed_at = null, last_error = null
     from orders where orders.id = $1 and purpose = 'paid.registered'
       and outbox.kind = 'confirmation' and outbox.submission_id = orders.submission_id and reference = payment_id
     returning outbox.id`,
    [orderId, randomUUID()],
  );
  return rows.length > 0;
}
