import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Row, Sql } from '../../../server/database/index.ts';
import type { OrderEvent } from '../../../server/payments/context.ts';
import type { Payment, Refund } from '../../../server/payments/entities.ts';
import { findRegistrations, recordPayment, recordRefund } from '../../../server/payments/recordPayment.ts';
import {
  type DatabaseFixture,
  insertOrder,
  insertPayment,
  insertRow,
  openDatabaseFixture,
} from '../databaseFixture.ts';
import { createMemoryProvider, paymentOf } from '../memoryProvider.ts';

/** The rows after a payment or a refund, and the registration that then has the order. */

const email = 'asha@example.org';
const asha = { student: 'Asha Verma', phone: '9876543210' };
const ravi = { student: 'Ravi Verma', phone: '9876543210' };
const [ARRIVED, NAMED, PROVEN] = [1, 2, 3];

let testDatabase: DatabaseFixture;
let database: Database;
let events: OrderEvent[];

beforeAll(async () => {
  testDatabase = await openDatabaseFixture();
  database = testDatabase.database;
});
afterAll(() => testDatabase.remove());
beforeEach(async () => {
  events = [];
  await testDatabase.empty();
});

const context = () => ({
  database,
  provider: createMemoryProvider(),
  onOrderEvent: async (_sql: Sql, event: OrderEvent) => void events.push(event),
});
const record = (payment: Payment, isCurrent?: boolean) =>
  database.transaction((sql) => recordPayment(sql, context(), payment, isCurrent));
const refund = (id: string, more: Partial<Refund> = {}) =>
  database.transaction((sql) =>
    recordRefund(sql, context(), { id, paymentId: 'pay_1', amount: 200_000, hasFailed: false, ...more }),
  );
/** Stores a registration; its id is the number of those before it and one. */
const register = (student = asha.student, more: Row = {}) =>
  insertRow(database, 'submissions', {
    ...{ kind: 'registration', email, fields: JSON.stringify({ name: student, phone: '9876543210' }) },
    ...more,
  });
const orders = () =>
  database.query<{
    id: string;
    payment: string | null;
    submission: number | null;
    evidence: number;
    closed: string | null;
  }>(
    `select id, payment_id as payment, submission_id as submission, evidence, closed from orders order by id`,
  );
const payments = () => database.query('select * from payments order by id');
const paid = { id: 'order_1', payment: 'pay_1', submission: null, evidence: 0, closed: null };
const unpaid = { ...paid, payment: null };

test.each(['created', 'authorized', 'failed'])('a payment that is %s is not stored', async (status) => {
  await insertOrder(database, 'order_1');
  expect(await record(paymentOf('order_1', 'pay_1', { status }))).toBe(false);
  expect(await payments()).toEqual([]);
  expect(await orders()).toEqual([unpaid]);
});

test('a payment of an order that is not known is not stored', async () => {
  await insertOrder(database, 'order_1');
  expect(await record(paymentOf('order_2', 'pay_1'))).toBe(false);
  expect(await payments()).toEqual([]);
});

test('a payment is stored with each value in its place, and pays for its order alone', async () => {
  await insertOrder(database, 'order_0', { email: 'ravi@example.org' });
  await insertOrder(database, 'order_1');
  const more = { payer: asha, refunded: 500, createdAt: 1_700_000_000.5 };
  expect(await record(paymentOf('order_1', 'pay_1', more))).toBe(true);
  expect(await payments()).toEqual([
    {
      ...{ id: 'pay_1', order_id: 'order_1', amount: 200_000, currency: 'INR', status: 'captured' },
      ...{ refunded: 500, student: 'Asha Verma', phone: '9876543210' },
      created_at: new Date(1_700_000_000_500),
    },
  ]);
  expect(await orders()).toEqual([{ ...unpaid, id: 'order_0' }, paid]);
  expect(events).toEqual([]);
});

test.each([{ amount: 199_999 }, { amount: 200_001 }, { currency: 'USD' }])(
  'a payment with %j is stored and does not pay for the order',
  async (more) => {
    await insertOrder(database, 'order_1');
    expect(await record(paymentOf('order_1', 'pay_2', more))).toBe(false);
    expect(await payments()).toMatchObject([{ id: 'pay_2', ...more }]);
    expect(await orders()).toEqual([unpaid]);
    expect(events).toEqual([]);
  },
);

test('a payment that comes again keeps its amount, its first notes and time, and the larger refund', async () => {
  await insertOrder(database, 'order_1');
  const first = paymentOf('order_1', 'pay_1', { refunded: 500 });
  await record(first);
  await record({
    ...first,
    refunded: 400,
    status: 'refunded',
    amount: 1,
    payer: asha,
    createdAt: 1_700_000_000,
  });
  const known = { amount: 200_000, status: 'refunded', refunded: 500, student: 'Asha Verma' };
  expect(await payments()).toMatchObject([{ ...known, created_at: new Date(1_700_000_000_000) }]);
  await record({ ...first, refunded: 600, payer: { student: 'Ravi', phone: '9876543211' }, createdAt: 1 });
  const kept = { student: 'Asha Verma', phone: '9876543210', created_at: new Date(1_700_000_000_000) };
  expect(await payments()).toMatchObject([{ ...kept, refunded: 600, status: 'captured' }]);
});

test('the current state of a payment also says that less is refunded', async () => {
  await insertOrder(database, 'order_1');
  await record(paymentOf('order_1', 'pay_1', { refunded: 200_000, status: 'refunded' }), true);
  expect(await orders()).toEqual([{ ...paid, closed: 'refunded' }]);
  await record(paymentOf('order_1', 'pay_1', { refunded: 0 }), true);
  expect(await payments()).toMatchObject([{ refunded: 0, status: 'captured' }]);
  expect(await orders()).toEqual([paid]);
});

test('a second payment is reported once, with the registration, and does not pay for the order', async () => {
  await register();
  await insertOrder(database, 'order_1', { submission_id: 1 });
  await record(paymentOf('order_1', 'pay_2'));
  events = [];
  expect(await record(paymentOf('order_1', 'pay_1'))).toBe(false);
  expect(events).toHaveLength(1);
  expect(await record(paymentOf('order_1', 'pay_1'))).toBe(false);
  expect(await record(paymentOf('order_1', 'pay_2'))).toBe(true);
  expect(events).toEqual([
    { type: 'surplus recorded', orderId: 'order_1', paymentId: 'pay_1', submissionId: 1 },
  ]);
  expect(await orders()).toEqual([{ ...paid, payment: 'pay_2', submission: 1 }]);
});

test.each([{ amount: 199_999 }, { currency: 'USD' }, { refunded: 1 }])(
  'a second payment with %j is not reported',
  async (more) => {
    await insertOrder(database, 'order_1', { payment_id: 'pay_1' });
    await insertPayment(database, 'pay_1', 'order_1');
    await record(paymentOf('order_1', 'pay_2', more));
    expect(await payments()).toHaveLength(2);
    expect(events).toEqual([]);
  },
);

test('with live keys what was paid with test keys is a rehearsal, also a second payment', async () => {
  await register();
  await insertOrder(database, 'order_1', { payment_mode: 'test', submission_id: 1 });
  await record(paymentOf('order_1', 'pay_1', { payer: asha }));
  await record(paymentOf('order_1', 'pay_2'));
  await record(paymentOf('order_1', 'pay_1', { refunded: 200_000 }));
  expect(await orders()).toEqual([{ ...paid, payment: 'pay_2', submission: 1, closed: 'rehearsal' }]);
  expect(events).toEqual([]);
});

test.each([
  ['open', null],
  ['replaced', 'replaced'],
  ['refunded', 'refunded'],
])('an order that is %s is open to a registration when it is paid', async (_, closed) => {
  await insertOrder(database, 'order_1', { closed });
  await record(paymentOf('order_1', 'pay_1'));
  expect(await orders()).toEqual([paid]);
});

test('a payment that is refunded closes its order, and the next one pays for it', async () => {
  await insertOrder(database, 'order_1');
  await record(paymentOf('order_1', 'pay_1', { refunded: 199_999 }));
  expect(await orders()).toEqual([paid]);
  await record(paymentOf('order_1', 'pay_1', { refunded: 200_000 }));
  expect(await orders()).toEqual([{ ...paid, closed: 'refunded' }]);
  await record(paymentOf('order_1', 'pay_0', { refunded: 200_000 }));
  expect(await orders()).toEqual([{ ...paid, closed: 'refunded' }]);
  expect(await record(paymentOf('order_1', 'pay_2'))).toBe(true);
  expect(await orders()).toEqual([{ ...paid, payment: 'pay_2' }]);
  expect(events).toEqual([]);
});

test('a payment that is refunded closes its order, also when one of a wrong amount is not', async () => {
  await insertOrder(database, 'order_1', { payment_id: 'pay_1' });
  await insertPayment(database, 'pay_1', 'order_1', { refunded: 200_000 });
  await record(paymentOf('order_1', 'pay_2', { amount: 500 }));
  expect(await orders()).toEqual([{ ...paid, closed: 'refunded' }]);
});

test('a second order that is paid is none of a registration, and no surplus, while nobody is registered', async () => {
  await insertOrder(database, 'order_1');
  await record(paymentOf('order_1', 'pay_1'));
  await insertOrder(database, 'order_2');
  await record(paymentOf('order_2', 'pay_2'));
  expect(await orders()).toEqual([paid, { ...paid, id: 'order_2', payment: 'pay_2' }]);
});

test('a payment that was refunded before it was known is the one of its order', async () => {
  await insertOrder(database, 'order_1');
  expect(await record(paymentOf('order_1', 'pay_1', { status: 'refunded', refunded: 200_000 }))).toBe(true);
  expect(await orders()).toEqual([{ ...paid, closed: 'refunded' }]);
});

test('a surplus remains one, refunded or not, and an erased order until it is refunded', async () => {
  await register();
  for (const [id, closed] of [
    ['order_1', 'surplus'],
    ['order_2', 'erased'],
  ] as const) {
    await insertOrder(database, id, { closed, payment_id: `pay_of_${id}` });
    await record(paymentOf(id, `pay_of_${id}`, { payer: asha }));
  }
  const surplus = { ...paid, payment: 'pay_of_order_1', closed: 'surplus' };
  const erased = { ...paid, id: 'order_2', payment: 'pay_of_order_2', closed: 'erased' };
  expect(await orders()).toEqual([surplus, erased]);
  for (const id of ['order_1', 'order_2']) await record(paymentOf(id, `pay_of_${id}`, { refunded: 200_000 }));
  expect(await orders()).toEqual([surplus, { ...erased, closed: 'refunded' }]);
});

test('nobody is stored with a payment of a person who is erased', async () => {
  await insertOrder(database, 'order_1', { email: 'erased order_1' });
  await record(paymentOf('order_1', 'pay_1', { payer: asha }));
  expect(await payments()).toMatchObject([{ id: 'pay_1', student: null, phone: null }]);
});

test('an order goes to the registration that its payment names, however the name is written', async () => {
  await register('Ravi Verma');
  await register('ASHA  verma');
  await insertOrder(database, 'order_1', { submission_id: 1, evidence: ARRIVED });
  await record(paymentOf('order_1', 'pay_1', { payer: asha }));
  expect(await orders()).toEqual([{ ...paid, submission: 2, evidence: NAMED }]);
  expect(events).toEqual([
    { type: 'registration paid', orderId: 'order_1', paymentId: 'pay_1', submissionId: 2 },
  ]);
});

test.each([
  ['nobody', null, ARRIVED, { submission: 1, evidence: ARRIVED }],
  ['another student, against a proof', ravi, PROVEN, { submission: 1, evidence: PROVEN }],
  ['another student', ravi, ARRIVED, { submission: null, evidence: 0 }],
  ['another phone number', { ...asha, phone: '9876543211' }, ARRIVED, { submission: null, evidence: 0 }],
])('an order whose payment names %s', async (_, payer, evidence, expected) => {
  await register();
  await insertOrder(database, 'order_1', { submission_id: 1, evidence });
  await record(paymentOf('order_1', 'pay_1', { payer }));
  expect(await orders()).toEqual([{ ...paid, ...expected }]);
});

test('of several registrations with the name it goes to its own, else to the first that is not paid', async () => {
  for (const id of [1, 2, 3]) await register(asha.student, { digest: `${id}` });
  await insertOrder(database, 'order_0', { payment_id: 'pay_0', submission_id: 1 });
  await insertPayment(database, 'pay_0', 'order_0');
  await insertOrder(database, 'order_2', { submission_id: 3 });
  await record(paymentOf('order_2', 'pay_2', { payer: asha }));
  await insertOrder(database, 'order_1', { closed: 'replaced' });
  await record(paymentOf('order_1', 'pay_1', { payer: asha }));
  expect((await orders()).map(({ submission }) => submission)).toEqual([1, 2, 3]);
});

test('it is surplus when its registration is paid by another order already', async () => {
  await register();
  await insertOrder(database, 'order_0', { payment_id: 'pay_0', submission_id: 1, evidence: ARRIVED });
  await insertPayment(database, 'pay_0', 'order_0');
  await insertOrder(database, 'order_1', { submission_id: 1 });
  expect(await record(paymentOf('order_1', 'pay_1'))).toBe(true);
  const first = { ...paid, id: 'order_0', payment: 'pay_0', submission: 1, evidence: ARRIVED };
  expect(await orders()).toEqual([first, { ...paid, submission: 1, closed: 'surplus' }]);
  expect(events).toEqual([
    { type: 'surplus recorded', orderId: 'order_1', paymentId: 'pay_1', submissionId: 1 },
  ]);
});

test('it is surplus when all who have the name are paid', async () => {
  await register();
  await insertOrder(database, 'order_0', { payment_id: 'pay_0', submission_id: 1 });
  await insertPayment(database, 'pay_0', 'order_0');
  await insertOrder(database, 'order_1');
  await record(paymentOf('order_1', 'pay_1', { payer: asha }));
  expect(await orders()).toMatchObject([
    { submission: 1 },
    { ...paid, submission: 1, evidence: 2, closed: 'surplus' },
  ]);
});

test('the orders of the address are locked before the payment is stored', async () => {
  await insertOrder(database, 'order_1', { closed: 'replaced' });
  await insertOrder(database, 'order_2');
  await insertOrder(database, 'order_3', { email: 'ravi@example.org' });
  const locked = (sql: Sql) =>
    sql.query('select id from orders where xmax::text = pg_current_xact_id()::text order by id');
  const lockedAt: unknown[] = [];
  const observed = (sql: Sql): Sql => ({
    async query(text, values) {
      if (/insert into (payments|refunds)/.test(text)) lockedAt.push(await locked(sql));
      return sql.query(text, values);
    },
  });
  await database.transaction((sql) => recordPayment(observed(sql), context(), paymentOf('order_1', 'pay_1')));
  const { paymentId, ...more } = { id: 'rfnd_1', paymentId: 'pay_1', amount: 1, hasFailed: false };
  await database.transaction((sql) => recordRefund(observed(sql), context(), { ...more, paymentId }));
  const both = [{ id: 'order_1' }, { id: 'order_2' }];
  expect(lockedAt).toEqual([both, both]);
});

test('a payment of an order that is erased meanwhile is not stored, and fails', async () => {
  await insertOrder(database, 'order_1');
  const recording = database.transaction((sql) => {
    const erasing: Sql = {
      async query(text, values) {
        if (text.includes('for update')) await sql.query(`update orders set email = 'erased order_1'`);
        return sql.query(text, values);
      },
    };
    return recordPayment(erasing, context(), paymentOf('order_1', 'pay_1'));
  });
  await expect(recording).rejects.toThrow('An order of the address is not among its orders.');
  expect(await payments()).toEqual([]);
});

test('a refund of a payment that is not known is not stored', async () => {
  await refund('rfnd_1');
  expect(await database.query('select * from refunds')).toEqual([]);
});

test('a refund is stored, and closes the order when all is refunded', async () => {
  await insertOrder(database, 'order_1');
  await record(paymentOf('order_1', 'pay_1'));
  await refund('rfnd_1', { amount: 150_000 });
  expect(await orders()).toEqual([paid]);
  await refund('rfnd_2', { amount: 50_000 });
  expect(await database.query('select * from refunds order by id')).toEqual([
    { id: 'rfnd_1', payment_id: 'pay_1', amount: 150_000, has_failed: false },
    { id: 'rfnd_2', payment_id: 'pay_1', amount: 50_000, has_failed: false },
  ]);
  expect(await orders()).toEqual([{ ...paid, closed: 'refunded' }]);
});

test('a refund that failed counts no more, and stays failed', async () => {
  await insertOrder(database, 'order_1');
  await record(paymentOf('order_1', 'pay_1'));
  await refund('rfnd_1');
  expect(await orders()).toEqual([{ ...paid, closed: 'refunded' }]);
  await refund('rfnd_1', { hasFailed: true });
  await refund('rfnd_1');
  expect(await database.query('select id, has_failed from refunds')).toEqual([
    { id: 'rfnd_1', has_failed: true },
  ]);
  expect(await orders()).toEqual([paid]);
});

test('the registrations of an address are found, oldest first, and nothing else', async () => {
  const email = 'asha@xn--schle-mva.example';
  const fields = (name: string) => JSON.stringify({ name, phone: '9876543210' });
  await register('Asha', { email, fields: fields(' Asha ') });
  await register('Other', { email: 'ravi@example.org' });
  await register('Contact', { kind: 'contact', email });
  await register('Later', { email, fields: fields('Later') });
  expect(await findRegistrations(database, email)).toEqual([
    { id: 1, payer: { student: 'Asha', phone: '9876543210' } },
    { id: 4, payer: { student: 'Later', phone: '9876543210' } },
  ]);
});
