import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { payerOf } from '../../../machines/registration/registration.rules.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import {
  mailOptions,
  mailTest,
  OFFICE,
  readMail,
  visitorOf,
  waitForMails,
  waitUntilSent,
} from '../fixtures.ts';
import { newEmail, registrationBody, waitUntil } from '../serviceFixture.ts';

const test = mailTest
  /** Makes a payment of an order, and lets the provider report it. */
  .extend(
    'pay',
    async ({ provider, webhook }) =>
      async (orderId: string, email: string, amount = 200_000) => {
        const payment = {
          amount,
          currency: 'INR',
          status: 'captured',
          notes: payerOf(registrationBody(email)),
        };
        const id = provider.pay(orderId, payment);
        expect(
          (await webhook('payment.captured', { payment: { ...payment, id, order_id: orderId } })).status,
        ).toBe(200);
        return id;
      },
  )
  /**
   * Waits until every mail is sent; returns the payments that families are told count or will be refunded, and
   * those that the office must refund.
   */
  .extend('told', async ({ operator, smtp }) => async () => {
    await waitUntil(async () => (await operator.mails()).every(({ state }) => state === 'sent'));
    const mails = await Promise.all(
      smtp.received.map(async (mail) => ({ headerTo: mail.to[0], ...(await readMail(mail)) })),
    );
    const idsIn = (label: string, isToOffice: boolean) =>
      mails
        .filter(({ headerTo }) => (headerTo === OFFICE) === isToOffice)
        .flatMap(({ text }) => text?.match(new RegExp(`^${label}(pay_\\w+)`, 'm'))?.[1] ?? []);
    return {
      confirmed: idsIn('Payment reference: ', false),
      promised: idsIn('Payment to be refunded: ', false),
      surplus: idsIn('To be refunded: ₹2000, payment ', true),
      mails,
    };
  });

describe('a fee that is paid twice', () => {
  test.for([
    ['register', 'pay', 'pay'],
    ['pay', 'register', 'pay'],
    ['pay', 'pay', 'register'],
    ['register', 'pay', 'pay former'],
    ['pay', 'pay former', 'register'],
    ['pay former', 'pay', 'register'],
  ] as const)(
    'a fee that is paid twice is confirmed once, and told to the office once, whatever comes first: %s, %s, %s',
    async (steps, { data, operator, pay, provider, told, visitor }) => {
      const email = newEmail();
      const former = await data.start({ payments: provider.optionsWithKey('rzp_former') });
      const formerOrder = await visitorOf(former, provider).order(email);
      await former.close();
      const order = await visitor.order(email);
      expect(order).not.toBe(formerOrder);
      const paid: string[] = [];
      const doStep = {
        register: () => visitor.register(email),
        pay: async () => paid.push(await pay(order, email)),
        'pay former': async () => paid.push(await pay(formerOrder, email)),
      };
      for (const step of nonEmpty(steps)) await doStep[step]();
      await visitor.register(email);
      const { confirmed, promised, surplus } = await told();
      expect([confirmed.length, surplus.length]).toEqual([1, 1]);
      expect(promised).toEqual(surplus);
      expect([...confirmed, ...surplus].toSorted()).toEqual(paid.toSorted());
      expect(await operator.submissions()).toMatchObject([
        { paymentStatus: 'paid', paymentId: confirmed[0] },
      ]);
    },
  );

  test('a fee paid twice before anybody registered is told to office and family', async ({
    pay,
    told,
    visitor,
  }) => {
    const email = newEmail();
    const order = await visitor.order(email);
    await pay(order, email);
    const second = await pay(order, email);
    const { mails } = await told();
    expect(mails).toMatchObject([
      { to: [{ address: email }], replyTo: [{ address: OFFICE }] },
      { to: [{ address: OFFICE }], replyTo: [{ address: email }] },
    ]);
    for (const words of nonEmpty([
      'the registration has not come yet',
      `payment ${second}`,
      'Name: Asha Verma',
      'Course: Math Problem Solving',
      `E-mail: ${email}`,
    ]))
      expect(mails[1]?.text).toContain(words);
    for (const words of nonEmpty([
      'We refund it within 6 to 8 business days, to the account or card that you paid with.',
      'Amount: ₹2000',
      `Payment to be refunded: ${second}`,
      'another student or another course? Call ',
    ]))
      expect(mails[0]?.text).toContain(words);
  });
});

test('another course of the same child is confirmed with its own payment', async ({ told, visitor }) => {
  const email = newEmail();
  const first = await visitor.enrol(email);
  const second = await visitor.enrol(email, { course: 'Exam Prep' });
  const { mails, surplus } = await told();
  expect(surplus).toEqual([]);
  const courses = mails.flatMap(({ text }) => text?.match(/^Course: .*\n.*\nPayment reference: .*/m) ?? []);
  expect(courses).toEqual([
    `Course: Math Problem Solving\nCourse fee paid: ₹2000\nPayment reference: ${first.paymentId}`,
    `Course: Exam Prep\nCourse fee paid: ₹2000\nPayment reference: ${second.paymentId}`,
  ]);
});

test('mails name the fee that was paid, when another one is asked for meanwhile', async ({
  data,
  pay,
  told,
  visitor,
}) => {
  const email = newEmail();
  const order = await visitor.order(email);
  await data.execute(`update orders set amount = 150000 where id = '${order}'`);
  for (let count = 0; count < 2; count += 1) await pay(order, email, 150_000);
  expect((await visitor.register(email)).status).toBe(200);
  const amounts = (await told()).mails.flatMap(({ text }) => text?.match(/₹\d+/g) ?? []);
  expect(new Set(amounts)).toEqual(new Set(['₹1500']));
});

describe('a fee that is refunded', () => {
  test('a fee that is refunded before its confirmation is sent is not confirmed', async ({
    operator,
    refund,
    smtp,
    visitor,
  }) => {
    const email = newEmail();
    await smtp.stop();
    const { paymentId } = await visitor.enrol(email);
    await refund(paymentId);
    await smtp.start();
    await waitUntil(async () => (await operator.mails()).every(({ state }) => state === 'sent'));
    expect((await operator.mails()).map(({ kind }) => kind)).toEqual(['notice', 'refund']);
  });

  test.for([
    ['processed', 'We have refunded your payment.'],
    ['failed', 'We could not refund your payment in the usual way.'],
  ] as const)(
    'a fee that is refunded is told to the family once: %s',
    async ([status, words], { operator, told, visitor, webhook }) => {
      const email = newEmail();
      const { paymentId } = await visitor.enrol(email);
      const refund = { id: `rfnd_${paymentId}`, payment_id: paymentId, amount: 150_000, status: 'pending' };
      for (const each of ['created', status, status])
        expect((await webhook(`refund.${each}`, { refund: { ...refund, status: each } })).status).toBe(200);
      const { mails } = await told();
      const ofRefund = mails.filter(({ text }) => text?.includes(`Refunded payment: ${paymentId}`));
      expect(ofRefund).toHaveLength(1);
      expect(ofRefund[0]).toMatchObject({ headerTo: email });
      expect(ofRefund[0]?.text).toContain(words);
      expect(ofRefund[0]?.text).toContain('Amount: ₹1500');
      const listed = (await operator.mails()).find(({ kind }) => kind === 'refund');
      expect(listed).toMatchObject({ to: 'family' });
    },
  );
});

describe('a payment that is disputed', () => {
  test('a disputed payment is told to the office with its deadline, and so is its loss', async ({
    operator,
    told,
    visitor,
    webhook,
  }) => {
    const email = newEmail();
    const { paymentId } = await visitor.enrol(email);
    const report = async (event: string) => {
      const dispute = { id: 'disp_1', payment_id: paymentId, respond_by: 1_796_000_000, status: 'open' };
      expect((await webhook(`payment.dispute.${event}`, { dispute })).status).toBe(200);
    };
    const attention = () => operator.run('payments', ['--attention']);
    await report('created');
    await report('created');
    const { mails } = await told();
    const ofDispute = mails.filter(({ text }) => text?.includes('Respond by: 2026-11-30'));
    expect(ofDispute).toHaveLength(1);
    expect(ofDispute[0]).toMatchObject({ headerTo: OFFICE });
    expect(await attention()).toMatchObject({ code: 1, out: expect.stringContaining('"disputed"') });
    await report('lost');
    expect(await attention()).toMatchObject({ code: 1, out: expect.stringContaining('"dispute lost"') });
    expect((await told()).mails.at(-1)).toMatchObject({
      headerTo: OFFICE,
      text: expect.stringContaining('Taken back: ₹2000\n'),
    });
    expect(await operator.submissions()).toMatchObject([{ paymentStatus: 'refunded' }]);
  });
});

test('a second payment without a registration is erased with its mail', async ({
  data,
  operator,
  provider,
}) => {
  const email = newEmail();
  const visitor = visitorOf(
    await data.start({ payments: provider.options, mail: mailOptions(undefined) }),
    provider,
  );
  const order = await visitor.order(email);
  for (let count = 0; count < 2; count += 1) provider.pay(order, { notes: payerOf(registrationBody(email)) });
  await visitor.order(email);
  await waitUntilSent(operator, 2);
  const directory = join(data.options.dataDir, 'mail');
  expect(readdirSync(directory)).toHaveLength(2);
  await operator.linesOf('submissions', ['--erase', email]);
  expect([await operator.mails(), readdirSync(directory)]).toEqual([[], []]);
});

test('a confirmation that fails says whom to call until the office has called', async ({
  data,
  operator,
  smtp,
  visitor,
}) => {
  const email = newEmail();
  smtp.onRecipient = (to) => (to === email ? '550 5.1.1 Unknown' : undefined);
  const { orderId, paymentId } = await visitor.enrol(email);
  await waitForMails(operator, (mails) => mails.every(({ state }) => state !== 'waiting'));
  const failed = await operator.linesOf('mail', ['--failed']);
  const person = { name: 'Asha Verma', phone: '9876543210' };
  expect(failed.map((line) => JSON.parse(line))).toMatchObject([
    { kind: 'confirmation', order: orderId, registration: 1, ...person },
  ]);
  expect(await operator.payments(['--attention'])).toMatchObject([
    {
      orderId,
      state: 'paid and registered',
      task: 'call the family: its confirmation could not be mailed',
      email,
      payments: [{ id: paymentId, student: person.name, phone: person.phone }],
    },
  ]);
  const logged = data.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'mail failed');
  expect(logged).toMatchObject([{ kind: 'confirmation', order: orderId }]);
  expect(failed.join() + data.log.join()).not.toContain(email);

  expect(await operator.linesOf('mail', ['--dismiss', orderId])).toEqual([
    `The confirmation of the order ${orderId} is no longer to be sent.`,
  ]);
  expect(await operator.mails(['--failed'])).toEqual([]);
  expect(await operator.payments(['--attention'])).toEqual([]);
  expect(await operator.run('mail', ['--dismiss', orderId])).toMatchObject({
    code: 1,
    err: `No confirmation of the order ${orderId} was given up.\n`,
  });
  expect(await operator.run('mail', ['--again', orderId])).toMatchObject({
    code: 1,
    err: `The order ${orderId} has no confirmation to be sent: it is not paid and registered, or its family knows.\n`,
  });
  const commands = await operator.linesOf('submissions', ['--commands']);
  expect(commands.slice(-3).map((line) => JSON.parse(line))).toMatchObject([
    { command: 'listFailedMails' },
    { command: 'listPayments' },
    { command: 'dismissMail', detail: orderId },
  ]);
});

test('a person’s stored data are printed as JSON, and nobody else’s', async ({ operator, told, visitor }) => {
  const [email, other] = [newEmail(), newEmail()];
  const { orderId } = await visitor.enrol(email);
  await visitor.enrol(other);
  await told();
  const { code, out } = await operator.run('submissions', ['--person', email.toUpperCase()]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    submissions: [{ kind: 'registration', email, fields: { name: 'Asha Verma' } }],
    orders: [{ id: orderId, email, payments: [{ payer: expect.anything() }] }],
    facts: expect.arrayContaining([{ orderId, recordedAt: expect.any(String), fact: expect.anything() }]),
    mails: [{ kind: 'notice' }, { kind: 'confirmation' }],
  });
  expect(out).not.toContain(other);
  await operator.linesOf('submissions', ['--erase', email]);
  expect(JSON.parse((await operator.run('submissions', ['--person', email])).out)).toEqual({
    submissions: [],
    orders: [],
    facts: [],
    mails: [],
  });
});
