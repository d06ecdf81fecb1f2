import { describe, expect } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { test } from './fixtures.ts';

/** The simulator as a provider, driven by the official SDK: its Orders API, its refunds and its webhooks. */

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

test('an order is created, found and paid, with its payments and webhooks', async ({
  sdk,
  simulator,
  webhooks,
}) => {
  const created = await sdk.orders.create({ ...newOrder, receipt: 'receipt 1', notes });
  const open = {
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
    created_at: expect.closeTo(Date.now() / 1000, -2),
  };
  expect(created).toEqual(open);
  const { id } = created;
  expect(await sdk.orders.fetch(id)).toEqual(created);
  expect(await sdk.orders.fetchPayments(id)).toEqual({ entity: 'collection', count: 0, items: [] });

  const order = { id, amount: 200_000, key: simulator.options.keyId };
  expect((await simulator.attempt(order, { action: 'fail' })).status).toBe(400);
  expect(await sdk.orders.fetch(id)).toEqual({ ...open, status: 'attempted', attempts: 1 });
  const { razorpay_payment_id: paymentId } = await simulator.pay(order, { student: 'Asha' });
  const paid = { ...open, status: 'paid', attempts: 2, amount_paid: 200_000, amount_due: 0 };
  expect(await sdk.orders.fetch(id)).toEqual(paid);

  const captured = {
    id: paymentId,
    entity: 'payment',
    order_id: id,
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
  const failed = {
    ...captured,
    id: expect.stringMatching(/^pay_\w{14}$/),
    status: 'failed',
    captured: false,
    notes: [],
  };
  const { items } = await sdk.orders.fetchPayments(id);
  expect(items, 'the newest first').toEqual([captured, failed]);

  const received = await webhooks.of(id, 3);
  const event = {
    id: expect.stringMatching(/^evt_\w{14}$/),
    isSigned: true,
    entity: 'event',
    account_id: expect.stringMatching(/^acc_\w{14}$/),
    created_at: expect.any(Number),
  };
  expect(received).toEqual([
    { ...event, event: 'payment.failed', contains: ['payment'], payload: { payment: { entity: failed } } },
    {
      ...event,
      event: 'payment.captured',
      contains: ['payment'],
      payload: { payment: { entity: captured } },
    },
    {
      ...event,
      event: 'order.paid',
      contains: ['payment', 'order'],
      payload: { payment: { entity: captured }, order: { entity: paid } },
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

  test('is refused with the field that is wrong', async ({ sdk }) => {
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

  test('is refused where its body is no JSON', async ({ sdk }) => {
    const error = invalid('The request is not valid JSON.', null);
    await expect(sdk.api.post({ url: '/orders', data: '{"amount"' })).rejects.toEqual(error);
  });

  test('is refused where nothing has its id', async ({ sdk }) => {
    const error = invalid('The id provided does not exist', null);
    await expect(sdk.orders.fetch('order_unknown')).rejects.toEqual(error);
    await expect(sdk.orders.fetchPayments('order_unknown')).rejects.toEqual(error);
  });

  test('is refused at every path that the simulator does not know', async ({ sdk, simulator }) => {
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

  test('is refused without the secret', async ({ simulator }) => {
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
