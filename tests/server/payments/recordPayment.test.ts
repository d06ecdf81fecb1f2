import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Sql } from '../../../server/database/index.ts';
import type { Payment } from '../../../server/payments/entities.ts';
import { checkOrders } from '../../../server/payments/listOrders.ts';
import { recordPayment, recordRefund } from '../../../server/payments/recordPayment.ts';
import { type DatabaseFixture, insertOrder, insertRow, openDatabaseFixture } from '../databaseFixture.ts';
import { createMemoryProvider, paymentOf } from '../memoryProvider.ts';

/** The rows after a payment or a refund; the order machine says what follows. */

const asha = { student: 'Asha Verma', phone: '9876543210' };

let testDatabase: DatabaseFixture;
let database: Database;

beforeAll(async () => {
  testDatabase = await openDatabaseFixture();
  database = testDatabase.database;
});
afterAll(() => testDatabase.remove());
beforeEach(async () => {
  await testDatabase.empty();
});

const context = () => ({
  database,
  provider: createMemoryProvider(),
  onOrderAction: async () => {},
});
const record = (payment: Payment) => database.transaction((sql) => recordPayment(sql, context(), payment));
const payments = () => database.query('select * from payments order by id');
const factsOf = (id: string) =>
  database.query<{ type: string }>(
    `select fact->>'type' as type from order_facts where order_id = $1 order by id`,
    [id],
  );

test.each(['created', 'authorized', 'failed'])('a payment that is %s is not stored', async (status) => {
  await insertOrder(database, 'order_1');
  await record(paymentOf('order_1', 'pay_1', { status }));
  expect(await payments()).toEqual([]);
  expect(await factsOf('order_1')).toEqual([]);
});

test('a payment of an unknown order and a refund of an unknown payment are not stored', async () => {
  await record(paymentOf('order_2', 'pay_1'));
  const refund = { id: 'rfnd_1', paymentId: 'pay_1', amount: 1, status: 'processed' } as const;
  await database.transaction((sql) => recordRefund(sql, context(), refund));
  expect(await payments()).toEqual([]);
});

test('a payment that comes again keeps its first notes and time, and adds no fact', async () => {
  await insertOrder(database, 'order_1');
  await record(paymentOf('order_1', 'pay_1', { payer: asha, createdAt: 1_700_000_000.5 }));
  const ravi = { student: 'Ravi', phone: '9876543211' };
  await record(paymentOf('order_1', 'pay_1', { payer: ravi, createdAt: 1 }));
  expect(await payments()).toEqual([
    { id: 'pay_1', order_id: 'order_1', ...asha, created_at: new Date(1_700_000_000_500) },
  ]);
  expect(await factsOf('order_1')).toEqual([{ type: 'paymentSeen' }]);
});

test('an order goes to the registration that its payment names, however the name is written', async () => {
  for (const name of ['Ravi Verma', 'ASHA  verma']) {
    const fields = JSON.stringify({ name, phone: '9876543210' });
    await insertRow(database, 'submissions', { kind: 'registration', email: 'asha@example.org', fields });
  }
  await insertOrder(database, 'order_1');
  await record(paymentOf('order_1', 'pay_1', { payer: asha }));
  expect(await database.query('select state, submission_id as registration from orders')).toEqual([
    { state: 'paid and registered', registration: 2 },
  ]);
});

test('nobody is stored with a payment of a person who is erased', async () => {
  await insertOrder(database, 'order_1', { email: 'erased order_1' });
  await record(paymentOf('order_1', 'pay_1', { payer: asha }));
  expect(await payments()).toMatchObject([{ id: 'pay_1', student: null, phone: null }]);
});

test('the orders of the address are locked before the payment is stored', async () => {
  await insertOrder(database, 'order_1', {}, [{ type: 'feeChanged' }]);
  await insertOrder(database, 'order_2');
  await insertOrder(database, 'order_3', { email: 'ravi@example.org' });
  const locked = (sql: Sql) =>
    sql.query('select id from orders where xmax::text = pg_current_xact_id()::text order by id');
  const lockedAt: unknown[] = [];
  const observed = (sql: Sql): Sql => ({
    async query(text, values) {
      if (text.includes('insert into payments')) lockedAt.push(await locked(sql));
      return sql.query(text, values);
    },
  });
  await database.transaction((sql) => recordPayment(observed(sql), context(), paymentOf('order_1', 'pay_1')));
  expect(lockedAt).toEqual([[{ id: 'order_1' }, { id: 'order_2' }]]);
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

test.each([`state = 'open'`, `purpose = 'paid.registered'`, `payment_id = null`])(
  'an order whose %s was changed in the database is named',
  async (change) => {
    for (const id of ['order_1', 'order_2']) {
      await insertOrder(database, id, { email: `${id}@example.org` });
      await record(paymentOf(id, `pay_of_${id}`));
    }
    const named = async () => {
      const ids: string[] = [];
      for await (const { orderId } of checkOrders(database)) ids.push(orderId);
      return ids;
    };
    expect(await named()).toEqual([]);
    await database.query(`update orders set ${change} where id = 'order_2'`);
    expect(await named()).toEqual(['order_2']);
  },
);
