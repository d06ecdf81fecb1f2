import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Row } from '../../server/database/database.types.ts';
import { closeOrdersOfOtherKeys } from '../../server/payments/closeOrdersOfOtherKeys.ts';
import type { PaymentMode } from '../../server/payments/paymentMode.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { type DatabaseFixture, insertOrder, insertPayment, openDatabaseFixture } from './databaseFixture.ts';
import { createMemoryProvider } from './memoryProvider.ts';

/** Which orders are closed when the provider's keys are others than those with which they were made. */

let testDatabase: DatabaseFixture;
let database: Database;

beforeAll(async () => {
  testDatabase = await openDatabaseFixture();
  database = testDatabase.database;
});
afterAll(() => testDatabase.remove());
beforeEach(() => testDatabase.empty());

const close = (mode: PaymentMode, email?: string) =>
  closeOrdersOfOtherKeys(database, { ...createMemoryProvider(), key: 'key', mode }, email);

/** Returns why each order is closed, by its id. */
async function reasons(): Promise<Record<string, unknown>> {
  const rows = await database.query<{ id: string; closed: string | null }>('select id, closed from orders');
  return Object.fromEntries(rows.map(({ id, closed }) => [id, closed]));
}

/** Inserts orders of different people. */
async function insertOrders(orders: Readonly<Record<string, Row>>): Promise<void> {
  for (const [id, more] of nonEmpty(Object.entries(orders)))
    await insertOrder(database, id, { email: `${id}@example.org`, key_id: 'key', ...more });
}

test('unpaid orders of other keys are replaced, and no others', async () => {
  await insertOrders({
    own: {},
    other: { key_id: 'other' },
    unnamed: { key_id: null },
    unknown: { key_id: null, payment_mode: null },
    unknownWithKey: { key_id: 'other', payment_mode: null },
    paid: { key_id: 'other', payment_id: 'pay_1' },
    refunded: { key_id: 'other', closed: 'refunded' },
  });
  await close('live');
  expect(await reasons()).toEqual({
    ...{ own: null, other: 'replaced', unnamed: 'replaced', unknown: null, unknownWithKey: null },
    ...{ paid: null, refunded: 'refunded' },
  });
});

test('the simulator also replaces unpaid orders of which the keys are not known', async () => {
  await insertOrders({
    unknown: { payment_mode: null },
    own: { payment_mode: 'simulated' },
    live: { key_id: 'other' },
  });
  await close('simulated');
  expect(await reasons()).toEqual({ unknown: 'replaced', own: null, live: 'replaced' });
});

test('only the orders of a person are closed where one is given, however the address is written', async () => {
  const others = { key_id: 'other', payment_mode: 'test' };
  await insertOrders({
    canonical: { ...others, email: 'asha@xn--schle-mva.example' },
    given: { ...others, email: 'asha@schüle.example' },
    ravi: others,
    paid: { ...others, email: 'asha@schüle.example', payment_id: 'pay_1' },
    paidByRavi: { ...others, payment_id: 'pay_2' },
  });
  await insertPayment(database, 'pay_1', 'paid');
  await insertPayment(database, 'pay_2', 'paidByRavi');
  await close('live', 'Asha@Schüle.example');
  expect(await reasons()).toEqual({
    ...{ canonical: 'replaced', given: 'replaced', ravi: null, paid: 'rehearsal', paidByRavi: null },
  });
  await close('live');
  expect(await reasons()).toMatchObject({ ravi: 'replaced', paidByRavi: 'rehearsal' });
});

const paidOrders: Readonly<Record<string, Row>> = {
  live: {},
  unknown: { payment_mode: null },
  test: { payment_mode: 'test' },
  simulated: { payment_mode: 'simulated', closed: 'erased' },
  notFound: { payment_mode: 'unknown', closed: 'surplus' },
  refunded: { payment_mode: 'test', closed: 'refunded' },
};

async function insertPaidOrders(): Promise<void> {
  await insertOrders({ ...paidOrders, unpaid: { payment_mode: 'test' } });
  for (const id of nonEmpty(Object.keys(paidOrders))) {
    await insertPayment(database, `pay_${id}`, id);
    await database.query('update orders set payment_id = $2 where id = $1', [id, `pay_${id}`]);
  }
}

test('with live keys everything that was paid otherwise is a rehearsal, unless it was refunded', async () => {
  await insertPaidOrders();
  await close('live');
  expect(await reasons()).toEqual({
    ...{ live: null, unknown: null, test: 'rehearsal', simulated: 'rehearsal', notFound: 'rehearsal' },
    ...{ refunded: 'refunded', unpaid: null },
  });
});

test.each(['test', 'simulated'] as const)('with keys of the mode %s nothing is a rehearsal', async (mode) => {
  await insertPaidOrders();
  const before = await reasons();
  await close(mode);
  expect(await reasons()).toEqual(before);
});
