import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Service } from '../../../server/service.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import type { FakeProvider } from '../fakeProvider.ts';
import {
  createPaymentFixture,
  newEmail,
  orderBody,
  type PaymentFixture,
  postJson,
  registrationBody,
  usualDatabases,
} from '../serviceFixture.ts';

describe.each(usualDatabases)('create-order on %s', (kind) => {
  let paymentFixture: PaymentFixture;
  let service: Service;
  let provider: FakeProvider;
  let email: string;

  beforeAll(async () => {
    paymentFixture = await createPaymentFixture(kind);
    ({ provider, service } = paymentFixture);
  });
  afterAll(() => paymentFixture.remove());
  beforeEach(() => {
    email = newEmail();
    provider.orderIds = [];
    provider.behaviour = 'normal';
  });

  const order = (address = email) => postJson(`${service.url}/create-order`, orderBody(address));
  const register = (more = {}) => postJson(`${service.url}/api/register`, registrationBody(email, more));

  test('returns an order of 200000 paise with the public key', async () => {
    const { status, body } = await order();
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      order: {
        id: provider.orderIds[0],
        amount: 200_000,
        currency: 'INR',
        key: 'rzp_key',
        receipt: expect.stringMatching(/^.{1,40}$/),
        replacesOthers: true,
      },
    });
  });

  test('has no routes of the simulator', async () => {
    for (const path of ['/simulator/checkout.js', '/simulator/v1/orders/x', '/simulator/orders/x/payments'])
      expect((await fetch(`${service.url}${path}`)).status).toBe(404);
    expect(service.simulated).toBe(false);
  });

  test('returns an open order again, whatever the case and spaces of the address', async () => {
    const first = await order();
    const second = await order(`  ${email.toUpperCase()} `);
    expect(second.body).toEqual(first.body);
    expect(provider.orderIds).toHaveLength(1);
  });

  test('creates one order for twenty calls at the same time', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => order()));
    expect(provider.orderIds).toHaveLength(1);
    for (const { status, body } of nonEmpty(responses)) {
      expect(status).toBe(200);
      expect(body).toEqual(responses[0]?.body);
    }
  });

  test('creates different orders for different people at the same time', async () => {
    const responses = await Promise.all([order(), order(newEmail()), order(newEmail())]);
    expect(new Set(responses.map(({ body }) => body.order?.id)).size).toBe(3);
  });

  test('returns an order that is paid but not registered with its payment id', async () => {
    const first = await order();
    const paymentId = provider.pay(first.body.order?.id ?? '');
    const second = await order();
    const { replacesOthers: _, ...sameOrder } = { ...first.body.order };
    expect(second.body.order).toEqual({ ...sameOrder, paymentId });
    expect(provider.orderIds).toHaveLength(1);
  });

  test.each([
    ['a failed payment', { status: 'failed' }],
    ['a payment that is only authorized', { status: 'authorized' }],
  ])('does not count %s as paid', async (_name, payment) => {
    const first = await order();
    provider.pay(first.body.order?.id ?? '', payment);
    expect((await order()).body).toEqual(first.body);
  });

  test('creates a new order when the last one is paid and registered', async () => {
    const first = await order();
    provider.pay(first.body.order?.id ?? '');
    await register();
    const second = await order();
    expect(second.body.order?.id).toBe(provider.orderIds[1]);
    expect(second.body.order?.paymentId).toBeUndefined();
  });

  test('answers 503 to everybody while the provider is unresponsive, and serves other calls meanwhile', async () => {
    provider.behaviour = 'unresponsive';
    let answered = false;
    const waiting = Promise.all(Array.from({ length: 40 }, () => order(newEmail()))).then((responses) => {
      answered = true;
      return responses;
    });
    const inquiry = await postJson(`${service.url}/api/inquiry`, { name: 'Asha', phone: '9876543210' });
    expect(inquiry.status).toBe(200);
    expect(answered).toBe(false);
    for (const { status, body } of nonEmpty(await waiting)) {
      expect(status).toBe(503);
      expect(body.error).toBe('The payment provider cannot be reached. Please try again in a moment.');
    }
  });
});
