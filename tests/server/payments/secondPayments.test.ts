import { describe, expect, test } from 'vitest';
import { payerOf, REGISTRATION_DIGEST_HEADER } from '../../../machines/registration/registration.rules.ts';
import { registrationDigest } from '../../../server/submissions/submissions.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { registrationDetails } from '../../support/serverProcess.ts';
import { shareFamily, webhookOf } from '../fixtures.ts';
import { linesOf, newEmail, newPhone, proofHeader, usualDatabases } from '../serviceFixture.ts';

/**
 * A second payment of a family: for another course, for the same one, after an authorized one, under another
 * address.
 */

const otherCourse = { course: 'Exam Prep' };
const otherFather = { father: 'Rajesh Verma' };

const paid = { status: 200, body: { success: true, paymentStatus: 'paid' } };
const surplus = { status: 200, body: { ...paid.body, surplus: true } };

describe.each(usualDatabases)('on %s', (kind) => {
  const family = shareFamily(kind);
  const { askForOrder, listed, order, register, stored } = family;
  const detailsOf = (more: object) => ({ ...registrationDetails(family.email), ...more });

  /** Pays an order for a registration. */
  const pay = (order_id: string, more: object = {}, notes: object = payerOf(detailsOf(more))) => {
    const payment = { order_id, amount: 200_000, currency: 'INR', status: 'captured', notes };
    return { ...payment, id: family.provider.pay(order_id, payment) };
  };
  const tell = async (payment: object) => {
    const deliver = webhookOf(family.service, family.provider);
    expect((await deliver('payment.captured', { payment })).status).toBe(200);
  };
  /** Pays for a course and registers; returns the payment, and the next order. */
  const enrol = async () => {
    const { id } = pay(await order());
    expect(await register()).toMatchObject(paid);
    return { first: id, next: await order() };
  };

  test.each([
    ['the webhook comes before the registration', ['pay', 'tell', 'register']],
    ['the registration comes before the webhook', ['pay', 'register', 'tell']],
    ['no webhook comes', ['pay', 'register']],
    ['the provider is unavailable at first', ['register in vain', 'pay', 'tell']],
  ] as const)('another course of the same child has an order of its own: %s', async (_, steps) => {
    const { first, next } = await enrol();
    let second: Partial<ReturnType<typeof pay>> = {};
    const doStep = {
      pay: async () => {
        second = pay(next, otherCourse);
      },
      tell: () => tell(second),
      register: async () => expect(await register(otherCourse)).toMatchObject(paid),
      'register in vain': async () => {
        family.provider.behaviour = 'serverError';
        expect((await register(otherCourse)).status).toBe(200);
        family.provider.behaviour = 'normal';
      },
    };
    for (const step of nonEmpty(steps)) await doStep[step]();
    const { status, body } = await register(otherCourse);
    expect({ status, body }).toMatchObject(paid);
    expect(body.surplus).toBeUndefined();
    expect(await stored()).toMatchObject([
      { course: 'Math Problem Solving', paymentStatus: 'paid', paymentId: first },
      { ...otherCourse, paymentStatus: 'paid', orderId: next, paymentId: second.id },
    ]);
  });

  test.each([true, false])(
    'a second payment for the same course is surplus, with proof: %s',
    async (isProven) => {
      const { first, next } = await enrol();
      const second = pay(next, otherFather);
      await tell(second);
      const proof = isProven ? proofHeader(next, second.id, family.provider.options.keySecret) : {};
      for (const reply of nonEmpty([await register(otherFather, proof), await register(otherFather, proof)]))
        expect(reply).toMatchObject(surplus);
      expect(await stored()).toMatchObject([
        { paymentStatus: 'paid', paymentId: first },
        { ...otherFather, paymentStatus: 'surplus' },
      ]);
      const digest = { [REGISTRATION_DIGEST_HEADER]: registrationDigest(detailsOf(otherFather)) };
      const { order } = (await askForOrder(family.email, digest)).body;
      expect(order, 'no third payment').toMatchObject({ id: next, paymentId: second.id });
    },
  );

  test('a second payment with other details is surplus, also when they came before it', async () => {
    const { first, next } = await enrol();
    family.provider.behaviour = 'serverError';
    expect((await register(otherFather)).status).toBe(200);
    family.provider.behaviour = 'normal';
    await tell(pay(next, otherFather));
    expect(await register(otherFather)).toMatchObject(surplus);
    expect(await stored()).toMatchObject([{ paymentId: first }, { ...otherFather, orderId: next }]);
  });

  test('an order is not handed out while a payment of it is authorized', async () => {
    const id = await order();
    family.provider.pay(id, { status: 'failed' });
    const attempt = family.provider.pay(id, { status: 'authorized' });
    const beingConfirmed = {
      status: 409,
      body: {
        success: false,
        error: 'Your payment is being confirmed. Please do not pay again.',
        paymentStatus: 'authorized',
      },
    };
    expect(await askForOrder()).toMatchObject(beingConfirmed);
    family.provider.updatePayment(attempt, { status: 'failed' });
    expect((await askForOrder()).body.order).toMatchObject({ id, replacesOthers: true });
    family.provider.updatePayment(attempt, { status: 'authorized' });
    expect(await askForOrder()).toMatchObject(beingConfirmed);
    family.provider.updatePayment(attempt, { status: 'captured' });
    expect((await askForOrder()).body.order).toMatchObject({ id, paymentId: attempt });
  });

  test('a child paid under two addresses waits until one is refunded', async () => {
    const child = { phone: newPhone() };
    const enrolAt = async (email: string, more: object) => {
      const details = { email, ...child, ...more };
      const orderId = await order(email);
      const payment = pay(orderId, details);
      expect(await register(details)).toMatchObject(paid);
      return { orderId, payment };
    };
    const other = newEmail();
    const first = await enrolAt(family.email, {});
    await enrolAt(newEmail(), otherCourse);
    expect(await listed(true)).toEqual([]);
    const second = await enrolAt(other, { name: ' asha  VERMA' });
    expect(await listed(true)).toMatchObject([
      { orderId: first.orderId, task: expect.stringContaining(second.orderId) },
    ]);
    await family.refund(second.payment.id);
    expect(await listed(true)).toEqual([]);
  });

  test.each([[['register', 'pay']], [['pay', 'register']]] as const)(
    'a second payment of one order, for another child, is named to the family: %s',
    async (steps) => {
      const child = { phone: newPhone() };
      const ravi = { ...child, name: 'Ravi Verma' };
      const both = await order();
      const payments = [pay(both, child)];
      const doStep = {
        pay: () => payments.push(pay(both, ravi)),
        register: async () => expect(await register(child)).toMatchObject(paid),
      };
      for (const step of steps) await doStep[step]();
      const proof = proofHeader(both, payments[1]?.id ?? '', family.provider.options.keySecret);
      const { status, body } = await register(ravi, proof);
      expect(status).toBe(409);
      expect(body.error).toMatch(
        /^Your payment has arrived, but its order is .* We refund the payment within 6 to 8 business days/,
      );
      expect(await listed(true)).toMatchObject([
        { state: 'surplus', payments: payments.map(({ id }) => ({ id })) },
      ]);
      const reason = 'The second child is registered by phone.';
      await linesOf(family.fixture, { do: 'settle', order: both, as: 'registeredByPhone', reason });
      expect(await listed(true)).toEqual([]);
    },
  );

  test('the order of a child who is registered by phone is paid by nobody else', async () => {
    const byPhone = await order();
    await tell(pay(byPhone));
    const reason = 'Registered by phone.';
    await linesOf(family.fixture, { do: 'settle', order: byPhone, as: 'registeredByPhone', reason });
    const next = await order();
    expect(next).not.toBe(byPhone);
    pay(next, otherCourse);
    expect(await register(otherCourse)).toMatchObject(paid);
    expect(await listed()).toMatchObject([
      { orderId: byPhone, state: 'registered by phone', registration: null },
      { orderId: next, state: 'paid and registered' },
    ]);
  });

  test('a dispute that comes before its payment is kept until the payment comes', async () => {
    const paidOrder = await order();
    const payment = pay(paidOrder);
    const dispute = { id: `disp_${payment.id}`, payment_id: payment.id, amount: 200_000 };
    const deliver = webhookOf(family.service, family.provider);
    expect((await deliver('payment.dispute.created', { dispute })).status).toBe(200);
    expect(await listed(true)).toEqual([]);
    await tell(payment);
    expect(await listed(true)).toMatchObject([{ orderId: paidOrder, state: 'disputed' }]);
  });

  test('an event of a payment by a payment link is not kept', async () => {
    const payment = { id: 'pay_link', order_id: null, amount: 100, currency: 'INR', status: 'captured' };
    const refund = { id: 'rfnd_link', payment_id: 'pay_link', amount: 100 };
    const deliver = webhookOf(family.service, family.provider);
    expect((await deliver('refund.processed', { payment, refund })).status).toBe(200);
    const orderId = await order();
    await tell({ ...pay(orderId), id: 'pay_link' });
    expect(await listed()).toMatchObject([{ payments: [{ id: 'pay_link', refunded: 0 }] }]);
  });
});
