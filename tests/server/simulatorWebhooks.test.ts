import { createHmac } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { createWebhookSender } from '../../server/simulator/webhooks.ts';
import { payment, refund } from './simulatorFixture.ts';

const fetched = vi.fn<(url: string, request: RequestInit) => Promise<Response>>();
let addresses: number;
beforeEach(() => {
  addresses = 0;
  fetched.mockReset().mockImplementation(async () => new Response());
  vi.stubGlobal('fetch', fetched);
  return () => vi.unstubAllGlobals();
});

const createSender = () =>
  createWebhookSender(() => {
    addresses += 1;
    return `http://service.example/${addresses}`;
  }, 'secret');

/** Returns what was sent. */
const sent = () =>
  fetched.mock.calls.map(([, { headers, body }]) => ({
    id: new Headers(headers).get('x-razorpay-event-id') ?? '',
    ...JSON.parse(String(body)),
  }));
const namesOf = (events: { event: string }[]) => events.map(({ event }) => event);

test('a captured payment is told of twice, each signed and with an id of its own', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const sender = createSender();
  sender.sendForPayment(payment, 'success');
  await sender.waitUntilSent();
  const [captured, paid, ...more] = sent();
  expect(more).toEqual([]);
  const common = {
    ...{ entity: 'event', contains: ['payment'], created_at: 7, id: expect.stringMatching(/^evt_\w{14}$/) },
    payload: { payment: { entity: payment } },
  };
  expect(captured).toEqual({ ...common, event: 'payment.captured' });
  expect(paid).toEqual({ ...common, event: 'order.paid' });
  expect(captured.id).not.toBe(paid.id);
  const [url, request] = fetched.mock.calls[1] ?? [];
  expect(url, 'the address is asked for each time').toBe('http://service.example/2');
  expect(request).toMatchObject({ method: 'POST', signal: expect.any(AbortSignal) });
  expect(request?.headers).toEqual({
    'content-type': 'application/json',
    'x-razorpay-event-id': paid.id,
    'x-razorpay-signature': createHmac('sha256', 'secret').update(String(request?.body)).digest('hex'),
  });
  expect(timeout.mock.calls).toEqual([[5_000], [5_000]]);
});

test('a failed payment is told of once, and a refund with its payment', async () => {
  const sender = createSender();
  sender.sendForPayment({ ...payment, status: 'failed' }, 'success');
  await sender.waitUntilSent();
  sender.sendForRefund(refund, payment);
  await sender.waitUntilSent();
  const [failed, refunded, ...more] = sent();
  expect(more).toEqual([]);
  expect(failed).toMatchObject({
    event: 'payment.failed',
    payload: { payment: { entity: { status: 'failed' } } },
  });
  expect(refunded).toEqual({
    ...{ id: refunded.id, entity: 'event', event: 'refund.processed', contains: ['refund', 'payment'] },
    payload: { payment: { entity: payment }, refund: { entity: refund } },
    created_at: 9,
  });
});

test('a webhook that fails is not sent again, and keeps no other from being sent', async () => {
  fetched.mockRejectedValueOnce(new Error('Oh'));
  const sender = createSender();
  sender.sendForPayment(payment, 'success');
  await sender.waitUntilSent();
  expect(namesOf(sent())).toEqual(['payment.captured', 'order.paid']);
});

test('all that is sent is waited for; the webhooks of one payment are sent one after the other', async () => {
  let answer = () => {};
  fetched.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = () => resolve(new Response());
      }),
  );
  const sender = createSender();
  await sender.waitUntilSent();
  sender.sendForPayment(payment, 'success');
  sender.sendForPayment({ ...payment, status: 'failed' }, 'success');
  let isSent = false;
  const done = sender.waitUntilSent().then(() => {
    isSent = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([isSent, namesOf(sent())]).toEqual([false, ['payment.captured', 'payment.failed']]);
  answer();
  await done;
  expect(namesOf(sent())).toEqual(['payment.captured', 'payment.failed', 'order.paid']);
});

test('webhooks come twice, or late ones first with a failure after the capture, where the scenario says so', async () => {
  const sender = createSender();
  sender.sendForPayment(payment, 'webhook-duplicated');
  await sender.waitUntilSent();
  const twice = sent();
  expect(namesOf(twice)).toEqual(['payment.captured', 'payment.captured', 'order.paid', 'order.paid']);
  expect(twice[0]).toEqual(twice[1]);

  fetched.mockClear();
  sender.sendForPayment(payment, 'webhook-reordered');
  await sender.waitUntilSent();
  const reordered = sent();
  expect(namesOf(reordered)).toEqual([
    ...['order.paid', 'payment.captured', 'payment.failed', 'payment.failed'],
    ...['payment.captured', 'order.paid'],
  ]);
  expect([reordered[0], reordered[1]]).toEqual([reordered[5], reordered[4]]);
  const { entity } = reordered[2].payload.payment;
  expect(entity).toEqual({ ...payment, id: entity.id, status: 'failed', captured: false });
  expect(entity.id).toMatch(/^pay_\w{14}$/);
  expect(entity.id).not.toBe('pay_1');
});
