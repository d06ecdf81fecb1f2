import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import type { Database } from '../../server/database/database.types.ts';
import { createApp } from '../../server/http/app.ts';
import { createRazorpayProvider } from '../../server/payments/provider.ts';
import type { Service } from '../../server/service.ts';
import { type Simulator, startSimulator } from '../../server/simulator/simulator.ts';
import { startSimulatedProvider } from '../support/simulatedProvider.ts';
import {
  createServiceFixture,
  fastestDatabase,
  listedSubmissions,
  newEmail,
  orderBody,
  postJson,
  registrationBody,
  type ServiceFixture,
  waitUntil,
} from './serviceFixture.ts';

describe('the orders API', () => {
  let fixture: ServiceFixture;
  let database: Database;
  let simulator: Simulator;

  beforeAll(async () => {
    fixture = await createServiceFixture(fastestDatabase);
    database = await openDatabase(fixture.options);
    simulator = await startSimulator({
      database,
      scenario: 'success',
      webhookSecret: 'secret',
      webhookUrl: () => 'http://127.0.0.1:9',
    });
  });
  afterAll(async () => {
    await simulator.close();
    await database.close();
    await fixture.remove();
  });

  const call = (path: string, body?: unknown, password = simulator.keySecret) =>
    fetch(`${simulator.apiUrl}/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Basic ${btoa(`${simulator.keyId}:${password}`)}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    });
  const newOrder = { amount: 200_000, currency: 'INR', receipt: 'receipt 1' };

  test('creates orders and returns them', async () => {
    const made = await (await call('/orders', newOrder)).json();
    expect(made).toMatchObject({
      ...newOrder,
      entity: 'order',
      status: 'created',
      amount_paid: 0,
      amount_due: 200_000,
    });
    expect(made.id).toMatch(/^order_\w{14}$/);
    expect(await (await call(`/orders/${made.id}`)).json()).toEqual(made);
    expect(await (await call(`/orders/${made.id}/payments`)).json()).toEqual({
      entity: 'collection',
      count: 0,
      items: [],
    });
  });

  test.each([
    ['/orders', { ...newOrder, amount: 99 }],
    ['/orders', { ...newOrder, amount: '200000' }],
    ['/orders', { ...newOrder, currency: 'USD' }],
    ['/orders', { ...newOrder, receipt: 'x'.repeat(41) }],
    ['/orders/order_unknown', undefined],
    ['/orders/order_unknown/payments', undefined],
  ])('refuses %s with %o as the provider does', async (path, body) => {
    const response = await call(path, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'BAD_REQUEST_ERROR', description: expect.any(String) },
    });
  });

  test('refuses calls without the secret', async () => {
    expect((await call('/orders', newOrder, 'guess')).status).toBe(401);
    expect((await call('/payments/pay_x/refund', {}, 'guess')).status).toBe(401);
  });

  test('works with our own client of the provider', async () => {
    const provider = createRazorpayProvider({ ...simulator, timeoutMs: 5_000 });
    const id = await provider.createOrder(newOrder);
    expect(await provider.listPayments(id)).toEqual([]);
    await expect(provider.listPayments('order_unknown')).rejects.toMatchObject({ statusCode: 502 });
  });

  test('signs a payment as the provider does', async () => {
    const app = await createApp({});
    await simulator.registerRoutes(app);
    const provider = createRazorpayProvider({ ...simulator, timeoutMs: 5_000 });
    const id = await provider.createOrder({ amount: 200_000, currency: 'INR', receipt: 'r' });
    const response = await app.inject({
      method: 'POST',
      url: `/simulator/orders/${id}/payments`,
      payload: { key: simulator.keyId, amount: 200_000, action: 'pay', scenario: 'success' },
    });
    const { razorpay_payment_id, razorpay_signature } = response.json();
    const expected = createHmac('sha256', simulator.keySecret)
      .update(`${id}|${razorpay_payment_id}`)
      .digest('hex');
    expect(razorpay_signature).toBe(expected);
    expect(await provider.listPayments(id)).toMatchObject([
      { id: razorpay_payment_id, status: 'captured', amount: 200_000 },
    ]);
    await app.close();
  });
});

test('a payment has the notes it was made with, and is refunded in part and in whole', async () => {
  const [fixture, provider] = await Promise.all([
    createServiceFixture(fastestDatabase),
    createServiceFixture(fastestDatabase),
  ]);
  let service: Service | undefined;
  const simulatedProvider = await startSimulatedProvider(
    provider.options,
    () => `${service?.url}/api/webhooks/razorpay`,
  );
  try {
    service = await fixture.start({ payments: simulatedProvider.options });
    const email = newEmail();
    const { order } = (await postJson(`${service.url}/create-order`, orderBody(email))).body;
    if (!order) throw new Error('There is no order.');
    const notes = { student: 'Asha Verma', phone: '9876543210' };
    const { razorpay_payment_id: id } = await simulatedProvider.pay(order, notes);
    await postJson(`${service.url}/api/register`, registrationBody(email));
    const shown = async () => (await simulatedProvider.listPayments(order.id))[0];
    expect(await shown()).toMatchObject({
      ...{ id, notes, status: 'captured', amount_refunded: 0, refund_status: null },
      created_at: expect.any(Number),
    });

    const first = await simulatedProvider.refund(id, 50_000);
    expect(await first.json()).toMatchObject({ entity: 'refund', payment_id: id, amount: 50_000 });
    expect(await shown()).toMatchObject({
      status: 'captured',
      amount_refunded: 50_000,
      refund_status: 'partial',
    });
    for (const amount of [150_001, 99, 0.5])
      expect((await simulatedProvider.refund(id, amount)).status).toBe(400);
    expect((await simulatedProvider.refund('pay_unknown')).status).toBe(400);
    expect((await simulatedProvider.refund(id)).status).toBe(200);
    expect(await shown()).toMatchObject({
      status: 'refunded',
      amount_refunded: 200_000,
      refund_status: 'full',
    });
    expect((await simulatedProvider.refund(id)).status).toBe(400);
    await waitUntil(async () => (await listedSubmissions(fixture))[0]?.paymentStatus === 'refunded');
  } finally {
    await fixture.remove();
    await simulatedProvider.close();
    await provider.remove();
  }
});
