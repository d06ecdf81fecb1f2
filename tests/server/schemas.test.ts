import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.types.ts';
import { createFirstSchema } from '../../server/database/migrations/firstSchema.ts';
import { changeFormerTables } from '../../server/database/migrations/formerTables.ts';
import { addOrderKeys } from '../../server/database/migrations/orderKeys.ts';
import { type DatabaseFixture, openDatabaseFixture } from './databaseFixture.ts';
import { createFirstDatabase, describeSchema, emptyDatabase, PREVIOUS_SCHEMA } from './schemas.ts';

let fixture: DatabaseFixture;
let database: Database;
let expected: unknown[];

beforeAll(async () => {
  fixture = await openDatabaseFixture();
  ({ database } = fixture);
  await createFirstDatabase(database);
  expected = await describeSchema(database);
});
afterAll(() => fixture.remove());
beforeEach(() => emptyDatabase(database));

async function run(statements: readonly string[]): Promise<void> {
  for (const statement of statements) await database.query(statement);
}

/** A database that writes down what is asked of it. */
function recorded() {
  const statements: string[] = [];
  const sql: Pick<Database, 'query'> = {
    query(text, values) {
      statements.push(text);
      return database.query(text, values);
    },
  };
  return { sql, statements };
}

describe('the first schema', () => {
  test('is that of the first release with versions', async () => {
    await createFirstSchema(database);
    expect(expected.length).toBeGreaterThan(50);
    expect(await describeSchema(database)).toEqual(expected);
  });

  test('leaves a database as it is that has all tables', async () => {
    await createFirstSchema(database);
    const { sql, statements } = recorded();
    await createFirstSchema(sql);
    expect(statements).toEqual([expect.stringMatching(/^select/), expect.stringMatching(/^select/)]);
  });

  test('adds what is missing, and looks at no other schema', async () => {
    await createFirstSchema(database);
    await run([
      'drop table outbox, refunds',
      'create schema other',
      'create table other.refunds ()',
      'create table other.orders (available boolean)',
    ]);
    await createFirstSchema(database);
    expect(await describeSchema(database)).toEqual(expected);
    await run(['drop schema other cascade']);
  });

  test('is made of the tables of the release before, whose orders keep their state', async () => {
    await run(PREVIOUS_SCHEMA);
    await run([
      `insert into submissions (kind, fields) values ('registration', '{}'), ('registration', '{}')`,
      `insert into orders (id, email, amount, currency, receipt, payment_id, submission_id, available) values
         ('open', 'a@b.example', 200000, 'INR', 'r1', null, null, true),
         ('paid', 'b@b.example', 200000, 'INR', 'r2', 'pay_2', 1, false),
         ('available', 'c@b.example', 1, 'USD', 'r3', 'pay_3', 2, true),
         ('found', 'd@b.example', 200000, 'INR', 'r4', 'pay_4', null, true),
         ('erased', 'e@b.example', 200000, 'INR', 'r5', 'pay_5', null, false)`,
    ]);
    await createFirstSchema(database);
    expect(await describeSchema(database)).toEqual(expected);
    const orders = await database.query(
      `select orders.id, evidence, closed, payments.id as payment, payments.amount, payments.currency, status
       from orders left join payments on order_id = orders.id order by receipt`,
    );
    const none = { payment: null, amount: null, currency: null, status: null };
    const captured = { amount: 200_000, currency: 'INR', status: 'captured' };
    expect(orders).toEqual([
      { id: 'open', evidence: 0, closed: null, ...none },
      { id: 'paid', evidence: 1, closed: null, payment: 'pay_2', ...captured },
      {
        id: 'available',
        evidence: 0,
        closed: null,
        ...captured,
        payment: 'pay_3',
        amount: 1,
        currency: 'USD',
      },
      { id: 'found', evidence: 0, closed: null, payment: 'pay_4', ...captured },
      { id: 'erased', evidence: 0, closed: 'erased', payment: 'pay_5', ...captured },
    ]);
  });
});

test('without tables of the release before nothing is changed', async () => {
  const { sql, statements } = recorded();
  const fillTables = await changeFormerTables(sql);
  await fillTables();
  expect(statements).toHaveLength(1);
  expect(statements[0]).toMatch(/^select 1 from information_schema\.columns/);
});

test('orders get their keys, those of the simulator at once', async () => {
  await createFirstSchema(database);
  await run([
    `insert into simulator_orders (id, amount, currency, receipt) values ('simulated', 1, 'INR', 'r1')`,
    `insert into orders (id, email, amount, currency, receipt) values
       ('simulated', 'a@b.example', 1, 'INR', 'r1'), ('other', 'c@b.example', 1, 'INR', 'r2')`,
  ]);
  await addOrderKeys(database);
  const orders = () =>
    database.query('select id, key_id, payment_mode as mode, closed from orders order by id');
  expect(await orders()).toEqual([
    { id: 'other', key_id: null, mode: null, closed: null },
    { id: 'simulated', key_id: 'rzp_test_simulator', mode: 'simulated', closed: null },
  ]);
  for (const mode of ['live', 'test', 'simulated', 'unknown'])
    await database.query('update orders set payment_mode = $1', [mode]);
  for (const closed of ['replaced', 'surplus', 'refunded', 'erased', 'rehearsal'])
    await database.query('update orders set closed = $1', [closed]);
  expect(await orders()).toMatchObject([
    { mode: 'unknown', closed: 'rehearsal' },
    { mode: 'unknown', closed: 'rehearsal' },
  ]);
  await expect(database.query(`update orders set payment_mode = 'other'`)).rejects.toThrow(
    /payment_mode_check/,
  );
  await expect(database.query(`update orders set closed = 'other'`)).rejects.toThrow(/closed_check/);
});
