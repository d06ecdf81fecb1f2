import type { Database, Sql } from '../database/database.ts';
import type { Kind } from './submissions.ts';

/** What was erased. */
export interface Erased {
  submissions: Record<Kind, number>;
  /** Orders that lost their e-mail address and their registration, and keep amount, ids and time. */
  orders: number;
  /** The message ids of the mails that were about the submissions. */
  messageIds: string[];
}

/** Ten digits of a phone number however it is written, or an e-mail address in small letters; undefined for neither. */
export function personOf(text: string): { phone: string } | { email: string } | undefined {
  if (/^[^\s@]+@[^\s@]+$/.test(text.trim())) return { email: text.trim().toLowerCase() };
  const digits = text.replace(/\D/g, '');
  return /^[\d\s()+-]+$/.test(text) && digits.length >= 10 ? { phone: digits.slice(-10) } : undefined;
}

const tenDigits = (field: string) => `right(regexp_replace(fields->>'${field}', '\\D', '', 'g'), 10)`;

/** Erases every submission that names a person by e-mail address or phone number, parents' numbers included. */
export async function erasePerson(database: Database, text: string): Promise<Erased> {
  const person = personOf(text);
  if (!person) throw new TypeError('That is neither an e-mail address nor a phone number.');
  if ('email' in person) {
    return eraseWhere(database, `lower(fields->>'email') = $1`, [person.email], [person.email]);
  }
  const numbers = ['phone', 'refrence', 'refrenceSt'].map(tenDigits).join(', ');
  return eraseWhere(database, `$1 in (${numbers})`, [person.phone]);
}

/** Erases the submissions, all or of one kind, that came more than so many days ago. */
export async function eraseOlderThan(database: Database, days: number, kind?: Kind): Promise<Erased> {
  const condition = `received_at < now() - make_interval(days => $1) and ($2::text is null or kind = $2)`;
  return eraseWhere(database, condition, [days, kind ?? null]);
}

/** @param emails Addresses whose orders lose them even if no registration came of them. */
async function eraseWhere(
  database: Database,
  condition: string,
  values: readonly unknown[],
  emails: readonly string[] = [],
): Promise<Erased> {
  const erased = await database.transaction(async (sql) => {
    const found = await sql.query<{ id: number; kind: Kind; email: string | null }>(
      `select id, kind, lower(fields->>'email') as email from submissions where ${condition} for update`,
      values,
    );
    const ids = found.map(({ id }) => id);
    const registered = found.flatMap(({ kind, email }) => (kind === 'registration' && email ? [email] : []));
    const orders = await forgetOrders(sql, ids, [...emails, ...registered]);
    const mails = await sql.query<{ messageId: string }>(
      'delete from outbox where submission_id = any($1::integer[]) returning message_id as "messageId"',
      [ids],
    );
    await sql.query('delete from submissions where id = any($1::integer[])', [ids]);
    const submissions = { registration: 0, contact: 0, inquiry: 0, application: 0 };
    for (const { kind } of found) submissions[kind] += 1;
    return { submissions, orders, messageIds: mails.map(({ messageId }) => messageId) };
  });
  // Rows that are deleted stay in the files until then; the embedded database does not do it by itself.
  for (const table of ['submissions', 'orders']) await database.query(`vacuum ${table}`);
  return erased;
}

/** An order is a record of money: it stays, without the person. */
async function forgetOrders(sql: Sql, ids: readonly number[], emails: readonly string[]): Promise<number> {
  const rows = await sql.query(
    `update orders set email = 'erased ' || id, submission_id = null, available = false
     where submission_id = any($1::integer[]) or (submission_id is null and email = any($2::text[]))
     returning id`,
    [ids, emails],
  );
  return rows.length;
}
