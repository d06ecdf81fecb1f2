import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../../../server/service.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { type FakeProvider, startFakeProvider } from '../fakeProvider.ts';
import {
  createServiceFixture,
  fastestDatabase,
  listedOrders,
  newEmail,
  orderBody,
  postJson,
  postWebhook,
  type ServiceFixture,
} from '../serviceFixture.ts';

const BODIES = 500;

let fixture: ServiceFixture;
let provider: FakeProvider;
let service: Service;
let orderId: string;
const log: string[] = [];

beforeAll(async () => {
  [fixture, provider] = await Promise.all([createServiceFixture('PGlite'), startFakeProvider()]);
  service = await fixture.start({
    payments: provider.options,
    log: { write: (line) => void log.push(line) },
  });
  orderId = (await postJson(`${service.url}/create-order`, orderBody(newEmail()))).body.order?.id ?? '';
});
afterAll(async () => {
  await fixture.remove();
  await provider.close();
});

const sendWebhook = (body: string, headers: Record<string, string> = {}) =>
  postWebhook(service.url, body, provider.options.webhookSecret, headers);

const validPayment = { id: 'pay_1', order_id: '', amount: 200_000, currency: 'INR', status: 'captured' };

test.each([
  { amount: -1 },
  { amount: 2 ** 31 },
  { amount: 0.5 },
  { amount: '200000' },
  { amount: null },
  { id: 'pay 1' },
  { id: 'x'.repeat(65) },
  { order_id: 'order\u0000' },
  { currency: 'inr' },
  { amount_refunded: 1e300 },
  { created_at: -5 },
  { status: 7 },
])('a payment with %j is refused with a sentence', async (odd) => {
  const entity = { ...validPayment, order_id: orderId, ...odd };
  const response = await sendWebhook(
    JSON.stringify({ event: 'order.paid', payload: { payment: { entity } } }),
  );
  expect(response).toMatchObject({ status: 400, body: { error: 'The webhook is not as it should be.' } });
});

test.each([{ order_id: null }, { order_id: undefined }, { order_id: 'order_of_another_shop' }])(
  'a payment with %j is acknowledged',
  async (other) => {
    const payload = { payment: { entity: { ...validPayment, ...other } } };
    expect((await sendWebhook(JSON.stringify({ event: 'payment.captured', payload }))).status).toBe(200);
  },
);

test('a service without a secret refuses every webhook', async () => {
  const { webhookSecret: _secret, ...payments } = provider.options;
  const without = await createServiceFixture(fastestDatabase);
  const { url } = await without.start({ payments });
  for (const secret of nonEmpty(['undefined', 'webhook secret']))
    expect((await postWebhook(url, '{}', secret)).status).toBe(503);
  await without.remove();
});

test.each(['x'.repeat(201), 'Zo\u00eb'])('an event with the id %s is refused', async (id) => {
  expect((await sendWebhook('{}', { 'x-razorpay-event-id': id })).status).toBe(400);
});

test.each([
  [256, 200],
  [257, 413],
])('a signed body of %i KB has the response %i', async (kilobytes, status) => {
  const body = JSON.stringify({ event: 'payment.downtime.started', payload: '' });
  const padding = ' '.repeat(kilobytes * 1024 - body.length);
  expect((await sendWebhook(`${body}${padding}`)).status).toBe(status);
});

test('a signed body is recorded, acknowledged or refused, and never causes an error of the server', async () => {
  const odd = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.constantFrom<unknown>(
      null,
      true,
      '',
      '\u0000',
      '\ud800',
      '__proto__',
      'undefined',
      Number.MAX_VALUE,
      -0,
      [],
      {},
    ),
    fc.string({ unit: 'binary' }),
    fc.jsonValue({ maxDepth: 4 }),
  );
  const entity = (ids: Record<string, string>) =>
    fc.record(
      {
        id: fc.oneof(fc.constantFrom('pay_1', 'pay_2', 'rfnd_1'), odd),
        order_id: fc.oneof(fc.constant(ids.order), odd),
        payment_id: fc.oneof(fc.constantFrom('pay_1', 'pay_2', 'pay_3'), odd),
        amount: fc.oneof(fc.constantFrom<unknown>(200_000, 2000, 0, 2 ** 31 - 1, 2 ** 53), odd),
        currency: fc.oneof(fc.constantFrom('INR', 'USD'), odd),
        status: fc.oneof(fc.constantFrom('captured', 'refunded', 'failed', 'processed'), odd),
        amount_refunded: fc.oneof(fc.constantFrom<unknown>(0, 1000, 2 ** 31 - 1, null), odd),
        created_at: fc.oneof(fc.constantFrom<unknown>(1_700_000_000, 0, 2 ** 31 - 1), odd),
        notes: fc.oneof(fc.record({ student: odd, phone: odd }), odd),
      },
      { requiredKeys: [] },
    );
  const part = (ids: Record<string, string>) => fc.oneof(fc.record({ entity: entity(ids) }), odd);
  const names = ['payment.captured', 'order.paid', 'refund.created', 'refund.processed', 'refund.failed'];
  const body = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        event: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: odd }),
        payload: fc.oneof(
          {
            weight: 9,
            arbitrary: fc.record({ payment: part({ order: orderId }), refund: part({ order: orderId }) }),
          },
          { weight: 1, arbitrary: odd },
        ),
      }),
    },
    { weight: 1, arbitrary: odd },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '[[['.repeat(500),
        '{"__proto__":{"event":"order.paid"}}',
        `{"event":"order.paid","payload":{"payment":{"entity":{"order_id":"${orderId}","amount":1e999}}}}`,
        '['.repeat(9000),
      ),
    },
  );
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(body, async (generated) => {
      const { status } = await sendWebhook(
        typeof generated === 'string' ? generated : (JSON.stringify(generated) ?? ''),
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect([200, 400]).toContain(status);
    }),
    { numRuns: BODIES },
  );
  expect(statuses.get(200)).toBeGreaterThan(0);
  expect(statuses.get(400)).toBeGreaterThan(0);
  expect(log.join('')).not.toContain('failed');
  expect((await listedOrders(fixture)).map((line) => line.orderId)).toEqual([orderId]);
});
