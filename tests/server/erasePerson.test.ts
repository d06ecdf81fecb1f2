import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Row } from '../../server/database/database.types.ts';
import { eraseOlderThan, erasePerson, parsePerson } from '../../server/submissions/erase.ts';
import {
  type DatabaseFixture,
  insertOrder,
  insertPayment,
  insertRow,
  openDatabaseFixture,
} from './databaseFixture.ts';

/** What is erased of a person, and what remains; `erase.test.ts` has what remains in the files. */

let testDatabase: DatabaseFixture;
let database: Database;
let vacuumed: (readonly string[])[];

beforeAll(async () => {
  testDatabase = await openDatabaseFixture();
});
afterAll(() => testDatabase.remove());
beforeEach(async () => {
  vacuumed = [];
  const removeDeletedRows = async (tables: readonly string[]) => void vacuumed.push(tables);
  database = { ...testDatabase.database, removeDeletedRows };
  await testDatabase.empty();
});

test.each([
  [' Asha@Example.org ', { email: 'asha@example.org' }],
  ['a@Schüle.example', { email: 'a@xn--schle-mva.example' }],
  ['9876543210', { phone: '9876543210' }],
  ['+91 (98765) 432-10', { phone: '9876543210' }],
  ['0091 98765.43210', { phone: '9876543210' }],
  ['\uFF0B919876543210', { phone: '9876543210' }],
  ['९८७६५४३२१०', { phone: '9876543210' }],
])('"%s" is the person %j', (text, person) => {
  expect(parsePerson(text)).toEqual(person);
});

test.each([
  ...[
    '',
    ' ',
    'Asha',
    '@',
    'a@',
    '@b',
    'a@b@c',
    'a b@c',
    'a@b c',
    'x a@b',
    'a@b x',
    '98765',
    '+44 98765 43210',
  ],
  ...['Asha 9876543210', '9876543210 Asha', '9876543210/1', '98765432101', '+91 98765 432101'],
])('"%s" is no person, and erases nothing', async (text) => {
  expect(parsePerson(text)).toBeUndefined();
  await expect(erasePerson(database, text)).rejects.toThrow(
    new TypeError('That is neither an e-mail address nor a phone number.'),
  );
});

/** Stores a submission with fields; its email column is that of a present release unless given. */
const submit = (kind: string, fields: Row, more: Row = {}) =>
  insertRow(database, 'submissions', {
    ...{ kind, fields: JSON.stringify(fields), email: fields.email ?? null, ...more },
  });
const idsIn = async (table: string) =>
  (await database.query<{ id: number }>(`select id from ${table} order by id`)).map(({ id }) => id);
const orders = () =>
  database.query('select id, email, submission_id as submission, closed from orders order by id');

test('every submission with an address is erased, however it is stored, and its mails', async () => {
  await submit('registration', { email: 'asha@xn--schle-mva.example' });
  await submit('contact', { email: 'Asha@Schüle.example' }, { email: null });
  await submit('contact', { email: 'Asha@Schüle.example' }, { email: 'ravi@example.org' });
  await submit('inquiry', { phone: '9876543210' });
  await submit('application', { email: 'asha@schüle.example' });
  for (const id of [1, 4])
    await insertRow(database, 'outbox', { kind: 'notice', submission_id: id, message_id: `mail ${id}` });
  expect(await erasePerson(database, ' Asha@SCHÜLE.example')).toEqual({
    ...{ submissions: { registration: 1, contact: 1, inquiry: 0, application: 1 }, orders: 0 },
    ...{ messageIds: ['mail 1'], isVacuumed: true },
  });
  expect(await idsIn('submissions')).toEqual([3, 4]);
  expect(await database.query('select message_id from outbox')).toEqual([{ message_id: 'mail 4' }]);
  expect(vacuumed).toEqual([['submissions', 'outbox', 'orders', 'payments', 'simulator_payments']]);
});

test('every submission with a phone number is erased, those with a number of a parent too', async () => {
  await submit('inquiry', { phone: '9876543210' });
  await submit('registration', { phone: '9000000000', refrence: '+91 98765-43210', email: 'a@example.org' });
  await submit('registration', { phone: '9000000000', refrenceSt: '09876543210', email: 'b@example.org' });
  await submit('contact', { phone: '9876543211', message: '9876543210' });
  expect(await erasePerson(database, '+91 98765 43210')).toMatchObject({
    submissions: { registration: 2, contact: 0, inquiry: 1, application: 0 },
  });
  expect(await idsIn('submissions')).toEqual([4]);
});

test('orders of an address remain without the person, and one that was paid and registered is closed', async () => {
  const email = 'asha@example.org';
  await submit('registration', { email });
  await submit('registration', { email: 'ravi@example.org' });
  await insertOrder(database, 'order_1', { email, submission_id: 1, payment_id: 'pay_1' });
  await insertPayment(database, 'pay_1', 'order_1', { student: 'Asha', phone: '9876543210' });
  await insertOrder(database, 'order_2', { email, submission_id: 1, payment_id: 'pay_2', closed: 'surplus' });
  await insertOrder(database, 'order_3', { email, payment_id: 'pay_3' });
  await insertOrder(database, 'order_4', { email, submission_id: 1 });
  await insertOrder(database, 'order_5', {
    email: 'ravi@example.org',
    submission_id: 2,
    payment_id: 'pay_5',
  });
  await insertPayment(database, 'pay_5', 'order_5', { student: 'Ravi', phone: '9876543211' });
  await insertOrder(database, 'order_6', { email, submission_id: 2, closed: 'replaced' });
  await insertOrder(database, 'order_7', { email: 'erased order_7' });
  expect((await erasePerson(database, email)).orders).toBe(4);
  const erased = (id: string, closed: string | null) => ({
    id,
    email: `erased ${id}`,
    submission: null,
    closed,
  });
  expect(await orders()).toEqual([
    ...[erased('order_1', 'erased'), erased('order_2', 'surplus'), erased('order_3', null)],
    erased('order_4', null),
    { id: 'order_5', email: 'ravi@example.org', submission: 2, closed: null },
    { id: 'order_6', email, submission: 2, closed: 'replaced' },
    erased('order_7', null),
  ]);
  expect(await database.query('select id, amount, student, phone from payments order by id')).toEqual([
    { id: 'pay_1', amount: 200_000, student: null, phone: null },
    { id: 'pay_5', amount: 200_000, student: 'Ravi', phone: '9876543211' },
  ]);
});

test('orders of a person who never registered are erased by the address, or by the number in the payment', async () => {
  await insertOrder(database, 'order_1', { email: 'asha@schüle.example' });
  await insertOrder(database, 'order_2', { email: 'other@example.org', payment_id: 'pay_2' });
  await insertPayment(database, 'pay_2', 'order_2', { student: 'Asha', phone: '+91 98765 43210' });
  await insertOrder(database, 'order_3', { email: 'ravi@example.org' });
  expect((await erasePerson(database, 'Asha@Schüle.example')).orders).toBe(1);
  expect((await erasePerson(database, '9876543210')).orders).toBe(1);
  expect((await orders()).map(({ email }) => email)).toEqual([
    ...['erased order_1', 'erased order_2', 'ravi@example.org'],
  ]);
  expect(await database.query('select student, phone from payments')).toEqual([
    { student: null, phone: null },
  ]);
});

test('a number is removed from payments of orders that are somebody else’s', async () => {
  await submit('registration', { email: 'ravi@example.org' });
  await insertOrder(database, 'order_1', { email: 'ravi@example.org', submission_id: 1 });
  await insertPayment(database, 'pay_1', 'order_1', { student: 'Asha', phone: '9876543210' });
  expect((await erasePerson(database, '9876543210')).orders).toBe(0);
  expect(await orders()).toMatchObject([{ email: 'ravi@example.org', submission: 1 }]);
  expect(await database.query('select student, phone from payments')).toEqual([
    { student: null, phone: null },
  ]);
});

test('with a number the orders of the address with which it is registered are erased too', async () => {
  await submit('registration', { email: 'asha@example.org', phone: '9876543210' });
  await submit('registration', { email: 'Old@example.org', phone: '9876543210' }, { email: null });
  await submit('contact', { email: 'ravi@example.org', phone: '9876543210' });
  for (const [index, email] of ['asha@example.org', 'old@example.org', 'ravi@example.org'].entries())
    await insertOrder(database, `order_${index}`, { email });
  expect((await erasePerson(database, '9876543210')).orders).toBe(2);
  expect((await orders()).map(({ email }) => email)).toEqual([
    ...['erased order_0', 'erased order_1', 'ravi@example.org'],
  ]);
});

test('the simulator forgets the notes of the orders that are erased', async () => {
  for (const [id, email] of [
    ['order_1', 'asha@example.org'],
    ['order_2', 'ravi@example.org'],
  ] as const) {
    await insertOrder(database, id, { email });
    await insertRow(database, 'simulator_orders', { id, amount: 1, currency: 'INR', receipt: id });
    const notes = '{"student":"Asha"}';
    await insertRow(database, 'simulator_payments', {
      id: `pay_${id}`,
      order_id: id,
      status: 'captured',
      notes,
    });
  }
  await erasePerson(database, 'asha@example.org');
  expect(await database.query('select notes from simulator_payments order by id')).toEqual([
    { notes: null },
    { notes: { student: 'Asha' } },
  ]);
});

test('what is older than a number of days is erased, all or of one kind, with its orders', async () => {
  const age = (days: string) => ({ received_at: new Date(Date.now() - Number(days) * 86_400_000) });
  await submit('registration', { email: 'asha@example.org' }, age('30.1'));
  await submit('contact', { email: 'ravi@example.org' }, age('30.1'));
  await submit('contact', {}, age('29.9'));
  await insertOrder(database, 'order_1', {
    email: 'asha@example.org',
    submission_id: 1,
    payment_id: 'pay_1',
  });
  await insertOrder(database, 'order_2', { email: 'ravi@example.org' });
  await insertPayment(database, 'pay_2', 'order_2', { student: 'Ravi', phone: '9876543210' });
  const nothing = { registration: 0, contact: 0, inquiry: 0, application: 0 };
  expect((await eraseOlderThan(database, 31)).submissions).toEqual(nothing);
  expect((await eraseOlderThan(database, 30, 'contact')).submissions).toEqual({ ...nothing, contact: 1 });
  expect(await idsIn('submissions')).toEqual([1, 3]);
  expect(await eraseOlderThan(database, 30)).toMatchObject({
    submissions: { ...nothing, registration: 1 },
    orders: 1,
  });
  expect(await orders()).toEqual([
    { id: 'order_1', email: 'erased order_1', submission: null, closed: 'erased' },
    { id: 'order_2', email: 'ravi@example.org', submission: null, closed: null },
  ]);
  expect(await database.query('select student from payments')).toEqual([{ student: 'Ravi' }]);
});

test('all is erased or nothing', async () => {
  await submit('contact', { email: 'asha@example.org' });
  const failing: Database = {
    ...database,
    transaction: (work) =>
      database.transaction((sql) =>
        work({
          query: (text, values) =>
            text.startsWith('update payments') ? Promise.reject(new Error('Oh')) : sql.query(text, values),
        }),
      ),
  };
  await expect(erasePerson(failing, 'asha@example.org')).rejects.toThrow('Oh');
  expect(await idsIn('submissions')).toEqual([1]);
  expect(vacuumed).toEqual([]);
});

test('the files are left alone where the tables belong to another role', async () => {
  const ofAnotherRole: Database = {
    ...database,
    query: (text, values) => database.query(text.replace('not pg_has_role', 'pg_has_role'), values),
  };
  expect((await erasePerson(ofAnotherRole, 'asha@example.org')).isVacuumed).toBe(false);
  expect(vacuumed).toEqual([]);
});
