import { createHmac } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkoutRoutes } from '../../server/simulator/checkout.ts';
import { isScenario, type Scenario, scenarios } from '../../server/simulator/scenarios.ts';
import { addPayment, findOrder, type SimulatedPayment } from '../../server/simulator/store.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { database, keys, order, payment, refusal, webhooks } from './simulatorFixture.ts';

const { sleep } = vi.hoisted(() => ({
  sleep: vi.fn<(ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<void>>(),
}));
vi.mock('node:timers/promises', () => ({ setTimeout: sleep }));
vi.mock('../../server/simulator/store.ts', { spy: true });

let app: FastifyInstance;

beforeEach(() => {
  app = Fastify();
  onTestFinished(() => app.close());
  sleep.mockReset().mockResolvedValue(undefined);
  vi.mocked(findOrder)
    .mockReset()
    .mockImplementation(async (_sql, id) => (id === order.id ? order : undefined));
  vi.mocked(addPayment).mockReset().mockResolvedValue(payment);
  webhooks.sendForPayment.mockReset();
});

test('a scenario is one by name', () => {
  expect(Object.keys(scenarios)).toEqual([
    ...['success', 'fail-then-succeed', 'fail-then-dismiss', 'dismiss', 'vanish', 'captured-after-close'],
    ...['lost-callback', 'script-missing', 'script-without-global', 'script-slow', 'constructor-throws'],
    ...['webhook-duplicated', 'webhook-reordered'],
  ]);
  expect(['vanish', 'toString', 'x', 5, null, ['vanish']].map(isScenario)).toEqual([
    true,
    ...[false, false, false, false, false],
  ]);
});

describe('the checkout’s script', () => {
  const start = (scenario: Scenario = 'dismiss') =>
    checkoutRoutes(app, { database, keys, scenario, webhooks });
  const script = async (query = '', referer?: string) => {
    const { statusCode, headers, body } = await app.inject({
      url: `/simulator/checkout.js${query}`,
      headers: referer === undefined ? {} : { referer },
    });
    return { statusCode, headers, body };
  };

  test('is a program that is called with its settings, and is not kept', async () => {
    await start();
    const { statusCode, headers, body } = await script();
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-store',
    });
    const settings = { scenario: 'dismiss', scenarios: Object.keys(scenarios) };
    expect(body.endsWith(`})(${JSON.stringify(settings)});\n`)).toBe(true);
    expect(() => new Function(body)).not.toThrow();
    expect(sleep).not.toHaveBeenCalled();
  });

  test.each([
    ['', undefined, 'dismiss'],
    ['?scenario=vanish', undefined, 'vanish'],
    ['?scenario=vanish', 'http://localhost/register-re?scenario=lost-callback', 'lost-callback'],
    ['?scenario=vanish', 'http://localhost/register-re', 'vanish'],
    ['?scenario=vanish', 'http://localhost/?scenario=none', 'vanish'],
    ['?scenario=vanish', 'no address', 'vanish'],
    ['?scenario=vanish', '', 'vanish'],
    ['?scenario=vanish&scenario=success', undefined, 'dismiss'],
    ['?scenario=toString', undefined, 'dismiss'],
  ])('at %s in the page %s plays %s', async (query, referer, scenario) => {
    await start();
    expect((await script(query, referer)).body).toContain(`({"scenario":"${scenario}",`);
  });

  test('is missing, empty or slow where its scenario says so', async () => {
    await start();
    expect(await script('?scenario=script-missing')).toMatchObject({ statusCode: 404, body: '' });
    expect(await script('?scenario=script-without-global')).toMatchObject({
      statusCode: 200,
      body: '// This script defines nothing.\n',
    });
    expect(sleep).not.toHaveBeenCalled();
    sleep.mockRejectedValue(new Error('aborted'));
    expect((await script('?scenario=script-slow')).body).toContain('({"scenario":"script-slow",');
    const [ms, value, { signal } = {}] = sleep.mock.calls[0] ?? [];
    expect([ms, value, signal?.aborted]).toEqual([10_000, undefined, false]);
    await app.close();
    expect(signal?.aborted, 'a slow one does not delay the end').toBe(true);
  });
});

describe('an attempt to pay', () => {
  beforeEach(() => checkoutRoutes(app, { database, keys, scenario: 'success', webhooks }));

  const attempt = { key: 'rzp_test_1', amount: 200_000, action: 'pay', scenario: 'success' };
  async function pay(more: object = {}, id = 'order_1') {
    const url = `/simulator/orders/${id}/payments`;
    const response = await app.inject({ method: 'POST', url, payload: { ...attempt, ...more } });
    return [response.statusCode, response.json()];
  }

  test('returns what the checkout’s handler gets, signed with the secret', async () => {
    const notes = { student: 'Asha' };
    expect(await pay({ notes })).toEqual([
      200,
      {
        razorpay_payment_id: 'pay_1',
        razorpay_order_id: 'order_1',
        razorpay_signature: createHmac('sha256', 'secret').update('order_1|pay_1').digest('hex'),
      },
    ]);
    expect(addPayment).toHaveBeenCalledWith(database, order, 'captured', notes);
    expect(webhooks.sendForPayment.mock.calls).toEqual([[payment, 'success']]);
  });

  test('is refused for an unknown order, with another key or amount, and when the order is paid', async () => {
    const unknown = [400, refusal('The id provided does not exist')];
    expect(await pay({}, 'order_2')).toEqual(unknown);
    expect(await pay({ key: 'rzp_test_2' })).toEqual(unknown);
    expect(await pay({ amount: 199_999 })).toEqual([
      400,
      refusal('Payment amount is different from your order amount.'),
    ]);
    expect(addPayment).not.toHaveBeenCalled();
    vi.mocked(addPayment).mockResolvedValue(undefined);
    expect(await pay()).toEqual([
      400,
      refusal('This order has already been paid.', {
        ...{ reason: 'order_paid', metadata: { order_id: 'order_1' } },
      }),
    ]);
    expect(webhooks.sendForPayment).not.toHaveBeenCalled();
  });

  test('that is declined says so as a bank does, and sends its webhook', async () => {
    const failed: SimulatedPayment = { ...payment, status: 'failed', captured: false };
    vi.mocked(addPayment).mockResolvedValue(failed);
    expect(await pay({ action: 'fail', scenario: 'webhook-duplicated' })).toEqual([
      400,
      refusal('Your payment was declined by the bank.', {
        ...{ source: 'bank', step: 'payment_authorization', reason: 'payment_failed' },
        metadata: { order_id: 'order_1', payment_id: 'pay_1' },
      }),
    ]);
    expect(webhooks.sendForPayment.mock.calls).toEqual([[failed, 'webhook-duplicated']]);
  });

  test.each([
    ['pay', 'success', 0, 'captured'],
    ['pay', 'fail-then-succeed', 0, 'failed'],
    ['pay', 'fail-then-succeed', 1, 'captured'],
    ['pay', 'fail-then-dismiss', 0, 'failed'],
    ['pay', 'fail-then-dismiss', 1, 'failed'],
    ['capture', 'fail-then-dismiss', 0, 'captured'],
    ['capture', 'success', 0, 'captured'],
    ['fail', 'success', 1, 'failed'],
  ])('to %s in %s after %i others is %s', async (action, scenario, attempts, status) => {
    vi.mocked(findOrder).mockResolvedValue({ ...order, attempts });
    await pay({ action, scenario });
    expect(vi.mocked(addPayment).mock.calls[0]?.[2]).toBe(status);
  });

  const notesOf = (count: number, length = 1) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`note${index}`, 'x'.repeat(length)]));

  test('has the notes that the provider takes, and no more', async () => {
    expect((await pay({ notes: notesOf(15, 256) }))[0]).toBe(200);
    expect((await pay({ notes: notesOf(16) }))[0]).toBe(400);
    expect((await pay({ notes: notesOf(1, 257) }))[0]).toBe(400);
    expect((await pay({ notes: { a: { b: 1 } } }))[0]).toBe(400);
  });

  test.each([
    { key: { a: 1 } },
    { key: undefined },
    { amount: 1.5 },
    { amount: undefined },
    { action: 'steal' },
    { action: undefined },
    { scenario: 'none' },
    { scenario: undefined },
    { notes: 'text' },
  ])('with %o is refused', async (more) => {
    expect((await pay(more))[0]).toBe(400);
    expect(addPayment).not.toHaveBeenCalled();
  });

  test('takes every action and scenario', async () => {
    for (const action of ['pay', 'capture', 'fail']) expect((await pay({ action }))[0]).toBe(200);
    for (const scenario of nonEmpty(Object.keys(scenarios)))
      expect((await pay({ scenario }))[0], scenario).toBe(200);
  });
});
