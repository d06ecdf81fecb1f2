import { describe, expect, test } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { shareFamily, webhookOf } from '../fixtures.ts';
import { usualDatabases } from '../serviceFixture.ts';

/** The answers to a reloaded receipt. */

describe.each(usualDatabases)('the receipt of a payment on %s', (kind) => {
  const family = shareFamily(kind);
  const { order, post, refund, register } = family;
  const statusOf = async (paymentId: unknown) => {
    const { status, body } = await post('/api/receipt', { paymentId });
    return [status, body];
  };
  const paid = [200, { success: true, paymentStatus: 'paid' }];
  const refunded = [200, { success: true, paymentStatus: 'refunded' }];

  const enrol = async () => {
    const orderId = await order();
    const paymentId = family.provider.pay(orderId);
    expect((await register()).status).toBe(200);
    return { orderId, paymentId };
  };

  test('a receipt is paid until its payment is refunded, and the provider is not asked', async () => {
    const { paymentId } = await enrol();
    const asked = family.provider.requestCount;
    expect(await statusOf(paymentId)).toEqual(paid);
    expect(family.provider.requestCount).toBe(asked);
    await refund(paymentId);
    expect(await statusOf(paymentId)).toEqual(refunded);
  });

  test('the receipt of a surplus payment is refunded, that of the first payment is not', async () => {
    const first = await enrol();
    const second = await enrol();
    await refund(second.paymentId);
    expect(await statusOf(second.paymentId)).toEqual(refunded);
    expect(await statusOf(first.paymentId)).toEqual(paid);
  });

  test('a second payment of one order is refunded by itself', async () => {
    const { orderId, paymentId } = await enrol();
    const second = { order_id: orderId, amount: 200_000, currency: 'INR', status: 'captured' };
    const id = family.provider.pay(orderId, second);
    const deliver = webhookOf(family.service, family.provider);
    await deliver('payment.captured', { payment: { ...second, id } });
    expect(await statusOf(id)).toEqual(paid);
    await refund(id);
    expect(await statusOf(id)).toEqual(refunded);
    expect(await statusOf(paymentId)).toEqual(paid);
  });

  test('an unknown payment is not found, and one that is no reference is refused', async () => {
    const message = 'We do not know this payment.';
    expect(await statusOf('pay_unknown')).toEqual([404, { success: false, message, error: message }]);
    for (const broken of nonEmpty(['', 'pay 1', 'pay_1;', 'x'.repeat(65), 1, null, undefined]))
      expect((await statusOf(broken))[0], String(broken)).toBe(400);
  });
});
