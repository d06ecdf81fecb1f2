import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.types.ts';
import {
  countMails,
  leaseMail,
  listMails,
  markFailed,
  markSent,
  postpone,
  queueForOrderEvent,
  queueNotice,
  removeMail,
  retryFailed,
} from '../../server/mail/outbox.ts';
import { storeSubmission } from '../../server/submissions/submissions.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { collect } from '../support/operatorCommand.ts';
import { type DatabaseFixture, openDatabaseFixture } from './databaseFixture.ts';

let fixture: DatabaseFixture;
let database: Database;

beforeAll(async () => {
  fixture = await openDatabaseFixture();
  ({ database } = fixture);
});
afterAll(() => fixture.remove());
beforeEach(async () => {
  for (const table of ['orders', 'outbox', 'submissions']) await database.query(`delete from ${table}`);
});

const LEASE_MS = 60_000;

const store = () => storeSubmission(database, 'registration', { name: 'Asha', email: 'a@b.example' });
const lease = () => leaseMail(database, LEASE_MS, 60 * 60_000);

/** Queues a notice of a new submission; returns the id of the mail. */
async function queuedMail(): Promise<number> {
  const submissionId = await store();
  await queueNotice(database, submissionId);
  const [row] = await database.query<{ id: number }>('select id from outbox where submission_id = $1', [
    submissionId,
  ]);
  return row?.id ?? 0;
}

/** Returns the columns of a mail, times in whole seconds from now, in which a second more or less is left out. */
async function mailOf(id: number) {
  const inSeconds = (column: string) => `round(extract(epoch from ${column} - now()) / 10)::integer * 10`;
  const [row] = await database.query(
    `select attempts, ${inSeconds('next_attempt_at')} as next, ${inSeconds('leased_until')} as leased,
       ${inSeconds('sent_at')} as sent, ${inSeconds('failed_at')} as failed, last_error as error
     from outbox where id = $1`,
    [id],
  );
  return row;
}

const waiting = { attempts: 0, next: 0, leased: null, sent: null, failed: null, error: null };

test('a notice of a submission is queued once', async () => {
  const submissionId = await store();
  await queueNotice(database, submissionId);
  await queueNotice(database, submissionId);
  await queueNotice(database, await store());
  const rows = await database.query('select kind, reference, submission_id as id from outbox order by id');
  expect(rows).toEqual([
    { kind: 'notice', reference: '', id: submissionId },
    { kind: 'notice', reference: '', id: submissionId + 1 },
  ]);
  const mails = await collect(listMails(database));
  expect(mails).toHaveLength(2);
  expect(mails[0]?.messageId).not.toBe(mails[1]?.messageId);
});

test('a mail is leased with its submission and the payment that counts', async () => {
  const submissionId = await store();
  await queueForOrderEvent(database, {
    type: 'surplus recorded',
    orderId: 'order_1',
    paymentId: 'pay_1',
    submissionId,
  });
  await database.query(
    `insert into orders (id, email, amount, currency, receipt, submission_id, payment_id, closed, payment_mode) values
     ('order_1', 'a@b.example', 1, 'INR', 'r1', $1, 'pay_1', 'surplus', 'live'),
     ('order_2', 'a@b.example', 1, 'INR', 'r2', $1, 'pay_2', null, 'test'),
     ('order_3', 'a@b.example', 1, 'INR', 'r3', $1, null, null, 'live')`,
    [submissionId],
  );
  const item = await lease();
  expect(item).toEqual({
    id: expect.any(Number),
    kind: 'surplus',
    reference: 'pay_1',
    messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    attempts: 1,
    form: 'registration',
    isSubmitted: true,
    fields: { name: 'Asha', email: 'a@b.example' },
    receivedAt: expect.any(Date),
    paymentId: 'pay_2',
    paymentMode: 'test',
  });
  expect(await mailOf(item?.id ?? 0)).toEqual({ ...waiting, attempts: 1, leased: 60 });
});

test('a mail of a submission without a payment is leased all the same', async () => {
  await queuedMail();
  expect(await lease()).toMatchObject({ kind: 'notice', paymentId: null, paymentMode: null });
});

test('the oldest mail that is due is leased, by one process at a time', async () => {
  const [first, second] = [await queuedMail(), await queuedMail()];
  expect((await lease())?.id).toBe(first);
  expect((await lease())?.id).toBe(second);
  expect(await lease()).toBeUndefined();
  await database.query(`update outbox set leased_until = now() - interval '1 second' where id = $1`, [first]);
  expect(await lease()).toMatchObject({ id: first, attempts: 2 });
});

test.each(['sent_at', 'failed_at'])('a mail with a time in %s is not leased', async (column) => {
  const id = await queuedMail();
  await database.query(`update outbox set ${column} = now()`);
  expect(await lease()).toBeUndefined();
  await database.query(`update outbox set ${column} = null`);
  expect((await lease())?.id).toBe(id);
});

test('a mail that was sent is marked, unless it has been erased meanwhile', async () => {
  const id = await queuedMail();
  const other = await queuedMail();
  await lease();
  await postpone(database, id, 0, 'Later.');
  await lease();
  expect(await markSent(database, id)).toBe(true);
  expect(await mailOf(id)).toEqual({ ...waiting, attempts: 2, sent: 0 });
  expect(await mailOf(other)).toEqual(waiting);
  await database.query('delete from submissions');
  expect(await markSent(database, id)).toBe(false);
});

test('a mail that was not sent is due again after a pause', async () => {
  const id = await queuedMail();
  const other = await queuedMail();
  await lease();
  await postpone(database, id, 120_000, 'Later.');
  expect(await mailOf(id)).toEqual({ ...waiting, attempts: 1, next: 120, error: 'Later.' });
  expect(await mailOf(other)).toEqual(waiting);
  expect((await lease())?.id).toBe(other);
  expect(await lease()).toBeUndefined();
});

test('a mail that failed is not sent until it is retried', async () => {
  const id = await queuedMail();
  const other = await queuedMail();
  await lease();
  await markFailed(database, id, 'No.');
  expect(await mailOf(id)).toEqual({ ...waiting, attempts: 1, failed: 0, error: 'No.' });
  expect(await mailOf(other)).toEqual(waiting);
  await database.query(`update outbox set next_attempt_at = now() + interval '1 hour' where id = $1`, [id]);
  expect(await retryFailed(database)).toBe(1);
  expect(await mailOf(id)).toEqual({ ...waiting, error: 'No.' });
  expect(await retryFailed(database)).toBe(0);
});

test('a mail that another process has sent meanwhile stays sent', async () => {
  const id = await queuedMail();
  await lease();
  await markSent(database, id);
  const sent = await mailOf(id);
  await postpone(database, id, 120_000, 'Later.');
  await markFailed(database, id, 'No.');
  await removeMail(database, id);
  expect(sent).toMatchObject({ sent: 0 });
  expect(await mailOf(id)).toEqual(sent);
});

test('a mail that is no longer to be sent is removed alone', async () => {
  const [id, other] = [await queuedMail(), await queuedMail()];
  await removeMail(database, id);
  expect(await mailOf(id)).toBeUndefined();
  expect(await mailOf(other)).toEqual(waiting);
});

test('mails are counted by state, with the age of the oldest that waits', async () => {
  expect(await countMails(database)).toEqual({ waiting: 0, failed: 0, oldestWaitingSeconds: 0 });
  const [sent, failed] = [await queuedMail(), await queuedMail(), await queuedMail(), await queuedMail()];
  await queuedMail();
  await database.query(`update outbox set created_at = now() - make_interval(mins => $1 - id)`, [sent + 10]);
  await markSent(database, sent);
  await markFailed(database, failed, 'No.');
  const { oldestWaitingSeconds, ...counts } = await countMails(database);
  expect(counts).toEqual({ waiting: 3, failed: 1 });
  expect(Math.abs(oldestWaitingSeconds - 480)).toBeLessThan(5);
});

test('mails are listed without text and address, oldest first, all or those that failed', async () => {
  const submissionId = await store();
  const event = { orderId: 'order_1', paymentId: 'pay_1', submissionId };
  await queueForOrderEvent(database, { ...event, type: 'registration paid' });
  await queueForOrderEvent(database, { ...event, type: 'surplus recorded' });
  await queueNotice(database, submissionId);
  const [first, second] = [await lease(), await lease()];
  await markSent(database, first?.id ?? 0);
  await markFailed(database, second?.id ?? 0, 'No.');
  const item = {
    id: expect.any(Number),
    lastError: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  };
  const failed = {
    ...item,
    kind: 'surplus',
    to: 'office',
    state: 'failed',
    attempts: 1,
    lastError: 'No.',
    messageId: second?.messageId,
  };
  const mails = await collect(listMails(database));
  expect(mails).toEqual([
    { ...item, kind: 'confirmation', to: 'family', state: 'sent', attempts: 1 },
    failed,
    { ...item, kind: 'notice', to: 'office', state: 'waiting', attempts: 0 },
  ]);
  const ids = mails.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  expect(await collect(listMails(database, true))).toEqual([failed]);
});

test('a list of more than a page has every mail once', async () => {
  const id = await store();
  await database.query(
    `insert into outbox (kind, submission_id, reference, message_id)
     select 'surplus', $1, number::text, number::text from generate_series(1, 1001) as numbers (number)`,
    [id],
  );
  const mails = await collect(listMails(database));
  expect(nonEmpty(mails).map(({ messageId }) => Number(messageId))).toEqual(
    Array.from({ length: 1001 }, (_, index) => index + 1),
  );
});
