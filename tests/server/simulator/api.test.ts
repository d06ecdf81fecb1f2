import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Razorpay from 'razorpay';
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { describe, expect } from 'vitest';
import { createApp } from '../../../server/http/index.ts';
import { scenarios, startSimulator } from '../../../server/simulator/index.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { test as ownServiceTest, sharedServiceTest } from '../fixtures.ts';
import {
  createServiceFixture,
  fastestDatabase,
  listedSubmissions,
  newEmail,
  orderBody,
  postJson,
  registrationBody,
  waitUntil,
} from '../serviceFixture.ts';

/** The simulator as a provider, driven by the official SDK and by the calls of its checkout. */

type ReceivedWebhook = {
  id: string;
  /** Whether the official SDK accepts its signature. */
  isSigned: boolean;
  event: string;
  payload: Record<string, { entity: Record<string, unknown> }>;
  [more: string]: unknown;
};

const WEBHOOK_SECRET = 'webhook secret';

type PayableOrder = { id: string; amount: number; key: string };

/** The argument of the checkout's handler. */
type CheckoutResponse = { razorpay_payment_id: string; razorpay_signature: string };

/** The simulator as a provider, its messages to its customer's service, and the official SDK to drive it. */
const test = sharedServiceTest
  .extend('webhooks', { scope: 'file' }, async ({}, { onCleanup }) => {
    const received: ReceivedWebhook[] = [];
    const receive = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await text(request);
      const { 'x-razorpay-event-id': id, 'x-razorpay-signature': signature } = request.headers;
      const isSigned = Razorpay.validateWebhookSignature(body, String(signature), WEBHOOK_SECRET);
      received.push({ ...JSON.parse(body), id, isSigned });
      response.end();
    };
    const server = createServer((request, response) => void receive(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onCleanup(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    return {
      url: `http://127.0.0.1:${port}/`,
      /** Waits for a number of webhooks about an order, and returns all of them. */
      async of(orderId: string, count: number): Promise<ReceivedWebhook[]> {
        const ofOrder = () => received.filter(({ payload }) => payload.payment?.entity.order_id === orderId);
        await waitUntil(async () => ofOrder().length >= count);
        return ofOrder();
      },
    };
  })
  .extend('simulator', { scope: 'file' }, async ({ webhooks }, { onCleanup }) => {
    const data = await createServiceFixture(fastestDatabase);
    const database = await data.openDatabase();
    const simulator = await startSimulator({
      database,
      scenario: 'success',
      webhookSecret: WEBHOOK_SECRET,
      webhookUrl: () => webhooks.url,
    });
    const app = await createApp({});
    await simulator.registerRoutes(app);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    onCleanup(async () => {
      await app.close();
      await simulator.close();
      await data.remove();
    });
    const { keyId, keySecret, apiUrl } = simulator;
    /** Makes an attempt to pay, as the checkout's window does; a successful one unless `more` differs. */
    const attempt = ({ id, amount, key }: PayableOrder, more: object = {}) =>
      fetch(`${url}/simulator/orders/${id}/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key, amount, action: 'pay', scenario: 'success', ...more }),
      });
    return {
      url,
      options: { keyId, keySecret, apiUrl },
      attempt,
      /** Lets a minute pass since the attempts to pay an order. */
      letMinutePass: (orderId: string) =>
        database.query(
          `update simulator_payments set created_at = created_at - interval '1 minute' where order_id = $1`,
          [orderId],
        ),
      async pay(order: PayableOrder, notes?: Record<string, string>): Promise<CheckoutResponse> {
        const response = await attempt(order, { notes });
        expect(response.status).toBe(200);
        return response.json();
      },
    };
  })
  .extend('sdk', { scope: 'file' }, async ({ simulator: { options } }) => {
    const sdk = new Razorpay({ key_id: options.keyId, key_secret: options.keySecret });
    // The SDK has no option for another address.
    const { rq }: { rq?: { defaults: { baseURL: string } } } = Object.fromEntries(Object.entries(sdk.api));
    if (rq) rq.defaults.baseURL = options.apiUrl;
    return sdk;
  })
  /** An unpaid order. */
  .extend('order', async ({ sdk, simulator }) => {
    const { id } = await sdk.orders.create({ amount: 200_000, currency: 'INR' });
    return { id, amount: 200_000, key: simulator.options.keyId };
  });

const newOrder = { amount: 200_000, currency: 'INR' };
const notes = { student: 'Asha Verma', grade: '8th' };

/** An error of the provider about a request. */
const invalid = (description: unknown, field: string | null) => ({
  statusCode: 400,
  error: {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
    field,
  },
});

const openOrder = {
  id: expect.stringMatching(/^order_\w{14}$/),
  entity: 'order',
  ...newOrder,
  amount_paid: 0,
  amount_due: 200_000,
  receipt: 'receipt 1',
  offer_id: null,
  status: 'created',
  attempts: 0,
  notes,
  created_at: expect.any(Number),
};

const paidOrder = { ...openOrder, status: 'paid', attempts: 2, amount_paid: 200_000, amount_due: 0 };

const capturedPayment = {
  id: expect.stringMatching(/^pay_\w{14}$/),
  entity: 'payment',
  order_id: expect.stringMatching(/^order_\w{14}$/),
  amount: 200_000,
  currency: 'INR',
  status: 'captured',
  captured: true,
  method: 'netbanking',
  amount_refunded: 0,
  refund_status: null,
  notes: { student: 'Asha' },
  created_at: expect.closeTo(Date.now() / 1000, -2),
};

const failedPayment = { ...capturedPayment, status: 'failed', captured: false, notes: [] };

test('an order is created and found', async ({ sdk }) => {
  const created = await sdk.orders.create({ ...newOrder, receipt: 'receipt 1', notes });
  expect(created).toEqual({ ...openOrder, created_at: expect.closeTo(Date.now() / 1000, -2) });
  expect(await sdk.orders.fetch(created.id)).toEqual(created);
  expect(await sdk.orders.fetchPayments(created.id)).toEqual({ entity: 'collection', count: 0, items: [] });
});

test('an order is paid after an attempt that failed, with a webhook for each', async ({
  sdk,
  simulator,
  webhooks,
}) => {
  const { id } = await sdk.orders.create({ ...newOrder, receipt: 'receipt 1', notes });
  const order = { id, amount: 200_000, key: simulator.options.keyId };
  expect((await simulator.attempt(order, { action: 'fail' })).status).toBe(400);
  expect(await sdk.orders.fetch(id)).toEqual({ ...openOrder, status: 'attempted', attempts: 1 });
  await simulator.pay(order, { student: 'Asha' });
  expect(await sdk.orders.fetch(id)).toEqual(paidOrder);
  const { items } = await sdk.orders.fetchPayments(id);
  expect(items, 'the newest first').toEqual([capturedPayment, failedPayment]);

  const received = await webhooks.of(id, 3);
  const event = {
    id: expect.stringMatching(/^evt_\w{14}$/),
    isSigned: true,
    entity: 'event',
    account_id: expect.stringMatching(/^acc_\w{14}$/),
    created_at: expect.any(Number),
  };
  const [failed, captured] = [{ payment: { entity: items[1] } }, { payment: { entity: items[0] } }];
  expect(received).toEqual([
    { ...event, event: 'payment.failed', contains: ['payment'], payload: failed },
    { ...event, event: 'payment.captured', contains: ['payment'], payload: captured },
    {
      ...event,
      event: 'order.paid',
      contains: ['payment', 'order'],
      payload: { ...captured, order: { entity: paidOrder } },
    },
  ]);
  expect(new Set(received.map((webhook) => webhook.id)).size).toBe(3);
});

test('an order may have neither receipt nor notes', async ({ sdk }) => {
  const created = await sdk.orders.create(newOrder);
  expect(created).toMatchObject({ receipt: null, notes: [] });
  expect(await sdk.orders.fetch(created.id)).toEqual(created);
});

test('a payment is refunded in part, then the rest, and not more', async ({
  sdk,
  simulator,
  webhooks,
  order,
}) => {
  const { razorpay_payment_id: paymentId } = await simulator.pay(order);
  const payment = async () => (await sdk.orders.fetchPayments(order.id)).items[0];
  const refund = await sdk.payments.refund(paymentId, { amount: 50_000 });
  expect(refund).toEqual({
    id: expect.stringMatching(/^rfnd_\w{14}$/),
    entity: 'refund',
    payment_id: paymentId,
    amount: 50_000,
    currency: 'INR',
    status: 'processed',
    created_at: expect.any(Number),
  });
  const inPart = { status: 'captured', amount_refunded: 50_000, refund_status: 'partial' };
  expect(await payment()).toMatchObject(inPart);
  for (const amount of [150_001, 99, 0.5])
    await expect(sdk.payments.refund(paymentId, { amount })).rejects.toMatchObject({
      statusCode: 400,
      error: { field: 'amount' },
    });
  expect(await payment()).toMatchObject(inPart);
  expect(await sdk.payments.refund(paymentId, {})).toMatchObject({ amount: 150_000 });
  expect(await payment()).toMatchObject({
    status: 'refunded',
    amount_refunded: 200_000,
    refund_status: 'full',
  });
  await expect(sdk.payments.refund(paymentId, {})).rejects.toMatchObject({ statusCode: 400 });
  const [, , refunded] = await webhooks.of(order.id, 4);
  expect(refunded).toMatchObject({
    isSigned: true,
    event: 'refund.processed',
    contains: ['refund', 'payment'],
    payload: { refund: { entity: refund }, payment: { entity: { id: paymentId, amount_refunded: 50_000 } } },
  });
});

test('a payment that failed is not refunded', async ({ sdk, simulator, order }) => {
  await simulator.attempt(order, { action: 'fail' });
  const [failed] = (await sdk.orders.fetchPayments(order.id)).items;
  await expect(sdk.payments.refund(failed?.id ?? '', {})).rejects.toMatchObject({ statusCode: 400 });
});

describe('a request that the provider does not understand', () => {
  const many = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`note${index}`, 'x']));

  test('a request is refused with the field that is wrong', async ({ sdk }) => {
    for (const [data, field] of [
      [{ ...newOrder, amount: 99 }, 'amount'],
      [{ ...newOrder, amount: 100.5 }, 'amount'],
      [{ ...newOrder, amount: '200000' }, 'amount'],
      [{ ...newOrder, amount: 2 ** 31 }, 'amount'],
      [{ currency: 'INR' }, 'amount'],
      [{ amount: 100 }, 'currency'],
      [{ ...newOrder, currency: 'USD' }, 'currency'],
      [{ ...newOrder, receipt: 'x'.repeat(41) }, 'receipt'],
      [{ ...newOrder, receipt: 7 }, 'receipt'],
      [{ ...newOrder, notes: many }, 'notes'],
      [{ ...newOrder, notes: { long: 'x'.repeat(257) } }, 'notes'],
      [[newOrder], null],
    ] as const) {
      const error = invalid(expect.stringMatching(/^The \w+ .+\.$/), field);
      await expect(sdk.api.post({ url: '/orders', data }), JSON.stringify(data)).rejects.toEqual(error);
    }
  });

  test('a request is refused where its body is no JSON', async ({ sdk }) => {
    const error = invalid('The request is not valid JSON.', null);
    await expect(sdk.api.post({ url: '/orders', data: '{"amount"' })).rejects.toEqual(error);
  });

  test('a request is refused where nothing has its id', async ({ sdk }) => {
    const error = invalid('The id provided does not exist', null);
    await expect(sdk.orders.fetch('order_unknown')).rejects.toEqual(error);
    await expect(sdk.orders.fetchPayments('order_unknown')).rejects.toEqual(error);
  });

  test('a request is refused at every path that the simulator does not know', async ({ sdk, simulator }) => {
    const { error } = invalid('The requested URL was not found on the server.', null);
    const unknown = { statusCode: 400, error: { ...error, source: 'NA', step: 'NA', reason: 'NA' } };
    await expect(sdk.plans.all()).rejects.toEqual(unknown);
    await expect(sdk.customers.create({ name: 'Asha' })).rejects.toEqual(unknown);
    await expect(sdk.accounts.fetch('acc_1')).rejects.toEqual(unknown);
    await expect(sdk.accounts.delete('acc_1')).rejects.toEqual(unknown);
    await expect(sdk.orders.edit('order_1', { notes: {} })).rejects.toEqual(unknown);
    const { origin } = new URL(simulator.options.apiUrl);
    for (const path of nonEmpty([
      '/',
      '/v1/orders',
      '/simulator',
      '/simulator/v1/orders/a/b/c',
      '/api/contact',
    ])) {
      const response = await fetch(`${origin}${path}`);
      expect([response.status, await response.json()], path).toEqual([400, { error: unknown.error }]);
    }
  });

  test('a request is refused without the secret', async ({ simulator }) => {
    const { keyId, keySecret, apiUrl } = simulator.options;
    const credentials = btoa(`${keyId}:${keySecret}`);
    for (const authorization of nonEmpty([
      '',
      'Basic',
      `Basic ${btoa(`${keyId}:guess`)}`,
      `Basic ${credentials}=`,
    ])) {
      const { status } = await fetch(`${apiUrl}/v1/orders/order_1`, { headers: { authorization } });
      expect(status, authorization).toBe(401);
      const refund = { method: 'POST', headers: { authorization } };
      expect((await fetch(`${apiUrl}/v1/payments/pay_1/refund`, refund)).status).toBe(401);
    }
  });
});

describe('the script', () => {
  test('the script plays the scenario of the page or of its own address', async ({ simulator }) => {
    const script = (query = '', referer = '') =>
      fetch(`${simulator.url}/simulator/checkout.js${query}`, { headers: referer ? { referer } : {} });
    const { headers } = await script();
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    for (const [query, page, scenario] of [
      ['', '', 'success'],
      ['?scenario=vanish', '', 'vanish'],
      ['?scenario=vanish', 'http://localhost/register-re?scenario=lost-callback', 'lost-callback'],
      ['?scenario=vanish', 'http://localhost/register-re?scenario=none', 'vanish'],
      ['?scenario=vanish', 'no address', 'vanish'],
      ['?scenario=vanish&scenario=dismiss', '', 'success'],
      ['?scenario=toString', '', 'success'],
    ] as const) {
      const text = await (await script(query, page)).text();
      expect(text, `${query} ${page}`).toContain(`({"scenario":"${scenario}",`);
    }
    expect((await script('?scenario=script-missing')).status).toBe(404);
    expect(await (await script('?scenario=script-without-global')).text()).not.toContain('Razorpay');
  });

  ownServiceTest(
    'the script may arrive after ten seconds, and does not delay the end of the service',
    async ({ service }) => {
      const startMs = performance.now();
      const slow = fetch(`${service.url}/simulator/checkout.js?scenario=script-slow`);
      await fetch(`${service.url}/healthz`);
      await service.close();
      expect(await (await slow).text()).toContain('({"scenario":"script-slow",');
      expect(performance.now() - startMs).toBeLessThan(9_000);
    },
  );
});

describe('an attempt to pay', () => {
  test('an attempt to pay succeeds once of three at the same time', async ({ simulator, order }) => {
    const responses = await Promise.all([1, 2, 3].map(() => simulator.attempt(order)));
    const [first, ...others] = responses.toSorted((one, other) => one.status - other.status);
    expect(await first?.json()).toEqual({
      razorpay_order_id: order.id,
      razorpay_payment_id: expect.stringMatching(/^pay_\w{14}$/),
      razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    for (const other of nonEmpty(others)) {
      expect(other.status).toBe(400);
      expect(await other.json()).toMatchObject({
        error: { description: 'This order has already been paid.', reason: 'order_paid' },
      });
    }
  });

  test('an attempt to pay is signed with the secret', async ({ simulator, order }) => {
    const { razorpay_payment_id, razorpay_signature } = await simulator.pay(order);
    const payment = { order_id: order.id, payment_id: razorpay_payment_id };
    const { keySecret } = simulator.options;
    expect(validatePaymentVerification(payment, razorpay_signature, keySecret)).toBe(true);
    expect(validatePaymentVerification(payment, razorpay_signature, 'another')).toBe(false);
  });

  test('an attempt to pay that is declined says so as a bank does', async ({ simulator, order }) => {
    const response = await simulator.attempt(order, { action: 'fail' });
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        error: {
          code: 'BAD_REQUEST_ERROR',
          description: 'Your payment was declined by the bank.',
          field: null,
          source: 'bank',
          step: 'payment_authorization',
          reason: 'payment_failed',
          metadata: { order_id: order.id, payment_id: expect.stringMatching(/^pay_\w{14}$/) },
        },
      },
    ]);
  });

  test('an attempt to pay with anything wrong in it is refused, and nothing is stored', async ({
    simulator,
    order,
    sdk,
  }) => {
    const notesOf = (count: number, length = 1) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`note${index}`, 'x'.repeat(length)]));
    const wrongs = [
      { key: 'rzp_other' },
      { key: undefined },
      { amount: 100 },
      { amount: '200000' },
      { amount: undefined },
      { action: 'steal' },
      { action: undefined },
      { scenario: 'nonsense' },
      { scenario: undefined },
      { notes: 'Asha' },
      { notes: { student: { a: 1 } } },
      { notes: notesOf(16) },
      { notes: notesOf(1, 257) },
    ];
    for (const wrong of nonEmpty(wrongs))
      expect((await simulator.attempt(order, wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect((await simulator.attempt({ ...order, id: 'order_unknown' })).status).toBe(400);
    expect((await sdk.orders.fetchPayments(order.id)).items).toEqual([]);
    expect((await simulator.attempt(order, { notes: notesOf(15, 256) })).status).toBe(200);
  });

  test('an attempt to pay ends as its scenario says', async ({ simulator, sdk }) => {
    for (const [scenario, actions, statuses] of [
      ['success', ['fail', 'pay'], ['failed', 'captured']],
      ['fail-then-succeed', ['pay', 'pay'], ['failed', 'captured']],
      ['fail-then-dismiss', ['pay', 'pay'], ['failed', 'failed']],
      ['fail-then-dismiss', ['capture'], ['captured']],
      ['authorized-late', ['fail', 'pay'], ['failed', 'authorized']],
      ['captured-after-close', ['capture'], ['captured']],
    ] as const) {
      const { id } = await sdk.orders.create({ amount: 200_000, currency: 'INR' });
      const order = { id, amount: 200_000, key: simulator.options.keyId };
      for (const action of actions) await simulator.attempt(order, { action, scenario });
      const { items } = await sdk.orders.fetchPayments(id);
      expect(items.map(({ status }) => status).toReversed(), scenario).toEqual(statuses);
    }
  });

  test('an attempt to pay that is authorized is captured a minute later, once', async ({
    simulator,
    sdk,
    order,
    webhooks,
  }) => {
    const pay = () => simulator.attempt(order, { scenario: 'authorized-late' });
    for (const { status } of nonEmpty([await pay(), await pay()])) expect(status).toBe(400);
    expect(await sdk.orders.fetch(order.id)).toMatchObject({ status: 'attempted', amount_paid: 0 });
    await simulator.letMinutePass(order.id);
    expect(await sdk.orders.fetch(order.id)).toMatchObject({ status: 'paid', amount_paid: 200_000 });
    const { items } = await sdk.orders.fetchPayments(order.id);
    expect(items.map(({ status }) => status)).toEqual(['authorized', 'captured']);
    expect(await (await pay()).json()).toMatchObject({ error: { reason: 'order_paid' } });
    expect((await webhooks.of(order.id, 2)).map(({ event }) => event)).toEqual(
      Array(2).fill('payment.authorized'),
    );
  });

  test('an attempt to pay is known in every scenario', async ({ simulator, order }) => {
    for (const scenario of nonEmpty(Object.keys(scenarios)))
      expect((await simulator.attempt(order, { action: 'fail', scenario })).status, scenario).toBe(400);
  });
});

describe('the webhooks of a payment', () => {
  const namesOf = (events: readonly { event: string }[]) => events.map(({ event }) => event);

  test('the webhooks of a payment come twice where the scenario says so', async ({
    simulator,
    order,
    webhooks,
  }) => {
    await simulator.attempt(order, { scenario: 'webhook-duplicated' });
    const received = await webhooks.of(order.id, 4);
    expect(namesOf(received)).toEqual(['payment.captured', 'payment.captured', 'order.paid', 'order.paid']);
    expect(received[0]).toEqual(received[1]);
  });

  test('webhooks come in another order where the scenario says so', async ({
    simulator,
    order,
    webhooks,
  }) => {
    await simulator.attempt(order, { scenario: 'webhook-reordered' });
    const received = await webhooks.of(order.id, 6);
    expect(namesOf(received)).toEqual([
      'order.paid',
      'payment.captured',
      'payment.failed',
      'payment.failed',
      'payment.captured',
      'order.paid',
    ]);
    expect([received[0], received[1]]).toEqual([received[5], received[4]]);
  });
});

describe('a service with the simulator', () => {
  test('the simulator sends webhooks in every order, however often', async ({ data, service }) => {
    for (const scenario of ['success', 'webhook-duplicated', 'webhook-reordered', 'captured-after-close']) {
      const email = newEmail();
      const { order } = (await postJson(`${service.url}/create-order`, orderBody(email))).body;
      expect((await postJson(`${service.url}/api/register`, registrationBody(email))).status).toBe(200);
      const payment = { key: order?.key, amount: order?.amount, action: 'capture', scenario };
      const response = await postJson(`${service.url}/simulator/orders/${order?.id}/payments`, payment);
      expect(response.status, scenario).toBe(200);
      await waitUntil(async () =>
        (await listedSubmissions(data)).some((each) => each.email === email && each.paymentStatus === 'paid'),
      );
    }
  });

  ownServiceTest(
    'a service with the simulator keeps orders and payments when it starts again, and stops after its last webhook',
    async ({ data, service }) => {
      const email = newEmail();
      const { order } = (await postJson(`${service.url}/create-order`, orderBody(email))).body;
      const payment = { key: order?.key, amount: order?.amount, action: 'pay', scenario: 'success' };
      await postJson(`${service.url}/simulator/orders/${order?.id}/payments`, payment);
      await service.close();
      const again = await data.start();
      const { body } = await postJson(`${again.url}/create-order`, orderBody(email));
      expect(body.order).toMatchObject({ id: order?.id, paymentId: expect.stringMatching(/^pay_/) });
    },
  );

  test('the simulator refuses provider calls with the provider’s errors', async ({ service }) => {
    const post = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    for (const [path, init, status] of [
      ['/simulator/v1/orders/order_1', {}, 401],
      ['/simulator/v1/orders', post, 401],
      ['/simulator/v1/plans', {}, 400],
      ['/simulator/none', post, 400],
    ] as const) {
      const response = await fetch(`${service.url}${path}`, init);
      expect([response.status, await response.json()], path).toMatchObject([
        status,
        { error: { code: 'BAD_REQUEST_ERROR', description: expect.any(String), field: null } },
      ]);
    }
  });
});
