import Fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { providerError, registerOrdersApi } from '../../server/simulator/ordersApi.ts';
import { addRefund, createOrder, findOrder, findPayments } from '../../server/simulator/store.ts';
import { database, keys, order, payment, refund, refusal, sql, webhooks } from './simulatorFixture.ts';

vi.mock('../../server/simulator/store.ts', { spy: true });

let app: FastifyInstance;

beforeEach(() => {
  app = Fastify();
  onTestFinished(() => app.close());
  vi.mocked(findOrder)
    .mockReset()
    .mockImplementation(async (_sql, id) => (id === order.id ? order : undefined));
  vi.mocked(findPayments).mockReset().mockResolvedValue([payment]);
  vi.mocked(createOrder).mockReset().mockResolvedValue(order);
  vi.mocked(addRefund).mockReset().mockResolvedValue({ refund, payment });
  webhooks.sendForRefund.mockReset();
});

describe('the orders API', () => {
  beforeEach(() => registerOrdersApi(app, database, keys, webhooks));

  async function call(path: string, payload?: unknown, authorization = `Basic ${btoa('rzp_test_1:secret')}`) {
    const response = await app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: `/simulator/v1${path}`,
      headers: { authorization, ...(payload !== undefined && { 'content-type': 'application/json' }) },
      ...(payload !== undefined && {
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
    });
    return [response.statusCode, response.json()];
  }
  const newOrder = { amount: 200_000, currency: 'INR', receipt: 'receipt 1' };

  test('makes orders and returns them with their payments', async () => {
    expect(await call('/orders', newOrder)).toEqual([200, order]);
    expect(createOrder).toHaveBeenCalledWith(database, newOrder);
    expect(await call('/orders/order_1')).toEqual([200, order]);
    expect(findOrder).toHaveBeenCalledWith(database, 'order_1');
    expect(await call('/orders/order_1/payments')).toEqual([
      200,
      { entity: 'collection', count: 1, items: [payment] },
    ]);
    expect(findPayments).toHaveBeenCalledWith(database, order);
    const unknown = [400, refusal('The id provided does not exist')];
    expect(await call('/orders/order_2')).toEqual(unknown);
    expect(await call('/orders/order_2/payments')).toEqual(unknown);
  });

  test.each([
    ['', ''],
    ['Basic', ''],
    [`Basic ${btoa('rzp_test_1:secreT')}`, ''],
    [`Basic ${btoa('rzp_test_1:secret')}=`, ''],
  ])('refuses a call with the authorization “%s”', async (authorization) => {
    const refused = [401, refusal('Authentication failed')];
    expect(await call('/orders', newOrder, authorization)).toEqual(refused);
    expect(await call('/payments/pay_1/refund', {}, authorization)).toEqual(refused);
    expect((await app.inject('/simulator/v1/orders/order_1')).statusCode, 'without any').toBe(401);
    expect(createOrder).not.toHaveBeenCalled();
  });

  test.each([
    { ...newOrder, amount: 99 },
    { ...newOrder, amount: 100.5 },
    { ...newOrder, currency: 'USD' },
    { ...newOrder, receipt: '' },
    { ...newOrder, receipt: 'x'.repeat(41) },
    { amount: 100, currency: 'INR' },
    { amount: 100, receipt: 'r' },
    { currency: 'INR', receipt: 'r' },
    [newOrder],
    '{"amount"',
    '',
  ])('refuses the order %o as the provider does', async (body) => {
    expect(await call('/orders', body)).toEqual([400, refusal('The request is not as it should be.')]);
  });

  test('takes the smallest order with the longest receipt', async () => {
    const body = { amount: 100, currency: 'INR', receipt: 'x'.repeat(40) };
    expect((await call('/orders', body))[0]).toBe(200);
  });

  test('says nothing of a failure of its own', async () => {
    vi.mocked(createOrder).mockRejectedValue(Object.assign(new Error('Oh'), { code: '23505' }));
    const failure = { error: { code: 'SERVER_ERROR', description: 'Please try again.' } };
    expect(await call('/orders', newOrder)).toEqual([500, failure]);
    vi.mocked(createOrder).mockRejectedValue(new Error('Oh'));
    expect(await call('/orders', newOrder)).toEqual([500, failure]);
  });

  test('refunds a part, or the whole where no amount is given, and sends the webhook', async () => {
    expect(await call('/payments/pay_1/refund', { amount: 100 })).toEqual([200, refund]);
    expect(addRefund).toHaveBeenLastCalledWith(sql, 'pay_1', 100);
    expect(webhooks.sendForRefund.mock.calls).toEqual([[refund, payment]]);
    expect(await call('/payments/pay_1/refund', { amount: 2 ** 31 - 1 })).toEqual([200, refund]);
    for (const body of [{}, 'null']) {
      expect(await call('/payments/pay_1/refund', body)).toEqual([200, refund]);
      expect(addRefund).toHaveBeenLastCalledWith(sql, 'pay_1', undefined);
    }
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/simulator/v1/payments/pay_1/refund',
      headers: { authorization: `Basic ${btoa('rzp_test_1:secret')}` },
    });
    expect(statusCode, 'without a body').toBe(200);
  });

  test('refuses a refund that is not to be had', async () => {
    for (const body of [{ amount: 99 }, { amount: 100.5 }, { amount: 2 ** 31 }, [], 'true'])
      expect((await call('/payments/pay_1/refund', body))[0], JSON.stringify(body)).toBe(400);
    expect(addRefund).not.toHaveBeenCalled();
    vi.mocked(addRefund).mockResolvedValue(undefined);
    expect(await call('/payments/pay_1/refund', {})).toEqual([
      400,
      refusal('The total refund amount is greater than the refund payment amount'),
    ]);
    expect(webhooks.sendForRefund).not.toHaveBeenCalled();
  });
});

test('an error of the provider says what is given, and what it always says', () => {
  expect(providerError('No.')).toEqual(refusal('No.'));
  expect(providerError('No.', { reason: 'why' })).toEqual(refusal('No.', { reason: 'why' }));
});
