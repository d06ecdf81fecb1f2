import { beforeEach, describe, expect, test } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { shareFamily } from '../fixtures.ts';
import { newEmail, postJson, usualDatabases } from '../serviceFixture.ts';

/** The order that an e-mail address gets, and how the office sees it. */

describe.each(usualDatabases)('on %s', (kind) => {
  const family = shareFamily(kind);
  const { askForOrder: create, order, register, listed: lines, sendWebhook } = family;
  beforeEach(() => {
    family.provider.orderIds = [];
  });
  const states = async (attention = false) => (await lines(attention)).map(({ state }) => state);
  const status = async () => (await family.stored()).map(({ paymentStatus }) => paymentStatus);
  const send = (event: string, payload: object, id = '') =>
    sendWebhook(event, payload, id ? { 'x-razorpay-event-id': id } : {});

  const paymentOf = (orderId: string, id: string, more = {}) => ({
    payment: {
      entity: { id, order_id: orderId, amount: 200_000, currency: 'INR', status: 'captured', ...more },
    },
  });
  const refundOf = (payment_id: string, amount: number, more = {}) => ({
    refund: { entity: { id: `rfnd_${payment_id}`, payment_id, amount, status: 'processed', ...more } },
  });

  describe('create-order', () => {
    test('returns an order of 200000 paise with the public key', async () => {
      const { status, body } = await create();
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

    test('has no routes of the simulator', async () => {
      for (const path of ['/simulator/checkout.js', '/simulator/v1/orders/x', '/simulator/orders/x/payments'])
        expect((await fetch(`${family.service.url}${path}`)).status).toBe(404);
      expect(family.service.simulated).toBe(false);
    });

    test('returns an open order again, whatever the case and spaces of the address', async () => {
      const first = await create();
      const second = await create(`  ${family.email.toUpperCase()} `);
      expect(second.body).toEqual(first.body);
      expect(family.provider.orderIds).toHaveLength(1);
    });

    test('creates different orders for different people at the same time', async () => {
      const responses = await Promise.all([create(), create(newEmail()), create(newEmail())]);
      expect(new Set(responses.map(({ body }) => body.order?.id)).size).toBe(3);
    });

    test('returns an order that is paid but not registered with its payment id', async () => {
      const first = await create();
      const paymentId = family.provider.pay(first.body.order?.id ?? '');
      const second = await create();
      const { replacesOthers: _, ...sameOrder } = { ...first.body.order };
      expect(second.body.order).toEqual({ ...sameOrder, paymentId });
      expect(family.provider.orderIds).toHaveLength(1);
    });

    test.each([
      ['a failed payment', { status: 'failed' }],
      ['a payment that is only authorized', { status: 'authorized' }],
    ])('does not count %s as paid', async (_name, payment) => {
      const first = await create();
      family.provider.pay(first.body.order?.id ?? '', payment);
      expect((await create()).body).toEqual(first.body);
    });

    test('creates a new order when the last one is paid and registered', async () => {
      const first = await create();
      family.provider.pay(first.body.order?.id ?? '');
      await register();
      const second = await create();
      expect(second.body.order?.id).toBe(family.provider.orderIds[1]);
      expect(second.body.order?.paymentId).toBeUndefined();
    });

    test('answers 503 to everybody while the provider is unresponsive, and serves other calls meanwhile', async () => {
      family.provider.behaviour = 'unresponsive';
      let answered = false;
      const waiting = Promise.all(Array.from({ length: 40 }, () => create(newEmail()))).then((responses) => {
        answered = true;
        return responses;
      });
      const inquiry = await postJson(`${family.service.url}/api/inquiry`, {
        name: 'Asha',
        phone: '9876543210',
      });
      expect(inquiry.status).toBe(200);
      expect(answered).toBe(false);
      for (const { status, body } of nonEmpty(await waiting)) {
        expect(status).toBe(503);
        expect(body.error).toBe('The payment provider cannot be reached. Please try again in a moment.');
      }
    });
  });

  describe('the list of orders', () => {
    test('shows an order as open, then as paid and not registered, then as registered', async () => {
      const orderId = await order();
      const created = expect.stringMatching(/^\d{4}-.*Z$/);
      const common = {
        ...{ orderId, amount: 200_000, currency: 'INR', email: family.email, createdAt: created },
        paymentMode: 'live',
      };
      const open = { ...common, state: 'open', paidAt: null, payments: [], registration: null };
      expect(await lines()).toEqual([open]);
      expect(await lines(true)).toEqual([]);

      const id = family.provider.pay(orderId, { created_at: 1_700_000_000 });
      await order();
      const at = '2023-11-14T22:13:20.000Z';
      const payments = [{ id, amount: 200_000, currency: 'INR', refunded: 0, createdAt: at }];
      const paid = { ...open, state: 'paid and not registered', paidAt: at, payments };
      expect(await lines()).toEqual([paid]);
      expect(await lines(true)).toEqual([paid]);

      await register();
      expect(await lines()).toEqual([
        { ...paid, state: 'paid and registered', registration: expect.any(Number) },
      ]);
      expect(await lines(true)).toEqual([]);
    });

    test('shows a second payment of one order until it is refunded', async () => {
      const orderId = await order();
      const first = family.provider.pay(orderId);
      const second = `pay_second_${orderId}`;
      await register();
      await send('payment.captured', paymentOf(orderId, second));
      expect(await lines(true)).toMatchObject([
        { state: 'surplus', payments: [{ id: first }, { id: second }] },
      ]);
      const refund = refundOf(second, 200_000);
      expect((await send('refund.processed', refund)).status).toBe(200);
      expect(await states()).toEqual(['paid and registered']);
      expect(await status()).toEqual(['paid']);
    });

    test('shows a payment of a registration that is paid already until it is refunded', async () => {
      family.provider.pay(await order());
      await register();
      const second = await order();
      const payment = family.provider.pay(second);
      expect((await register()).body.surplus).toBe(true);
      expect(await states(true)).toEqual(['surplus']);
      await send('refund.processed', { ...paymentOf(second, payment), ...refundOf(payment, 200_000) });
      expect(await states(true)).toEqual([]);
      expect(await states()).toEqual(['paid and registered', 'refunded']);
      expect((await register()).body.surplus).toBeUndefined();
      expect(await status()).toEqual(['paid']);
    });

    test.each([{ amount: 2000 }, { amount: 200_001 }, { currency: 'USD' }])(
      'shows a payment with %o until it is refunded',
      async (odd) => {
        const orderId = await order();
        await send('payment.captured', paymentOf(orderId, `pay_odd_${orderId}`, odd));
        await register();
        expect(await lines(true)).toMatchObject([{ state: 'amount wrong', payments: [odd] }]);
        expect(await status()).toEqual(['pending']);
        await send('refund.processed', refundOf(`pay_odd_${orderId}`, odd.amount ?? 200_000));
        expect(await states()).toEqual(['refunded']);
        expect(await order()).toBe(orderId);
      },
    );

    test('shows refunds, in whole and in part, in whatever order the webhooks come', async () => {
      const orderId = await order();
      const payment = family.provider.pay(orderId);
      await register();
      await send('refund.created', refundOf(payment, 50_000, { status: 'pending' }));
      expect(await lines()).toMatchObject([
        { state: 'paid and registered', payments: [{ refunded: 50_000 }] },
      ]);
      const rest = refundOf(payment, 150_000, { id: `rfnd_rest_${payment}` });
      const whole = paymentOf(orderId, payment, { status: 'refunded', amount_refunded: 200_000 });
      for (const id of ['evt_a', 'evt_a', 'evt_b'])
        await send('refund.processed', { ...whole, ...rest }, `${id}_${orderId}`);
      await send('payment.captured', paymentOf(orderId, payment, { amount_refunded: 0 }));
      expect(await lines()).toMatchObject([{ state: 'refunded', payments: [{ refunded: 200_000 }] }]);
      expect(await status()).toEqual(['refunded']);

      const again = await order();
      expect(again).not.toBe(orderId);
      family.provider.pay(again);
      expect((await register()).body).toMatchObject({ success: true, message: 'Registration Successful!' });
      expect(await status()).toEqual(['paid']);
      expect(await states(true)).toEqual([]);
    });

    test('does not count a refund that failed', async () => {
      const orderId = await order();
      const payment = family.provider.pay(orderId);
      await register();
      const refund = refundOf(payment, 200_000, { status: 'pending' });
      await send('refund.created', {
        ...paymentOf(orderId, payment, { amount_refunded: 200_000 }),
        ...refund,
      });
      expect(await status()).toEqual(['refunded']);
      await send('refund.failed', { ...paymentOf(orderId, payment, { amount_refunded: 0 }), ...refund });
      await send('refund.created', refund);
      expect(await states()).toEqual(['paid and registered']);
      expect(await status()).toEqual(['paid']);
    });

    test.each(['created', 'authorized', 'failed'])(
      'does not count a payment that is %s, whatever the event is called',
      async (uncaptured) => {
        const orderId = await order();
        await register();
        const payment = paymentOf(orderId, `pay_${uncaptured}_${orderId}`, { status: uncaptured });
        expect((await send('payment.captured', payment)).status).toBe(200);
        expect((await send('order.paid', payment)).status).toBe(200);
        expect([await status(), await states()]).toEqual([['pending'], ['open']]);
        await send('order.paid', paymentOf(orderId, `pay_${uncaptured}_${orderId}`));
        expect([await status(), await states()]).toEqual([['paid'], ['paid and registered']]);
      },
    );

    test('does not count a payment that was refunded before it was first seen', async () => {
      const orderId = await order();
      family.provider.pay(orderId, { status: 'refunded' });
      await register();
      expect(await states()).toEqual(['refunded']);
      expect(await order()).not.toBe(orderId);
    });

    test('shows an order of another fee as replaced, and a late payment of it as paid', async () => {
      const former = await order();
      await family.restart(() =>
        family.fixture.withDatabase((database) =>
          database.query('update orders set amount = 150000 where id = $1', [former]),
        ),
      );
      family.provider.behaviour = 'serverError';
      expect(await order()).toBe('');
      expect(await states()).toEqual(['open']);
      family.provider.behaviour = 'normal';
      const current = await order();
      expect(current).not.toBe(former);
      expect(await order()).toBe(current);
      expect(await states()).toEqual(['replaced', 'open']);
      family.provider.pay(former, { amount: 150_000 });
      expect(await order()).toBe(former);
      expect(await states(true)).toEqual(['paid and not registered']);
      await register();
      expect(await states()).toEqual(['paid and registered', 'open']);
    });
  });
});
