import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Service } from '../../../server/service.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { payAndRegister } from '../../support/serverProcess.ts';
import { type FakeProvider, startFakeProvider } from '../fakeProvider.ts';
import {
  createServiceFixture,
  listedOrders,
  listedSubmissions,
  orderBody,
  postJson,
  postWebhook,
  registrationBody,
  type ServiceFixture,
  usualDatabases,
} from '../serviceFixture.ts';

const EMAILS = { open: 'open@example.org', found: 'found@example.org', registered: 'registered@example.org' };

describe.each(usualDatabases)('a change of the provider’s keys on %s', (kind) => {
  let fixture: ServiceFixture;
  let service: Service;
  let testAccount: FakeProvider;
  let liveAccount: FakeProvider;
  let anotherLiveAccount: FakeProvider;

  beforeEach(async () => {
    [fixture, testAccount, liveAccount, anotherLiveAccount] = await Promise.all([
      createServiceFixture(kind),
      startFakeProvider('rzp_test_1'),
      startFakeProvider('rzp_live_1'),
      startFakeProvider('rzp_live_2'),
    ]);
    for (const account of [testAccount, liveAccount, anotherLiveAccount]) account.refusesUnknownOrders = true;
  });
  afterEach(async () => {
    await fixture.remove();
    for (const account of [testAccount, liveAccount, anotherLiveAccount]) await account.close();
  });

  /** Starts the service with other keys in place of the one that runs. */
  async function startWith(payments: FakeProvider['options'] | undefined): Promise<void> {
    await service?.close();
    service = await fixture.start(payments ? { payments } : {});
  }
  const createOrder = async (email: string) => {
    const { status, body } = await postJson(`${service.url}/create-order`, orderBody(email));
    expect(status).toBe(200);
    return { id: body.order?.id ?? '', paymentId: body.order?.paymentId };
  };
  const register = (email: string) => postJson(`${service.url}/api/register`, registrationBody(email));
  const sendCaptured = (account: FakeProvider, order_id: string) => {
    const entity = { id: `pay_${order_id}`, order_id, amount: 200_000, currency: 'INR', status: 'captured' };
    const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
    return postWebhook(service.url, body, account.options.webhookSecret);
  };
  const statusOf = async (email: string) =>
    (await listedSubmissions(fixture))
      .filter((line) => line.email === email)
      .map(({ paymentStatus, paymentMode }) => [paymentStatus, paymentMode]);
  const orderStates = async () =>
    (await listedOrders(fixture)).map(({ email, state, paymentMode }) => [email, state, paymentMode]);
  const queuedConfirmations = async () =>
    (await fixture.operator.mails()).filter(({ kind }) => kind === 'confirmation').length;

  /** Leaves an open order, one that is paid without a registration, and a paid registration. */
  async function rehearse(): Promise<void> {
    const pay = async (order: string) => {
      if (!service.simulated) return testAccount.pay(order);
      const attempt = { key: 'rzp_test_simulator', amount: 200_000, action: 'pay', scenario: 'success' };
      return postJson(`${service.url}/simulator/orders/${order}/payments`, attempt);
    };
    await createOrder(EMAILS.open);
    await pay((await createOrder(EMAILS.found)).id);
    expect((await createOrder(EMAILS.found)).paymentId).toBeDefined();
    await pay((await createOrder(EMAILS.registered)).id);
    expect((await register(EMAILS.registered)).status).toBe(200);
  }

  test.each(['simulated', 'test'] as const)(
    'to live ones drops open orders, and no %s payment counts any longer',
    async (mode) => {
      await startWith(mode === 'test' ? testAccount.options : undefined);
      await rehearse();
      expect(await orderStates()).toEqual([
        [EMAILS.open, 'open', mode],
        [EMAILS.found, 'paid and not registered', mode],
        [EMAILS.registered, 'paid and registered', mode],
      ]);
      expect(await statusOf(EMAILS.registered)).toEqual([['paid', mode]]);
      const formerOrders = (await listedOrders(fixture)).map(({ orderId }) => orderId);
      expect(await queuedConfirmations()).toBe(1);

      await startWith(liveAccount.options);
      expect(await orderStates()).toEqual([
        [EMAILS.open, 'replaced', mode],
        [EMAILS.found, 'rehearsal', mode],
        [EMAILS.registered, 'rehearsal', mode],
      ]);
      expect(await listedOrders(fixture, true)).toEqual([]);
      expect(await statusOf(EMAILS.registered)).toEqual([['pending', mode]]);

      for (const id of nonEmpty(formerOrders)) expect((await sendCaptured(liveAccount, id)).status).toBe(200);
      expect((await orderStates()).map(([, state]) => state)).toEqual(Array(3).fill('rehearsal'));
      expect((await register(EMAILS.found)).body).toMatchObject({ success: true });
      expect(await statusOf(EMAILS.found)).toEqual([['pending', null]]);
      for (const email of [EMAILS.open, EMAILS.found, EMAILS.registered]) {
        const order = await createOrder(email);
        expect(order.paymentId).toBeUndefined();
        liveAccount.pay(order.id);
        expect((await register(email)).body).toMatchObject({ success: true, paymentStatus: 'paid' });
        expect(await statusOf(email)).toEqual([['paid', 'live']]);
      }
      expect(await listedOrders(fixture, true)).toEqual([]);
      expect(await queuedConfirmations()).toBe(4);
      expect(liveAccount.unknownOrderIds).toEqual([]);
    },
  );

  test('from the simulator’s to test ones drops open orders, and what was paid is marked', async () => {
    await startWith(undefined);
    await payAndRegister(service.url, EMAILS.registered);
    const { id } = await createOrder(EMAILS.open);
    await startWith(testAccount.options);
    const order = await createOrder(EMAILS.open);
    expect(order.id).not.toBe(id);
    expect(await statusOf(EMAILS.registered)).toEqual([['paid', 'simulated']]);
    expect(testAccount.unknownOrderIds).toEqual([]);
  });

  test('to others of the same account loses no payment that was on its way', async () => {
    await startWith(liveAccount.options);
    const [found, reported, open] = [
      await createOrder(EMAILS.found),
      await createOrder(EMAILS.registered),
      await createOrder(EMAILS.open),
    ];
    expect((await register(EMAILS.registered)).status).toBe(200);
    await startWith(liveAccount.optionsWithKey('rzp_live_rotated'));
    const paymentId = liveAccount.pay(found.id);
    expect(await createOrder(EMAILS.found)).toEqual({ id: found.id, paymentId });
    expect((await sendCaptured(liveAccount, reported.id)).status).toBe(200);
    expect(await statusOf(EMAILS.registered)).toEqual([['paid', 'live']]);
    expect((await createOrder(EMAILS.open)).id).not.toBe(open.id);
  });

  test('to those of another live account records a late payment of the former, and keeps what was paid', async () => {
    await startWith(liveAccount.options);
    const late = await createOrder(EMAILS.open);
    liveAccount.pay((await createOrder(EMAILS.registered)).id);
    await register(EMAILS.registered);
    await startWith(anotherLiveAccount.options);
    expect(await statusOf(EMAILS.registered)).toEqual([['paid', 'live']]);
    const order = await createOrder(EMAILS.open);
    expect(anotherLiveAccount.orderIds).toEqual([order.id]);
    expect((await sendCaptured(liveAccount, late.id)).status).toBe(200);
    expect(await listedOrders(fixture, true)).toMatchObject([
      { orderId: late.id, email: EMAILS.open, state: 'paid and not registered' },
    ]);
    expect(await createOrder(EMAILS.open)).toEqual({ id: late.id, paymentId: `pay_${late.id}` });
  });
});
