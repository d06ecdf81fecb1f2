import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Submission } from '../../server/calls/submissions.ts';
import type { Service } from '../../server/service.ts';
import {
  databases,
  linesOf,
  newEmail,
  orderRequest,
  type PaidService,
  type Place,
  post,
  registrationOf,
  startPaidService,
  until,
} from './harness.ts';
import type { FakeProvider } from './provider.ts';

describe.each(databases)('registrations on %s', (kind) => {
  let paid: PaidService;
  let place: Place;
  let service: Service;
  let provider: FakeProvider;
  let email: string;

  beforeAll(async () => {
    paid = await startPaidService(kind);
    ({ place, provider, service } = paid);
  });
  afterAll(() => paid.remove());
  beforeEach(() => {
    email = newEmail();
    provider.mood = 'well';
  });

  const register = (more = {}) => post(`${service.url}/api/register`, registrationOf(email, more));
  const create = async () => (await post(`${service.url}/create-order`, orderRequest(email))).body.order;
  const order = async () => (await create())?.id ?? '';
  const stored = async (): Promise<Submission[]> =>
    (await linesOf(place)).filter((submission) => submission.email === email);
  const success = { status: 200, body: { success: true, message: 'Registration Successful!' } };

  /** The provider's event about a payment, signed unless told otherwise. */
  function announce(payment: object, { name = 'payment.captured', id = '', signature = '' } = {}) {
    const body = JSON.stringify({ event: name, payload: { payment: { entity: payment } } });
    const right = createHmac('sha256', provider.options.webhookSecret).update(body).digest('hex');
    return post(`${service.url}/api/webhooks/razorpay`, body, {
      'x-razorpay-signature': signature || right,
      ...(id && { 'x-razorpay-event-id': id }),
    });
  }
  const captured = (order_id: string, id = `pay_for_${order_id}`) => ({
    id,
    order_id,
    amount: 200_000,
    currency: 'INR',
    status: 'captured',
  });

  test('are paid when the provider says so', async () => {
    const orderId = await order();
    const paymentId = provider.pay(orderId);
    expect(await register({ paymentStatus: 'pending' })).toMatchObject(success);
    expect(await stored()).toMatchObject([
      { kind: 'registration', paymentStatus: 'paid', orderId, paymentId },
    ]);
  });

  test('are pending when only the browser says so', async () => {
    const orderId = await order();
    expect(await register({ paymentStatus: 'paid' })).toMatchObject(success);
    expect(await stored()).toMatchObject([{ paymentStatus: 'pending', orderId, paymentId: null }]);
  });

  test('are pending without any order', async () => {
    expect(await register()).toMatchObject(success);
    expect(await stored()).toMatchObject([{ paymentStatus: 'pending', orderId: null, paymentId: null }]);
  });

  test.each([{ amount: 2000 }, { currency: 'USD' }, { status: 'failed' }, { status: 'authorized' }])(
    'are pending for a payment with %o',
    async (payment) => {
      provider.pay(await order(), payment);
      await register();
      expect(await stored()).toMatchObject([{ paymentStatus: 'pending' }]);
    },
  );

  test('that are the same are one row, also at the same time and in other letters', async () => {
    provider.pay(await order());
    const answers = await Promise.all(Array.from({ length: 10 }, () => register()));
    answers.push(
      await register({ email: ` ${email.toUpperCase()} `, name: ' Asha Verma', paymentStatus: 'pending' }),
    );
    for (const answer of answers) expect(answer).toMatchObject(success);
    expect(await stored()).toHaveLength(1);
  });

  test('of two students with one payment are one paid and one pending', async () => {
    provider.pay(await order());
    await register({ name: 'First' });
    await register({ name: 'Second' });
    expect(await stored()).toMatchObject([
      { name: 'First', paymentStatus: 'paid' },
      { name: 'Second', paymentStatus: 'pending', orderId: null },
    ]);
  });

  test('of two students with two payments are both paid', async () => {
    provider.pay(await order());
    await register({ name: 'First' });
    provider.pay(await order());
    await register({ name: 'Second' });
    expect(await stored()).toMatchObject([
      { name: 'First', paymentStatus: 'paid' },
      { name: 'Second', paymentStatus: 'paid' },
    ]);
  });

  test('are stored as pending while the provider is away, and paid with the next order', async () => {
    provider.pay(await order());
    provider.mood = 'broken';
    expect(await register({ name: 'First' })).toMatchObject(success);
    expect(await stored()).toMatchObject([{ paymentStatus: 'pending' }]);
    provider.mood = 'well';
    const next = await create();
    expect(next?.paymentId).toBeUndefined();
    expect(await stored()).toMatchObject([{ paymentStatus: 'paid' }]);
  });

  test('that did not pay give way to the student who pays the order later', async () => {
    const orderId = await order();
    await register({ name: 'Claims' });
    expect(await order()).toBe(orderId);
    const paymentId = provider.pay(orderId);
    await announce(captured(orderId, paymentId));
    await register({ name: 'Pays' });
    expect(await stored()).toMatchObject([
      { name: 'Claims', paymentStatus: 'pending', orderId: null },
      { name: 'Pays', paymentStatus: 'paid', orderId },
    ]);
  });

  test('that came first keep an unpaid order that nobody was given since', async () => {
    const orderId = await order();
    await register({ name: 'First' });
    await register({ name: 'Second' });
    expect(await stored()).toMatchObject([
      { name: 'First', orderId },
      { name: 'Second', orderId: null },
    ]);
  });

  test('give way to the student who registers when the order turns out paid', async () => {
    const orderId = await order();
    await register({ name: 'Claims' });
    provider.pay(orderId);
    await register({ name: 'Pays' });
    expect(await stored()).toMatchObject([
      { name: 'Claims', paymentStatus: 'pending', orderId: null },
      { name: 'Pays', paymentStatus: 'paid', orderId },
    ]);
  });

  test('take one payment each: a second one for the same student is surplus, and nobody spends it', async () => {
    const first = await order();
    provider.pay(first);
    await register();
    const second = await order();
    provider.pay(second);
    for (const more of [{}, { name: ' asha  VERMA', email: email.toUpperCase() }, {}]) {
      const { status, body } = await register(more);
      expect({ status, body }).toEqual({ status: 200, body: { ...success.body, surplus: true } });
    }
    expect(await stored()).toMatchObject([{ paymentStatus: 'paid', orderId: first }]);

    const third = await create();
    expect(provider.orders).toContain(third?.id);
    expect([first, second]).not.toContain(third?.id);
    expect(third?.paymentId).toBeUndefined();
    await register({ name: 'Next', paymentStatus: 'pending' });
    expect(await stored()).toMatchObject([{}, { paymentStatus: 'pending', orderId: third?.id }]);
  });

  test('keep their order when the same student registers again', async () => {
    const orderId = await order();
    await register();
    await order();
    provider.pay(orderId);
    await register();
    expect(await stored()).toMatchObject([{ paymentStatus: 'paid', orderId }]);
  });

  test('that came before the payment give way to the student who comes after it', async () => {
    const orderId = await order();
    await register({ name: 'First' });
    await announce(captured(orderId));
    await register({ name: 'Second' });
    expect(await stored()).toMatchObject([
      { name: 'First', paymentStatus: 'pending', orderId: null },
      { name: 'Second', paymentStatus: 'paid', orderId },
    ]);
  });

  test('that came when the order was known to be paid keep it whoever comes', async () => {
    const orderId = await order();
    await announce(captured(orderId));
    await register({ name: 'First' });
    expect((await register({ name: 'Second' })).status).toBe(409);
    expect(await register({ name: 'First' })).toMatchObject(success);
    expect(await stored()).toMatchObject([
      { name: 'First', paymentStatus: 'paid', orderId },
      { name: 'Second', paymentStatus: 'pending', orderId: null },
    ]);
  });

  test('are paid by a webhook that comes later, once, in whatever order', async () => {
    const orderId = await order();
    await register();
    const events = [
      () => announce(captured(orderId), { name: 'order.paid', id: `evt_1_${orderId}` }),
      () => announce(captured(orderId), { name: 'order.paid', id: `evt_1_${orderId}` }),
      () =>
        announce(
          { ...captured(orderId, 'pay_other'), status: 'failed' },
          { name: 'payment.failed', id: `evt_2_${orderId}` },
        ),
      () => announce(captured(orderId), { id: `evt_3_${orderId}` }),
      () => announce({ ...captured(orderId), status: 'authorized' }, { name: 'payment.authorized' }),
    ];
    for (const event of events) expect((await event()).status).toBe(200);
    expect(await stored()).toMatchObject([
      { paymentStatus: 'paid', orderId, paymentId: `pay_for_${orderId}` },
    ]);
  });

  test('take an event once by its id', async () => {
    const orderId = await order();
    await register();
    const id = `evt_${orderId}`;
    await announce({ ...captured(orderId), status: 'failed' }, { name: 'payment.failed', id });
    await announce(captured(orderId), { id });
    expect(await stored()).toMatchObject([{ paymentStatus: 'pending' }]);
  });

  test('are not paid by a webhook that is signed wrongly or is about something else', async () => {
    const orderId = await order();
    await register();
    const forged = await announce(captured(orderId), { signature: 'f'.repeat(64) });
    expect(forged).toMatchObject({
      status: 400,
      body: { success: false, error: 'The signature of the webhook is not right.' },
    });
    expect((await announce(captured(orderId), { signature: 'short' })).status).toBe(400);
    const unsigned = await post(`${service.url}/api/webhooks/razorpay`, captured(orderId));
    expect(unsigned.status).toBe(400);
    expect((await announce({ ...captured(orderId), amount: 2000 })).status).toBe(200);
    expect((await announce(captured('order_of_another_shop'))).status).toBe(200);
    expect((await announce({}, { name: 'refund.processed' })).status).toBe(200);
    expect(await stored()).toMatchObject([{ paymentStatus: 'pending' }]);
  });

  test('that wait are compared with the provider when a server starts, and regularly', async () => {
    const orderId = await order();
    await register({ name: 'First' });
    await service.close();
    provider.pay(orderId);
    service = await place.start({ payments: { ...provider.options, reconcileEveryMs: 50 } });
    await until(async () => (await stored())[0]?.paymentStatus === 'paid');

    const secondId = await order();
    await register({ name: 'Second' });
    provider.pay(secondId);
    await until(async () => (await stored())[1]?.paymentStatus === 'paid');
  });
});
