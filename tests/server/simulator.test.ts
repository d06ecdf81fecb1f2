import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import type { Database } from '../../server/database/database.types.ts';
import { createApp } from '../../server/http/app.ts';
import { createRazorpayProvider } from '../../server/payments/provider.ts';
import type { Service } from '../../server/service.ts';
import { scenarios } from '../../server/simulator/scenarios.ts';
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
});

describe('the checkout', () => {
  let fixture: ServiceFixture;
  let service: Service;

  beforeAll(async () => {
    fixture = await createServiceFixture('PGlite');
    service = await fixture.start();
  });
  afterAll(() => fixture.remove());

  const script = (query = '', page = '') =>
    fetch(`${service.url}/simulator/checkout.js${query}`, page ? { headers: { referer: page } } : {});

  async function newOrder(email = newEmail()) {
    const { order } = (await postJson(`${service.url}/create-order`, orderBody(email))).body;
    if (!order) throw new Error('There is no order.');
    const attempt = async (action: string, scenario = 'success', overrides = {}) => {
      const body = { key: order.key, amount: order.amount, action, scenario, ...overrides };
      const response = await postJson(`${service.url}/simulator/orders/${order.id}/payments`, body);
      return response;
    };
    return { email, order, attempt };
  }
  const statusOf = async (email: string) => {
    await postJson(`${service.url}/api/register`, registrationBody(email));
    return (await listedSubmissions(fixture)).find((line) => line.email === email)?.paymentStatus;
  };

  test('is a script that is not cached', async () => {
    const response = await script();
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('Simulated payment');
  });

  test.each([
    ['?scenario=vanish', '', 'vanish'],
    ['?scenario=vanish', 'http://localhost/register-re?scenario=dismiss', 'dismiss'],
    ['', 'http://localhost/register-re?scenario=lost-callback', 'lost-callback'],
    ['?scenario=nonsense', 'no address', 'success'],
    ['?scenario=vanish&scenario=dismiss', '', 'success'],
  ])(
    'takes the scenario from the script’s address %s and the page’s address %s',
    async (query, page, expected) => {
      expect(await (await script(query, page)).text()).toContain(`{"scenario":"${expected}"`);
    },
  );

  test('may be missing or define nothing', async () => {
    expect((await script('?scenario=script-missing')).status).toBe(404);
    expect(await (await script('?scenario=script-without-global')).text()).not.toContain('Razorpay');
  });

  test('captures once, with the right signature', async () => {
    const { email, order, attempt } = await newOrder();
    const responses = await Promise.all([attempt('pay'), attempt('pay'), attempt('pay')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const receipt = responses.find(({ status }) => status === 200)?.body;
    expect(receipt).toEqual({
      razorpay_order_id: order.id,
      razorpay_payment_id: expect.stringMatching(/^pay_\w{14}$/),
      razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(responses.find(({ status }) => status === 400)?.body.error).toMatchObject({
      reason: 'order_paid',
    });
    expect(await statusOf(email)).toBe('paid');
  });

  test('declines a payment with the provider’s error', async () => {
    const { email, order, attempt } = await newOrder();
    const { status, body } = await attempt('fail');
    expect(status).toBe(400);
    expect(body.error).toEqual({
      code: 'BAD_REQUEST_ERROR',
      description: 'Your payment was declined by the bank.',
      source: 'bank',
      step: 'payment_authorization',
      reason: 'payment_failed',
      metadata: { order_id: order.id, payment_id: expect.stringMatching(/^pay_/) },
    });
    expect(await statusOf(email)).toBe('pending');
  });

  test.each([
    { key: 'rzp_other' },
    { amount: 100 },
    { amount: '200000' },
    { action: 'steal' },
    { scenario: 'nonsense' },
    { notes: 'Asha' },
    { notes: { student: 7 } },
    { notes: { student: 'x'.repeat(257) } },
  ])('refuses %o', async (overrides) => {
    const { email, attempt } = await newOrder();
    expect((await attempt('pay', 'success', overrides)).status).toBe(400);
    expect(await statusOf(email)).toBe('pending');
  });

  test('fails first and then succeeds', async () => {
    const { attempt } = await newOrder();
    expect((await attempt('pay', 'fail-then-succeed')).status).toBe(400);
    expect((await attempt('pay', 'fail-then-succeed')).status).toBe(200);
  });

  test.each(['success', 'webhook-duplicated', 'webhook-reordered', 'captured-after-close'] as const)(
    'reports a payment to the service by webhook (%s)',
    async (scenario) => {
      const { email, attempt } = await newOrder();
      expect(await statusOf(email)).toBe('pending');
      expect((await attempt('capture', scenario)).status).toBe(200);
      await waitUntil(async () =>
        (await listedSubmissions(fixture)).some(
          (line) => line.email === email && line.paymentStatus === 'paid',
        ),
      );
    },
  );

  test('remembers its orders and payments when the service starts again', async () => {
    const { email, order, attempt } = await newOrder();
    await attempt('pay');
    await service.close();
    service = await fixture.start();
    const again = (await postJson(`${service.url}/create-order`, orderBody(email))).body.order;
    expect(again).toMatchObject({ id: order.id, paymentId: expect.stringMatching(/^pay_/) });
  });

  test('describes every scenario in one sentence', () => {
    for (const line of Object.values(scenarios)) expect(line).toMatch(/^[A-Z].*\.$/);
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

test('a payment is signed as the provider signs it', async () => {
  const fixture = await createServiceFixture(fastestDatabase);
  const database = await openDatabase(fixture.options);
  const simulator = await startSimulator({
    database,
    scenario: 'success',
    webhookSecret: 's',
    webhookUrl: () => '',
  });
  try {
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
  } finally {
    await simulator.close();
    await database.close();
    await fixture.remove();
  }
});
