import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { describe, expect } from 'vitest';
import { scenarios } from '../../../server/simulator/index.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { test as ownServiceTest } from '../fixtures.ts';
import {
  listedSubmissions,
  newEmail,
  orderBody,
  postJson,
  registrationBody,
  waitUntil,
} from '../serviceFixture.ts';
import { test } from './fixtures.ts';

/** The calls of the simulated checkout: its script, and the attempts to pay that its window makes. */

describe('the script', () => {
  test('plays the scenario of the page, or else of its own address, and is not kept', async ({
    simulator,
  }) => {
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
    'may arrive after ten seconds, and does not delay the end of the service',
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
  test('succeeds once of three at the same time', async ({ simulator, order }) => {
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

  test('is signed with the secret', async ({ simulator, order }) => {
    const { razorpay_payment_id, razorpay_signature } = await simulator.pay(order);
    const payment = { order_id: order.id, payment_id: razorpay_payment_id };
    const { keySecret } = simulator.options;
    expect(validatePaymentVerification(payment, razorpay_signature, keySecret)).toBe(true);
    expect(validatePaymentVerification(payment, razorpay_signature, 'another')).toBe(false);
  });

  test('that is declined says so as a bank does', async ({ simulator, order }) => {
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

  test('with anything wrong in it is refused, and nothing is stored', async ({ simulator, order, sdk }) => {
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

  test('ends as its scenario says', async ({ simulator, sdk }) => {
    for (const [scenario, actions, statuses] of [
      ['success', ['fail', 'pay'], ['failed', 'captured']],
      ['fail-then-succeed', ['pay', 'pay'], ['failed', 'captured']],
      ['fail-then-dismiss', ['pay', 'pay'], ['failed', 'failed']],
      ['fail-then-dismiss', ['capture'], ['captured']],
      ['captured-after-close', ['capture'], ['captured']],
    ] as const) {
      const { id } = await sdk.orders.create({ amount: 200_000, currency: 'INR' });
      const order = { id, amount: 200_000, key: simulator.options.keyId };
      for (const action of actions) await simulator.attempt(order, { action, scenario });
      const { items } = await sdk.orders.fetchPayments(id);
      expect(items.map(({ status }) => status).toReversed(), scenario).toEqual(statuses);
    }
  });

  test('is known in every scenario', async ({ simulator, order }) => {
    for (const scenario of nonEmpty(Object.keys(scenarios)))
      expect((await simulator.attempt(order, { action: 'fail', scenario })).status, scenario).toBe(400);
  });
});

describe('the webhooks of a payment', () => {
  const namesOf = (events: readonly { event: string }[]) => events.map(({ event }) => event);

  test('come twice where the scenario says so', async ({ simulator, order, webhooks }) => {
    await simulator.attempt(order, { scenario: 'webhook-duplicated' });
    const received = await webhooks.of(order.id, 4);
    expect(namesOf(received)).toEqual(['payment.captured', 'payment.captured', 'order.paid', 'order.paid']);
    expect(received[0]).toEqual(received[1]);
  });

  test('come late ones first, with a failure after the capture, where the scenario says so', async ({
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
  test('is told of a payment by webhook, in every order and however often', async ({ data, service }) => {
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
    'keeps orders and payments when it starts again, and stops after its last webhook',
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

  test('refuses calls of the provider’s API at its own address with the provider’s errors', async ({
    service,
  }) => {
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
