import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.types.ts';
import { registrationRoutes } from '../../server/submissions/registrationRoutes.ts';
import { registrationDetails } from '../support/serverProcess.ts';
import { type DatabaseFixture, insertOrder, insertPayment, openDatabaseFixture } from './databaseFixture.ts';
import { createMemoryProvider, type MemoryProvider, PROVIDER_SIGNATURE } from './memoryProvider.ts';

/** What the calls of a registration accept and answer. */

const email = 'asha@example.org';

let testDatabase: DatabaseFixture;
let database: Database;
let provider: MemoryProvider;
let app: FastifyInstance;
let locks: string[];

beforeAll(async () => {
  testDatabase = await openDatabaseFixture();
  let isLocked = false;
  database = {
    ...testDatabase.database,
    async withLock(key, work) {
      locks.push(key);
      isLocked = true;
      const result = await work();
      isLocked = false;
      return result;
    },
    async query(text, values) {
      if (!isLocked) throw new Error('The person is not locked.');
      return testDatabase.database.query(text, values);
    },
  };
  provider = createMemoryProvider();
  app = fastify();
  registrationRoutes(app, { database, provider, onOrderEvent: async () => {}, onSubmission: async () => {} });
});
afterAll(async () => {
  await app.close();
  await testDatabase.remove();
});
beforeEach(async () => {
  locks = [];
  Object.assign(provider, createMemoryProvider());
  await testDatabase.empty();
});

async function send(url: string, payload: object, headers: Record<string, string> = {}) {
  const response = await app.inject({ method: 'POST', url, payload, headers });
  return { status: response.statusCode, body: response.json() };
}
const orderBody = { amount: 2000, currency: 'INR', receipt_email: email };
const createOrder = (more: object = {}) => send('/create-order', { ...orderBody, ...more });
const register = (more: object = {}, headers = {}) =>
  send('/api/register', { ...registrationDetails(email), paymentStatus: 'paid', ...more }, headers);
const registered = { status: 200, body: { success: true, message: 'Registration Successful!' } };

test('an order is of the fee in paise, with the key of the provider, for the person alone', async () => {
  const { status, body } = await createOrder({ receipt_email: ' Asha@Schüle.example ' });
  const receipt = expect.stringMatching(/^.{36}$/);
  const order = { id: 'order_new1', amount: 200_000, currency: 'INR', key: 'rzp_live_key', receipt };
  expect({ status, body }).toEqual({ status: 200, body: { success: true, order } });
  expect(provider.created).toEqual([{ amount: 200_000, currency: 'INR', receipt: body.order.receipt }]);
  expect(locks).toEqual(['enrolment asha@xn--schle-mva.example']);
});

test('an order that is paid has its payment', async () => {
  await insertOrder(testDatabase.database, 'order_1', { payment_id: 'pay_1' });
  await insertPayment(testDatabase.database, 'pay_1', 'order_1');
  expect((await createOrder()).body.order).toEqual({
    ...{ id: 'order_1', amount: 200_000, currency: 'INR', key: 'rzp_live_key' },
    ...{ receipt: 'receipt of order_1', paymentId: 'pay_1' },
  });
});

const FEE_MESSAGE = 'The fee is 2000 INR.';

test.each([
  [{ amount: 200_000 }, FEE_MESSAGE],
  [{ amount: '2000' }, FEE_MESSAGE],
  [{ amount: undefined }, FEE_MESSAGE],
  [{ currency: 'USD' }, FEE_MESSAGE],
  [{ currency: undefined }, FEE_MESSAGE],
  [{ receipt_email: 'asha' }, 'Valid email is required.'],
  [{ receipt_email: undefined }, 'Valid email is required.'],
  [{ email }, 'Please send only the fields of this form.'],
])('no order is created with %j', async (more, message) => {
  expect(await createOrder(more)).toMatchObject({ status: 400, body: { message } });
  expect(provider.created).toEqual([]);
});

test('a registration is stored with its address in small letters, without its payment status', async () => {
  expect(await register({ email: 'Asha@Schüle.example', name: ' Asha ' })).toEqual(registered);
  expect(await testDatabase.database.query('select kind, fields, email from submissions')).toEqual([
    {
      ...{ kind: 'registration', email: 'asha@xn--schle-mva.example' },
      fields: { ...registrationDetails('asha@schüle.example'), name: 'Asha' },
    },
  ]);
  expect(locks).toEqual(['enrolment asha@xn--schle-mva.example']);
});

test.each([
  [{ paymentStatus: 'refunded' }, 'The payment status must be paid or pending.'],
  [{ paymentStatus: undefined }, 'The payment status must be paid or pending.'],
  [{ name: ' ' }, 'Full name is required.'],
  [{ acceptTerms: false }, 'You must accept the terms and conditions.'],
  [{ remark: '' }, 'Please send only the fields of this form.'],
])('a registration with %j is refused, and not stored', async (more, message) => {
  expect(await register(more)).toMatchObject({ status: 400, body: { message } });
  expect(await testDatabase.database.query('select id from submissions')).toEqual([]);
});

test('a registration that reports a payment is told that it belongs to somebody else, one that reports none is not', async () => {
  await insertOrder(testDatabase.database, 'order_1', { payment_id: 'pay_1' });
  await insertPayment(testDatabase.database, 'pay_1', 'order_1', { student: 'Ravi', phone: '9876543210' });
  expect((await register()).status).toBe(409);
  expect(await register({ paymentStatus: 'pending' })).toEqual(registered);
  provider.pay('order_1', 'pay_1');
  const proof = { 'x-payment-proof': `order_1 pay_1 ${PROVIDER_SIGNATURE}` };
  expect(await register({}, proof)).toEqual(registered);
});

test('a registration that is paid twice is told so', async () => {
  for (const number of [1, 2]) {
    const more = { payment_id: `pay_${number}`, created_at: `2026-11-0${number}` };
    await insertOrder(testDatabase.database, `order_${number}`, more);
    await insertPayment(testDatabase.database, `pay_${number}`, `order_${number}`);
    const expected = number === 1 ? registered.body : { ...registered.body, surplus: true };
    expect((await register()).body).toEqual(expected);
  }
});
