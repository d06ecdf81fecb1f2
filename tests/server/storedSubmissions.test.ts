import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Row, Sql } from '../../server/database/database.types.ts';
import {
  findOrStoreSubmission,
  isSubmissionKind,
  listedPaymentStatuses,
  listSubmissions,
  type SubmissionFilter,
  storeSubmission,
  submissionKinds,
} from '../../server/submissions/submissions.ts';
import { type DatabaseFixture, insertOrder, insertRow, openDatabaseFixture } from './databaseFixture.ts';

/** How submissions are stored and listed; `sameRegistration.test.ts` has which registrations are the same one. */

let testDatabase: DatabaseFixture;
let database: Database;

beforeAll(async () => {
  testDatabase = await openDatabaseFixture();
  database = testDatabase.database;
});
afterAll(() => testDatabase.remove());
beforeEach(() => testDatabase.empty());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const rows = () => database.query('select id, kind, fields, digest, email from submissions order by id');

async function listed(filter?: SubmissionFilter) {
  const all: unknown[] = [];
  for await (const submission of listSubmissions(database, filter)) all.push(submission);
  return all;
}

test('there are four kinds and two payment statuses to list by', () => {
  expect(submissionKinds).toEqual(['registration', 'contact', 'inquiry', 'application']);
  expect(listedPaymentStatuses).toEqual(['paid', 'pending']);
  const texts = ['registration', 'contact', 'inquiry', 'application', '', 'Contact', 'toString'];
  expect(texts.filter(isSubmissionKind)).toEqual(submissionKinds);
});

test('a submission is stored as often as it is sent, with its address in canonical form', async () => {
  const fields = { name: 'Asha', email: 'Asha@Schüle.example', message: 'Hello' };
  expect(await storeSubmission(database, 'contact', fields)).toBe(1);
  expect(await storeSubmission(database, 'contact', fields)).toBe(2);
  expect(await storeSubmission(database, 'contact', { email: '' })).toBe(3);
  expect(await storeSubmission(database, 'inquiry', { email: true })).toBe(4);
  const stored = { kind: 'contact', fields, digest: null, email: 'asha@xn--schle-mva.example' };
  expect(await rows()).toEqual([
    { ...stored, id: 1 },
    { ...stored, id: 2 },
    { ...stored, id: 3, fields: { email: '' }, email: null },
    { ...stored, id: 4, kind: 'inquiry', fields: { email: true }, email: null },
  ]);
});

const registration = { name: ' Asha  VERMA', email: 'Asha@Schüle.example', acceptTerms: true };
/** Databases have the digests of earlier releases: what they are of never changes. */
const CANONICAL = '[["acceptTerms",true],["email","asha@xn--schle-mva.example"],["name","asha verma"]]';
const AS_SENT = '[["acceptTerms",true],["email","Asha@Schüle.example"],["name"," Asha  VERMA"]]';

test('a registration is stored once, under the digest of its fields in canonical form, as it was sent first', async () => {
  expect(await findOrStoreSubmission(database, 'registration', registration)).toBe(1);
  const again = { ...registration, name: 'asha verma' };
  expect(await findOrStoreSubmission(database, 'registration', again)).toBe(1);
  expect(await rows()).toEqual([
    {
      ...{ id: 1, kind: 'registration', fields: registration, digest: sha256(CANONICAL) },
      email: 'asha@xn--schle-mva.example',
    },
  ]);
  expect(
    await findOrStoreSubmission(database, 'registration', { ...registration, acceptTerms: false }),
  ).not.toBe(1);
});

test('a registration that an earlier release has stored, under the digest of what was sent, is found', async () => {
  const fields = JSON.stringify(registration);
  await insertRow(database, 'submissions', { kind: 'registration', fields, digest: sha256(AS_SENT) });
  expect(await findOrStoreSubmission(database, 'registration', registration)).toBe(1);
  expect(await rows()).toHaveLength(1);
});

test('a registration that another server stores at the same time is one row', async () => {
  await findOrStoreSubmission(database, 'registration', registration);
  const withoutTheOther: Sql = {
    query: async (text, values) => (text.startsWith('select') ? [] : database.query(text, values)),
  };
  expect(await findOrStoreSubmission(withoutTheOther, 'registration', registration)).toBe(1);
  expect(await rows()).toHaveLength(1);
});

test('what was not stored has no id', async () => {
  const sql: Sql = { query: async () => [] };
  await expect(storeSubmission(sql, 'contact', {})).rejects.toThrow('An insert returned no row.');
  await expect(findOrStoreSubmission(sql, 'contact', {})).rejects.toThrow('An insert returned no row.');
});

const insert = (more: Row = {}) =>
  insertRow(database, 'submissions', {
    ...{ kind: 'registration', fields: '{"name":"Asha"}', received_at: '2026-11-01T09:30Z', ...more },
  });

test('a submission is listed with its fields, and a registration alone with its payment', async () => {
  await insert();
  await insert({ kind: 'contact', fields: '{"name":"Ravi","message":"Hello"}' });
  await insertOrder(database, 'order_1', {
    ...{ submission_id: 1, payment_id: 'pay_1', payment_mode: 'test' },
  });
  expect(await listed()).toEqual([
    {
      ...{ kind: 'registration', receivedAt: '2026-11-01T09:30:00.000Z', name: 'Asha' },
      ...{ paymentStatus: 'paid', paymentMode: 'test', orderId: 'order_1', paymentId: 'pay_1' },
    },
    { kind: 'contact', receivedAt: '2026-11-01T09:30:00.000Z', name: 'Ravi', message: 'Hello' },
  ]);
});

const none = { paymentStatus: 'pending', paymentMode: null, orderId: null, paymentId: null };
const some = { paymentStatus: 'pending', paymentMode: 'live', orderId: 'order_0', paymentId: null };

test.each<[string, Row[], object]>([
  ['no order', [], none],
  ['an order to be paid', [{}], some],
  ['a paid order', [{ payment_id: 'p' }], { ...some, paymentStatus: 'paid', paymentId: 'p' }],
  [
    'a refunded order',
    [{ payment_id: 'p', closed: 'refunded' }],
    { ...some, paymentStatus: 'refunded', paymentId: 'p' },
  ],
  ['a rehearsal', [{ payment_id: 'p', closed: 'rehearsal' }], { ...some, paymentId: 'p' }],
  ['a surplus', [{ payment_id: 'p', closed: 'surplus' }], none],
  ['a replaced order', [{ closed: 'replaced' }], some],
  [
    'a paid order before a rehearsal',
    [{ payment_id: 'p' }, { payment_id: 'q', closed: 'rehearsal' }],
    { orderId: 'order_0' },
  ],
  [
    'an order to be paid before a rehearsal',
    [{}, { payment_id: 'q', closed: 'rehearsal' }],
    { orderId: 'order_0' },
  ],
  ['a paid order before one to be paid', [{ payment_id: 'p' }, {}], { orderId: 'order_0' }],
  [
    'a refunded order before one to be paid',
    [{ payment_id: 'p', closed: 'refunded' }, {}],
    { orderId: 'order_0' },
  ],
  [
    'a paid order before a refunded one',
    [{ payment_id: 'p' }, { payment_id: 'q', closed: 'refunded' }],
    { orderId: 'order_0' },
  ],
  ['the newer of two equal orders', [{}, {}], { orderId: 'order_1' }],
])('a registration is listed with %s', async (_, orders, expected) => {
  await insert();
  await insert();
  for (const [index, more] of orders.entries())
    await insertOrder(database, `order_${index}`, {
      ...{ email: `${index}@example.org`, submission_id: 1, created_at: `2026-11-0${index + 1}`, ...more },
    });
  expect(await listed()).toMatchObject([expected, none]);
});

test('submissions are selected by kind, time and payment status', async () => {
  await insert({ received_at: '2026-10-31T18:29:59.999Z' });
  await insert({ received_at: '2026-10-31T18:30:00Z', kind: 'contact' });
  await insert({ received_at: '2026-11-01T00:00Z', fields: '{"name":"Ravi"}' });
  await insertOrder(database, 'order_1', { submission_id: 3, payment_id: 'pay_1' });
  const times = async (filter: SubmissionFilter) =>
    (await listed(filter)).map(
      (line) =>
        JSON.stringify(line)
          .slice(-400)
          .match(/10-31T18:\d\d|11-01/)?.[0],
    );
  const [first, second, third] = ['10-31T18:29', '10-31T18:30', '11-01'];
  expect(await times({})).toEqual([first, second, third]);
  expect(await times({ since: '2026-10-31T18:30:00.000Z' })).toEqual([second, third]);
  expect(await times({ kind: 'registration' })).toEqual([first, third]);
  expect(await times({ paymentStatus: 'pending' })).toEqual([first]);
  expect(await times({ paymentStatus: 'paid' })).toEqual([third]);
  expect(await times({ paymentStatus: 'paid', kind: 'contact' })).toEqual([]);
});

test('more submissions than fit on a page are listed once each, oldest first', async () => {
  await database.query(
    `insert into submissions (kind, fields)
     select 'contact', json_build_object('number', number) from generate_series(1, 1100) as number`,
  );
  const all = await listed();
  expect(all).toHaveLength(1100);
  expect(all).toMatchObject(Array.from({ length: 1100 }, (_, index) => ({ number: index + 1 })));
});
