import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../../server/service.ts';
import { scenarios } from '../../server/simulator/scenarios.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import {
  createServiceFixture,
  listedSubmissions,
  newEmail,
  orderBody,
  postJson,
  registrationBody,
  type ServiceFixture,
  waitUntil,
} from './serviceFixture.ts';

describe('the simulated checkout', () => {
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
    for (const line of nonEmpty(Object.values(scenarios))) expect(line).toMatch(/^[A-Z].*\.$/);
  });
});
