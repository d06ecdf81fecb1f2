import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PAYMENT_PROOF_HEADER } from '../../../machines/registration/registration.rules.ts';
import type { Service } from '../../../server/service.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { payAndRegister } from '../../support/serverProcess.ts';
import { type FakeProvider, startFakeProvider } from '../fakeProvider.ts';
import { inquiry, shareFamily } from '../fixtures.ts';
import {
  createServiceFixture,
  listedOrders,
  listedSubmissions,
  newEmail,
  orderBody,
  postJson,
  postWebhook,
  proofHeader,
  registrationBody,
  type ServiceFixture,
  usualDatabases,
  waitUntil,
} from '../serviceFixture.ts';

/** The order of an e-mail address, the registration of its payment, and the office's view of it. */

const notes = { student: 'Asha Verma', phone: '9876543210' };
const stranger = { name: 'Somebody Else', phone: '9000000001' };

const OTHER_PAYER =
  /^You have paid with this e-mail address for another student, phone number or course\. .* or call or write to us\.$/;
const OTHER_DETAILS =
  /^This student is already registered and paid for in this course, with other details\. .* call or write to us\. /;

describe.each(usualDatabases)('on %s', (kind) => {
  const family = shareFamily(kind);
  const { askForOrder, create, order, register, stored, listed: lines } = family;
  beforeEach(() => {
    family.provider.orderIds = [];
  });

  describe('create-order', () => {
    test('create-order returns an order of 200000 paise with the public key', async () => {
      const { status, body } = await askForOrder();
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        order: {
          id: family.provider.orderIds[0],
          amount: 200_000,
          currency: 'INR',
          key: 'rzp_key',
          receipt: expect.stringMatching(/^.{1,40}$/),
          replacesOthers: true,
        },
      });
    });

    test('a service with the keys of a provider has no routes of the simulator', async () => {
      for (const path of ['/simulator/checkout.js', '/simulator/v1/orders/x', '/simulator/orders/x/payments'])
        expect((await fetch(`${family.service.url}${path}`)).status).toBe(404);
      expect(family.service.simulated).toBe(false);
    });

    test('create-order finds an open order whatever the address’s case and spaces', async () => {
      const first = await askForOrder();
      const second = await askForOrder(`  ${family.email.toUpperCase()} `);
      expect(second.body).toEqual(first.body);
      expect(family.provider.orderIds).toHaveLength(1);
    });

    test('create-order creates different orders for different people at the same time', async () => {
      const responses = await Promise.all([askForOrder(), askForOrder(newEmail()), askForOrder(newEmail())]);
      expect(new Set(responses.map(({ body }) => body.order?.id)).size).toBe(3);
    });

    test('create-order returns a paid, unregistered order with its payment id', async () => {
      const first = await askForOrder();
      const paymentId = family.provider.pay(first.body.order?.id ?? '');
      const second = await askForOrder();
      const { replacesOthers: _, ...sameOrder } = { ...first.body.order };
      expect(second.body.order).toEqual({ ...sameOrder, paymentId });
      expect(family.provider.orderIds).toHaveLength(1);
    });

    test('create-order replaces an order that nobody has asked for in 30 days', async () => {
      const age = (days: number, more = {}) =>
        family.restart(
          () => family.fixture.execute(`update orders set created_at = now() - interval '${days} days'`),
          more,
        );
      const other = newEmail();
      const [former, askedFor] = [await order(), await order(other)];
      await age(29);
      expect(await order(other)).toBe(askedFor);
      await age(31, { reconcileEveryMs: 20 });
      const stateOf = async (id: string) =>
        (await listedOrders(family.fixture)).find(({ orderId }) => orderId === id)?.state;
      await waitUntil(async () => (await stateOf(former)) === 'replaced');
      const current = await order();
      expect(current).not.toBe(former);
      for (const id of nonEmpty([current, askedFor])) {
        family.provider.pay(id);
        await waitUntil(async () => (await stateOf(id)) === 'paid and not registered');
      }
    });

    test('create-order returns a second paid order when the first one is registered', async () => {
      family.provider.pay(await order());
      await register();
      const second = await order();
      const paymentId = family.provider.pay(second);
      expect(await create()).toMatchObject({ id: second, paymentId });
    });

    test('create-order answers 503 while the provider is silent; other calls are served', async () => {
      family.provider.behaviour = 'unresponsive';
      let answered = false;
      const waiting = Promise.all(Array.from({ length: 40 }, () => askForOrder(newEmail()))).then(
        (responses) => {
          answered = true;
          return responses;
        },
      );
      expect((await family.post('/api/inquiry', inquiry)).status).toBe(200);
      expect(answered).toBe(false);
      for (const { status, body } of nonEmpty(await waiting)) {
        expect(status).toBe(503);
        expect(body.error).toBe('The payment provider cannot be reached. Please try again in a moment.');
      }
    });
  });

  describe('the list of orders', () => {
    test('an open order is listed with its payer, its amount and as unpaid', async () => {
      const orderId = await order();
      expect(await lines()).toEqual([
        {
          ...{ orderId, amount: 200_000, currency: 'INR', email: family.email, paymentMode: 'live' },
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
          ...{ state: 'open', paidAt: null, payments: [], registration: null },
        },
      ]);
    });

    test('an order of another fee is listed until a new one is made, and once paid', async () => {
      const former = await order();
      await family.restart(() =>
        family.fixture.execute(`update orders set amount = 150000 where id = '${former}'`),
      );
      family.provider.behaviour = 'serverError';
      expect(await order()).toBe('');
      expect(await lines()).toMatchObject([{ state: 'open' }]);
      family.provider.behaviour = 'normal';
      const current = await order();
      expect(current).not.toBe(former);
      expect(await order()).toBe(current);
      family.provider.pay(former, { amount: 150_000 });
      expect(await order()).toBe(former);
    });
  });

  describe('a payment', () => {
    const proof = (orderId: string, paymentId: string, secret = family.provider.options.keySecret) =>
      proofHeader(orderId, paymentId, secret);

    test('a payment belongs to the student in its notes, however the name is written', async () => {
      const id = await order();
      family.provider.pay(id, { notes: { student: 'ASHA  verma ', phone: '9876543210' } });
      const refused = await register(stranger);
      expect(refused.status).toBe(409);
      expect(refused.body.error).toMatch(OTHER_PAYER);
      expect(await create()).toMatchObject({ id, paymentId: expect.any(String) });
      expect((await register()).status).toBe(200);
      expect(await stored()).toMatchObject([
        { ...stranger, paymentStatus: 'pending', orderId: null },
        { name: 'Asha Verma', paymentStatus: 'paid', orderId: id },
      ]);
    });

    test.each([
      [[]],
      [{}],
      ['Asha'],
      [{ student: 'Asha Verma' }],
      [{ student: 7, phone: '9876543210' }],
      [{ student: '\u0000\ud800', phone: '' }],
    ])('a payment belongs to whoever registers when its notes are %j', async (odd) => {
      family.provider.pay(await order(), { notes: odd });
      expect((await register(stranger)).status).toBe(200);
      expect(await stored()).toMatchObject([{ paymentStatus: 'paid' }]);
    });

    test('an authorized payment reserves the order, and pays it once captured', async () => {
      const id = await order();
      await register(stranger);
      const payment = family.provider.pay(id, { notes, status: 'authorized' });
      expect((await register()).status).toBe(200);
      expect(await stored()).toMatchObject([
        { ...stranger, paymentStatus: 'pending', orderId: null },
        { paymentStatus: 'pending', orderId: id },
      ]);
      const late = await register({ ...stranger, name: 'Late' });
      expect([late.status, late.headers.get('retry-after')]).toEqual([503, '60']);
      expect(late.body.error).toMatch(/^We cannot confirm your payment yet\. Another registration /);
      family.provider.updatePayment(payment, { status: 'captured' });
      await create();
      expect(await stored()).toMatchObject([{ paymentStatus: 'pending' }, { paymentStatus: 'paid' }, {}]);
    });

    test('a signed payment belongs to its registration, against its notes too', async () => {
      const id = await order();
      await register(stranger);
      const payment = family.provider.pay(id, { notes: { student: stranger.name, phone: stranger.phone } });
      family.provider.behaviour = 'serverError';
      expect((await register({}, proof(id, payment))).status).toBe(200);
      family.provider.behaviour = 'normal';
      await create();
      expect(await stored()).toMatchObject([
        { ...stranger, paymentStatus: 'pending', orderId: null },
        { paymentStatus: 'paid', orderId: id, paymentId: payment },
      ]);
    });

    test('a payment moves to the corrected registration that comes with its signature', async () => {
      const id = await order();
      const payment = family.provider.pay(id, { notes });
      await register({ city: 'Jaipr' }, proof(id, payment));
      const unproven = await register({ city: 'Ajmer' });
      expect(unproven.status).toBe(409);
      expect(unproven.body.error).toMatch(OTHER_DETAILS);
      expect((await register({ city: 'Jaipur' }, proof(id, payment))).status).toBe(200);
      expect(await stored()).toMatchObject([
        { city: 'Jaipr', paymentStatus: 'pending', orderId: null },
        { city: 'Ajmer', paymentStatus: 'pending', orderId: null },
        { city: 'Jaipur', paymentStatus: 'paid', orderId: id },
      ]);
    });

    test('a foreign signature, address or payment proves nothing', async () => {
      const id = await order();
      const payment = family.provider.pay(id);
      const other = (await create(newEmail()))?.id ?? '';
      const otherPayment = family.provider.pay(other);
      await register();
      const signature = proof(id, payment)[PAYMENT_PROOF_HEADER].slice(-64);
      const headers = [
        ...[
          '',
          'x',
          `${id} ${payment}`,
          `${id} ${payment} ${'f'.repeat(64)}`,
          `${id}  ${payment} ${signature}`,
        ]
          .concat([
            `${id} ${payment} ${signature}0`,
            `${id} ${payment} ${signature.toUpperCase()}`,
            '%00 %00 %00',
          ])
          .map((header) => ({ [PAYMENT_PROOF_HEADER]: header })),
        proof(id, payment, 'another secret'),
        proof(id, 'pay_second'),
        proof(other, otherPayment),
        proof('order_of_another_shop', 'pay_x'),
      ];
      for (const header of nonEmpty(headers)) expect((await register(stranger, header)).status).toBe(409);
      expect(await stored()).toMatchObject([{ paymentStatus: 'paid' }, { paymentStatus: 'pending' }]);
    });

    test('a payment belongs to the same person however the e-mail address is written', async () => {
      const local = family.email.split('@')[0];
      const [unicode, ascii] = [`${local}@schüle.example`, `${local}@xn--schle-mva.example`];
      const made = await create(`${local}@SCHU\u0308LE.example`);
      expect((await create(ascii))?.id).toBe(made?.id);
      family.provider.pay(made?.id ?? '', { notes });
      for (const address of [unicode, ascii]) expect((await register({ email: address })).status).toBe(200);
      const lines = (await listedSubmissions(family.fixture)).filter((line) =>
        String(line.email).startsWith(`${local}@`),
      );
      expect(lines).toMatchObject([{ email: unicode, paymentStatus: 'paid', orderId: made?.id }]);
    });
    test('a proven payment of another address stores the registration as pending', async () => {
      const orderId = await order();
      const other = newEmail();
      const { status, body } = await register({ email: other }, proof(orderId, family.provider.pay(orderId)));
      expect(status).toBe(409);
      expect(body.error).toMatch(
        /^The payment was made with another e-mail address\. .* saved, but not as paid/,
      );
      const sent = (await listedSubmissions(family.fixture)).filter((line) => line.email === other);
      expect([...(await stored()), ...sent]).toMatchObject([{ email: other, paymentStatus: 'pending' }]);
    });

    test('another student’s payment registers nobody once the own order is unpaid', async () => {
      const { provider } = family;
      provider.pay(await order(), { notes: { ...notes, student: 'Ravi Verma' } });
      expect((await register({ name: 'Ravi Verma' })).status).toBe(200);
      const open = await order();
      expect((await register({ paymentStatus: 'pending' })).status).toBe(200);
      provider.behaviour = 'serverError';
      expect((await register()).status, 'the order is not known to be unpaid').toBe(200);
      provider.behaviour = 'normal';
      const attempt = provider.pay(open, { notes, status: 'authorized' });
      expect((await register({ name: 'Zoya Khan' })).status, 'the attempt may be of anybody').toBe(503);
      provider.updatePayment(attempt, { status: 'failed' });
      const first = await register({ city: 'Ajmer' });
      expect([first.status, first.body.error]).toEqual([409, expect.stringMatching(OTHER_PAYER)]);
      provider.pay(open, { notes });
      expect((await register()).body).toMatchObject({ paymentStatus: 'paid' });
      const second = await register({ city: 'Ajmer' });
      expect([second.status, second.body.error]).toEqual([409, expect.stringMatching(OTHER_DETAILS)]);
    });
  });
});

const EMAILS = { open: 'open@example.org', found: 'found@example.org', registered: 'registered@example.org' };

describe.each(usualDatabases)('a change of the provider’s keys on %s', (kind) => {
  let fixture: ServiceFixture;
  let service: Service;
  let liveAccount: FakeProvider;
  let anotherLiveAccount: FakeProvider;

  beforeEach(async () => {
    [fixture, liveAccount, anotherLiveAccount] = await Promise.all([
      createServiceFixture(kind),
      startFakeProvider('rzp_live_1'),
      startFakeProvider('rzp_live_2'),
    ]);
    for (const account of [liveAccount, anotherLiveAccount]) account.refusesUnknownOrders = true;
  });
  afterEach(async () => {
    await fixture.remove();
    for (const account of [liveAccount, anotherLiveAccount]) await account.close();
  });

  /** Starts the service with other keys in place of the running one. */
  async function startWith(payments: FakeProvider['options'] | undefined): Promise<void> {
    await service?.close();
    service = await fixture.start(payments ? { payments } : {});
  }
  const createOrder = async (email: string) => {
    const { status, body } = await postJson(`${service.url}/create-order`, orderBody(email));
    expect(status).toBe(200);
    return { id: body.order?.id ?? '', paymentId: body.order?.paymentId };
  };
  const register = (email: string) =>
    // A child of two addresses would wait for the office.
    postJson(
      `${service.url}/api/register`,
      registrationBody(email, email === EMAILS.registered ? {} : { name: email }),
    );
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

  test('live keys drop open orders, and simulated payments no longer count', async () => {
    await startWith(undefined);
    const attempt = { key: 'rzp_test_simulator', amount: 200_000, action: 'pay', scenario: 'success' };
    await createOrder(EMAILS.open);
    const { id } = await createOrder(EMAILS.found);
    await postJson(`${service.url}/simulator/orders/${id}/payments`, attempt);
    expect((await createOrder(EMAILS.found)).paymentId).toBeDefined();
    await payAndRegister(service.url, EMAILS.registered);
    expect(await orderStates()).toEqual([
      [EMAILS.open, 'open', 'simulated'],
      [EMAILS.found, 'paid and not registered', 'simulated'],
      [EMAILS.registered, 'paid and registered', 'simulated'],
    ]);
    expect(await statusOf(EMAILS.registered)).toEqual([['paid', 'simulated']]);
    const formerOrders = (await listedOrders(fixture)).map(({ orderId }) => orderId);
    expect(await queuedConfirmations()).toBe(1);

    await startWith(liveAccount.options);
    expect(await orderStates()).toEqual([
      [EMAILS.open, 'replaced', 'simulated'],
      [EMAILS.found, 'rehearsal', 'simulated'],
      [EMAILS.registered, 'rehearsal', 'simulated'],
    ]);
    expect(await listedOrders(fixture, true)).toEqual([]);
    expect(await statusOf(EMAILS.registered)).toEqual([['pending', 'simulated']]);

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
  });

  test('new keys of the same account lose no payment on its way', async () => {
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

  test.runIf(kind === 'PostgreSQL')(
    'a change of keys drops an order that a server with the former keys still makes, once its family registers',
    async () => {
      await startWith(liveAccount.optionsWithKey('rzp_live_rotated'));
      const { url } = await fixture.start({ payments: liveAccount.options });
      await postJson(`${url}/create-order`, orderBody(EMAILS.open));
      expect(await orderStates()).toEqual([[EMAILS.open, 'open', 'live']]);
      expect((await register(EMAILS.open)).status).toBe(200);
      expect(await orderStates()).toEqual([[EMAILS.open, 'replaced', 'live']]);
    },
  );

  test('new keys of another account record late payments of the former one', async () => {
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
