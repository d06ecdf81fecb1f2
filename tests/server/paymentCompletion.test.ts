import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Row } from '../../server/database/database.types.ts';
import { createPaymentCompletion } from '../../server/submissions/paymentCompletion.ts';
import {
  type DatabaseFixture,
  insertOrder,
  insertPayment,
  insertRow,
  openDatabaseFixture,
} from './databaseFixture.ts';
import { createMemoryProvider, type MemoryProvider, PROVIDER_SIGNATURE } from './memoryProvider.ts';

/** Which calls complete a payment, and may exceed a limit. */

const email = 'asha@example.org';
const asha = { name: 'Asha Verma', phone: '9876543210' };

let testDatabase: DatabaseFixture;
let database: Database;
let provider: MemoryProvider;
let app: FastifyInstance;

beforeAll(async () => {
  testDatabase = await openDatabaseFixture();
  database = testDatabase.database;
  provider = createMemoryProvider();
  const completion = createPaymentCompletion({ database, provider, onOrderEvent: async () => {} });
  app = fastify();
  for (const path of ['/api/register', '/create-order', '/api/contact'])
    app.post(path, async (request) => ({
      ...(await completion.evidenceOf(request)),
      mayExceed: completion.mayExceedAddressLimit(path),
    }));
});
afterAll(async () => {
  await app.close();
  await testDatabase.remove();
});
beforeEach(() => testDatabase.empty());

async function evidence(url: string, payload: object, headers = {}) {
  const { mayExceed: _mayExceed, ...found } = (
    await app.inject({ method: 'POST', url, payload, headers })
  ).json();
  return found;
}
const ofRegistration = (more: object = {}, headers = {}) =>
  evidence('/api/register', { ...asha, email, ...more }, headers);
const ofOrder = (receipt_email = email) => evidence('/create-order', { receipt_email });

async function insertPaid(id = 'order_1', notes: Row = {}, more: Row = {}) {
  await insertOrder(database, id, { payment_id: `pay_of_${id}`, ...more });
  await insertPayment(database, `pay_of_${id}`, id, notes);
}

test('a registration alone may exceed the limit of its network address', async () => {
  const limits = ['/api/register', '/create-order', '/api/contact'].map(async (url) => {
    const response = await app.inject({ method: 'POST', url, payload: {} });
    return response.json();
  });
  expect(await Promise.all(limits)).toEqual([
    { kind: 'none', mayExceed: true },
    { kind: 'none', mayExceed: false },
    { kind: 'none', mayExceed: false },
  ]);
});

test('a call for an order completes a payment where one is paid without a registration', async () => {
  await insertOrder(database, 'order_0');
  expect(await ofOrder()).toEqual({ kind: 'none' });
  await insertPaid();
  expect(await ofOrder()).toEqual({ kind: 'unregistered order' });
  expect(await ofOrder('ravi@example.org')).toEqual({ kind: 'none' });
  await insertRow(database, 'submissions', { kind: 'registration', fields: '{}' });
  await database.query(`update orders set submission_id = 1 where id = 'order_1'`);
  expect(await ofOrder()).toEqual({ kind: 'none' });
});

test('another call completes none', async () => {
  await insertPaid();
  expect(await evidence('/api/contact', { ...asha, email })).toEqual({ kind: 'none' });
});

test('a registration is proven by its proof, also while the order is not known to be paid', async () => {
  await insertOrder(database, 'order_1');
  provider.pay('order_1', 'pay_1');
  const headers = { 'x-payment-proof': `order_1 pay_1 ${PROVIDER_SIGNATURE}` };
  expect(await ofRegistration({}, headers)).toEqual({ kind: 'proven', orderId: 'order_1' });
  expect(await ofRegistration({ email: 'ravi@example.org' }, headers)).toEqual({ kind: 'none' });
  expect(await ofRegistration()).toEqual({ kind: 'none' });
});

test('a registration completes none where no order of the address is paid', async () => {
  await insertOrder(database, 'order_1');
  await insertPaid('order_2', {}, { closed: 'refunded' });
  await insertPaid('order_3', {}, { email: 'ravi@example.org' });
  expect(await ofRegistration()).toEqual({ kind: 'none' });
});

test.each([
  ['whose payment names nobody', {}, { kind: 'named', orderId: 'order_1' }],
  [
    'whose payment names its student',
    { student: ' asha VERMA ', phone: '9876543210' },
    { kind: 'named', orderId: 'order_1' },
  ],
  ['whose payment names another student', { student: 'Ravi', phone: '9876543210' }, { kind: 'other payer' }],
  [
    'whose payment names another number',
    { student: 'Asha Verma', phone: '9876543211' },
    { kind: 'other payer' },
  ],
])('a registration meets a paid order %s', async (_, notes, expected) => {
  await insertPaid('order_1', notes);
  expect(await ofRegistration()).toEqual(expected);
});

test('a registration meets a paid order of its student, or of another one', async () => {
  for (const student of ['Ravi Verma', 'Asha Verma']) {
    const fields = JSON.stringify({ name: student, phone: '9876543210' });
    await insertRow(database, 'submissions', { kind: 'registration', fields, email });
  }
  await insertPaid('order_1', {}, { submission_id: 1 });
  expect(await ofRegistration()).toEqual({ kind: 'other payer' });
  expect(await ofRegistration({ name: ' Ravi Verma' })).toEqual({ kind: 'named', orderId: 'order_1' });
  await insertPaid('order_2', { student: 'Meena', phone: '9876543210' }, { submission_id: 2 });
  expect(await ofRegistration()).toEqual({ kind: 'named', orderId: 'order_2' });
  expect(await ofRegistration({ name: 'Meena' })).toEqual({ kind: 'named', orderId: 'order_2' });
  expect(await ofRegistration({ name: 7, phone: undefined })).toEqual({ kind: 'other payer' });
});
