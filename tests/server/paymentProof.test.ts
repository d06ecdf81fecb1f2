import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentContext } from '../../server/payments/context.ts';
import { readVerifiedProof } from '../../server/payments/proof.ts';
import { type DatabaseFixture, insertOrder, openDatabaseFixture } from './databaseFixture.ts';
import { createMemoryProvider, type MemoryProvider, PROVIDER_SIGNATURE } from './memoryProvider.ts';

/** Which header proves a payment. */

const LONGEST_ID = `order_-${'x'.repeat(57)}`;

let testDatabase: DatabaseFixture;
let provider: MemoryProvider;
let context: PaymentContext;

beforeAll(async () => {
  testDatabase = await openDatabaseFixture();
  const { database } = testDatabase;
  provider = createMemoryProvider();
  context = { database, provider, onOrderEvent: async () => {} };
  await insertOrder(database, 'order_1', { email: 'asha@xn--schle-mva.example' });
  await insertOrder(database, 'order_2', { email: 'Ravi@example.org' });
  await insertOrder(database, LONGEST_ID, { email: 'long@example.org' });
  provider.pay('order_1', 'pay_1');
  provider.pay('order_2', 'pay_2');
  provider.pay('order_0', 'pay_0');
  provider.pay(LONGEST_ID, 'y'.repeat(64));
});
afterAll(() => testDatabase.remove());

test.each([
  ['order_1', 'pay_1', 'asha@schüle.example'],
  ['order_1', 'pay_1', ' ASHA@xn--schle-mva.example '],
  ['order_2', 'pay_2', 'ravi@example.org'],
  [LONGEST_ID, 'y'.repeat(64), 'long@example.org'],
])('%s is proven by its payment %s for %s', async (orderId, paymentId, email) => {
  const header = `${orderId} ${paymentId} ${PROVIDER_SIGNATURE}`;
  expect(await readVerifiedProof(context, header, email)).toEqual({
    ...{ orderId, paymentId, signature: PROVIDER_SIGNATURE },
  });
});

test.each([
  ['another address', `order_1 pay_1 ${PROVIDER_SIGNATURE}`, 'ravi@example.org'],
  ['an order that is not stored', `order_0 pay_0 ${PROVIDER_SIGNATURE}`, 'asha@schüle.example'],
  ['a payment of another order', `order_1 pay_2 ${PROVIDER_SIGNATURE}`, 'asha@schüle.example'],
  ['a signature of somebody else', `order_1 pay_1 ${'b'.repeat(64)}`, 'asha@schüle.example'],
])('%s is not proven', async (_, header, email) => {
  expect(await readVerifiedProof(context, header, email)).toBeUndefined();
});

test.each([
  ...[undefined, null, '', 7, [`order_1 pay_1 ${PROVIDER_SIGNATURE}`, 'x'], 'order_1 pay_1'],
  ...[`order_1 pay_1 ${PROVIDER_SIGNATURE}a`, `order_1 pay_1 ${PROVIDER_SIGNATURE.slice(1)}`],
  ...[`order_1 pay_1 ${'A'.repeat(64)}`, `order_1 pay_1 ${'g'.repeat(64)}`, ` pay_1 ${PROVIDER_SIGNATURE}`],
  ...[`x order_1 pay_1 ${PROVIDER_SIGNATURE}`, `order_1  pay_1 ${PROVIDER_SIGNATURE}`],
  ...[`order.1 pay_1 ${PROVIDER_SIGNATURE}`, `order_1 pay.1 ${PROVIDER_SIGNATURE}`],
  ...[`order_1  ${PROVIDER_SIGNATURE}`, `order_1 pay_1 ${PROVIDER_SIGNATURE} `],
  ...[`${'x'.repeat(65)} pay_1 ${PROVIDER_SIGNATURE}`, `order_1 ${'x'.repeat(65)} ${PROVIDER_SIGNATURE}`],
])('the header %j is no proof, and its signature is not looked at', async (header) => {
  const signed: unknown[] = [];
  const checking: PaymentContext = {
    ...context,
    provider: { ...provider, isSigned: (proof) => signed.push(proof) > 0 && proof.orderId !== '' },
  };
  expect(await readVerifiedProof(checking, header, 'asha@schüle.example')).toBeUndefined();
  expect(signed).toEqual([{ orderId: '', paymentId: '', signature: '' }]);
});
