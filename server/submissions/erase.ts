import { canonicalEmail } from '../../machines/shared/canonicalEmail.ts';
import { isPhone, normalizePhone } from '../../machines/shared/phone.ts';
import type { Database, Sql } from '../database/database.types.ts';
import { ERASED_EMAIL_PREFIX, lockOrders, recordFact, selectOrders } from '../payments/orders.ts';
import { hasSimulatorTables } from '../simulator/tables.ts';
import { rowDigests } from './erasedRows.ts';
import type { SubmissionKind } from './submissions.ts';
import { type Vacuum, vacuumIfOwner } from './vacuumIfOwner.ts';

/** Numbers of erased rows. */
export type ErasureCounts = {
  submissions: Record<SubmissionKind, number>;
  /** The orders whose e-mail address, registration and payment notes are removed; amount, ids and time remain. */
  orders: number;
};

export type ErasureResult = ErasureCounts & { vacuum: Vacuum };

/** Work at the end of the transaction that erases, given the digests of its rows; where it fails, nothing is erased. */
type BeforeCommit = (sql: Sql, digests: readonly string[]) => Promise<void>;

/** The tables whose rows are erased or changed. */
const ERASED_TABLES = ['submissions', 'outbox', 'orders', 'payments'];

/** Reads the ten digits of a phone number, however written, or an e-mail address in canonical form; undefined for neither. */
export function parsePerson(text: string): Person | undefined {
  if (/^[^\s@]+@[^\s@]+$/.test(text.trim())) return { email: canonicalEmail(text) };
  const phone = normalizePhone(text);
  if (!/^[\p{Nd}\s()+\uFF0B.-]+$/u.test(text) || !isPhone(phone)) return undefined;
  // A phone field ignores digits after the tenth: with a digit too many it would be somebody else's number.
  const lastDigits = text.replace(/\P{Nd}/gu, '').slice(-phone.length);
  return normalizePhone(lastDigits) === phone ? { phone } : undefined;
}

/** Whom an e-mail address in canonical form, a phone number, or the digests of their rows name. */
export type Person = { email?: string; phone?: string; digests?: readonly string[] };

const lastTenDigitsSql = (text: string) => `right(regexp_replace(${text}, '\\D', '', 'g'), 10)`;

/** Erases every submission with a person's e-mail address or phone number, parents' numbers included. */
export const erasePerson = (
  database: Database,
  person: Person,
  beforeCommit: BeforeCommit,
): Promise<ErasureResult> => eraseMatching(database, submissionsOf(person), beforeCommit, person);

/** A condition in SQL that selects submissions, and its values. */
type Condition = { text: string; values: readonly unknown[] };

function submissionsOf({ email, phone, digests }: Person): Condition {
  if (digests) return { text: `${rowDigests.submission} = any($1::text[])`, values: [digests] };
  if (email !== undefined) return { text: 'email = $1', values: [email] };
  const numbers = ['phone', 'refrence', 'refrenceSt'].map((field) => lastTenDigitsSql(`fields->>'${field}'`));
  return { text: `$1 in (${numbers.join(', ')})`, values: [phone] };
}

type FoundSubmission = {
  id: number;
  kind: SubmissionKind;
  receivedAt: Date;
  email: string | null;
  termsVersion: string | null;
  fields: object;
};

/** The submissions that a condition selects, and the values that select the orders of their people. */
async function findSubmissions(sql: Sql, { text, values }: Condition, order: string, person: Person) {
  const submissions = await sql.query<FoundSubmission>(
    `select id, kind, received_at as "receivedAt", email, terms_version as "termsVersion", fields from submissions where ${text} ${order}`,
    values,
  );
  const ids = submissions.map(({ id }) => id);
  const registrations = submissions.filter(({ kind }) => kind === 'registration');
  const emails = [person.email ?? null, ...registrations.map(({ email }) => email)];
  return { submissions, ids, orderValues: [ids, emails, person.phone ?? null, person.digests ?? []] };
}

/** The orders of submissions, and those that an address or a phone number names without one. */
const ordersOfPerson = `submission_id = any($1::integer[])
  or (email not like '${ERASED_EMAIL_PREFIX}%' and (
    ${rowDigests.order} = any($4::text[])
    or submission_id is null and (email = any($2::text[])
      or id in (select order_id from payments where ${lastTenDigitsSql('phone')} = $3))))`;

/**
 * All data about a person: the submissions with the e-mail address or phone number, the orders that belong to them
 * or to the address, with their facts and the notes of their payments, and the mails about both.
 */
export async function storedAbout(sql: Sql, person: Person): Promise<Record<string, unknown[]>> {
  const { submissions, ids, orderValues } = await findSubmissions(
    sql,
    submissionsOf(person),
    'order by id',
    person,
  );
  const found = await selectOrders(sql, ordersOfPerson, orderValues);
  const orderIds = found.map(({ id }) => id);
  const mails = await sql.query(
    `select kind, report, created_at as "createdAt", sent_at as "sentAt", failed_at as "failedAt" from outbox
     where submission_id = any($1::integer[]) or report->>'paymentId' in (select id from payments where order_id = any($2))
     order by id`,
    [ids, orderIds],
  );
  const facts = await sql.query(
    `select order_id as "orderId", recorded_at as "recordedAt", fact from order_facts where order_id = any($1) order by id`,
    [orderIds],
  );
  const orders = found.map(({ snapshot: _snapshot, stored: _stored, ...order }) => order);
  return { submissions, orders, facts, mails };
}

const olderThan = (days: number, kind: SubmissionKind | undefined): Condition => ({
  text: `received_at < now() - make_interval(days => $1) and ($2::text is null or kind = $2)`,
  values: [days, kind ?? null],
});

/** Counts the rows that `eraseOlderThan` would erase. */
export async function countOlderThan(
  sql: Sql,
  days: number,
  kind: SubmissionKind | undefined,
): Promise<ErasureCounts> {
  const { submissions, orderValues } = await findSubmissions(sql, olderThan(days, kind), '', {});
  const orders = await sql.query(`select 1 from orders where ${ordersOfPerson}`, orderValues);
  return { submissions: countKinds(submissions), orders: orders.length };
}

function countKinds(submissions: readonly FoundSubmission[]): ErasureCounts['submissions'] {
  const counts = { registration: 0, contact: 0, inquiry: 0, application: 0 };
  for (const { kind } of submissions) counts[kind] += 1;
  return counts;
}

/** Erases the submissions, all or of one kind, that were received more than a number of days ago. */
export async function eraseOlderThan(
  database: Database,
  days: number,
  kind: SubmissionKind | undefined,
  beforeCommit: BeforeCommit,
): Promise<ErasureResult> {
  return eraseMatching(database, olderThan(days, kind), beforeCommit);
}

/** @param person A person whose orders are anonymised even without a registration. */
async function eraseMatching(
  database: Database,
  condition: Condition,
  beforeCommit: BeforeCommit,
  person: Person = {},
): Promise<ErasureResult> {
  const erased = await database.transaction(async (sql) => {
    const unlocked = await findSubmissions(sql, condition, '', person);
    await lockOrders(sql, ordersOfPerson, unlocked.orderValues);
    const locking = 'order by id for update';
    const { submissions, ids, orderValues } = await findSubmissions(sql, condition, locking, person);
    const { orders, digests } = await anonymiseOrders(sql, orderValues);
    const deleted = await sql.query<Digest>(
      `delete from submissions where id = any($1::integer[]) returning ${rowDigests.submission} as digest`,
      [ids],
    );
    await beforeCommit(sql, [...deleted.map(({ digest }) => digest), ...digests]);
    return { submissions: countKinds(submissions), orders };
  });
  const simulated = (await hasSimulatorTables(database)) ? ['simulator_payments'] : [];
  return { ...erased, vacuum: await vacuumIfOwner(database, [...ERASED_TABLES, ...simulated]) };
}

type Digest = { digest: string };

/** No action follows from erasing. */
const withoutActions = { onOrderAction: async () => {} };

/**
 * Removes the person from orders, which remain as records of money, and the mails about them and about submissions;
 * returns the number of orders, and the digests of all that was changed.
 */
async function anonymiseOrders(sql: Sql, orderValues: readonly unknown[]) {
  const [ids, , phone, erasedDigests] = orderValues;
  const orders = (await lockOrders(sql, ordersOfPerson, orderValues)).map(({ id }) => id);
  for (const order of await selectOrders(sql, 'id = any($1)', [orders]))
    await recordFact(sql, withoutActions, order, { type: 'personErased' });
  const changedOrders = await sql.query<Digest>(
    `update orders set email = '${ERASED_EMAIL_PREFIX}' || id where id = any($1) returning ${rowDigests.order} as digest`,
    [orders],
  );
  const changedPayments = await sql.query<Digest>(
    `update payments set student = null, phone = null, course = null
     where num_nonnulls(student, phone, course) > 0
       and (order_id = any($1) or ${lastTenDigitsSql('phone')} = $2 or ${rowDigests.payment} = any($3::text[]))
     returning ${rowDigests.payment} as digest`,
    [orders, phone, erasedDigests],
  );
  if (await hasSimulatorTables(sql))
    await sql.query('update simulator_payments set notes = null where order_id = any($1)', [orders]);
  await sql.query(
    `delete from outbox where submission_id = any($1::integer[])
       or (submission_id is null and report->>'paymentId' in (select id from payments where order_id = any($2)))`,
    [ids, orders],
  );
  const digests = [...changedOrders, ...changedPayments].map(({ digest }) => digest);
  return { orders: orders.length, digests };
}
