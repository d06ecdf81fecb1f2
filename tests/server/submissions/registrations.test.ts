import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  PAYMENT_PROOF_HEADER,
  REGISTRATION_DIGEST_HEADER,
  registrationDigest,
} from '../../../machines/registration/registration.rules.ts';
import { TERMS_VERSION_HEADER } from '../../../machines/registration/registration.terms.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { registrationDetails } from '../../support/serverProcess.ts';
import { paymentTest, shareFamily } from '../fixtures.ts';
import {
  listedSubmissions,
  newEmail,
  orderBody,
  proofHeader,
  registrationBody,
  usualDatabases,
  waitUntil,
} from '../serviceFixture.ts';

const notes = { student: 'Asha Verma', phone: '9876543210' };
const stranger = { name: 'Somebody Else', phone: '9000000001' };

describe.each(usualDatabases)('a registration on %s', (kind) => {
  const family = shareFamily(kind);
  const { create, order, register, stored } = family;
  const paid = { status: 200, body: { success: true, paymentStatus: 'paid' } };

  test('that is sent again with the same details is stored once, also at the same time and in other letters', async () => {
    family.provider.pay(await order());
    const responses = await Promise.all(Array.from({ length: 10 }, () => register()));
    responses.push(
      await register({
        email: ` ${family.email.toUpperCase()} `,
        name: ' Asha Verma',
        paymentStatus: 'pending',
      }),
    );
    for (const response of nonEmpty(responses)) expect(response).toMatchObject(paid);
    expect(await stored()).toHaveLength(1);
  });

  test('keeps its unpaid order when another student registers with the same address', async () => {
    const orderId = await order();
    await register({ name: 'First' });
    await register({ name: 'Second' });
    expect(await stored()).toMatchObject([
      { name: 'First', orderId },
      { name: 'Second', orderId: null },
    ]);
  });

  test('takes one payment: a second one for the same student is surplus and pays for no other registration', async () => {
    const first = await order();
    family.provider.pay(first);
    await register();
    const second = await order();
    family.provider.pay(second);
    for (const more of [{}, { name: ' asha  VERMA', email: family.email.toUpperCase() }, {}]) {
      const { status, body } = await register(more);
      expect({ status, body }).toMatchObject({ status: 200, body: { ...paid.body, surplus: true } });
    }
    expect(await stored()).toMatchObject([{ paymentStatus: 'paid', orderId: first }]);

    const third = await create();
    expect(family.provider.orderIds).toContain(third?.id);
    expect([first, second]).not.toContain(third?.id);
    expect(third?.paymentId).toBeUndefined();
    await register({ name: 'Next', paymentStatus: 'pending' });
    expect(await stored()).toMatchObject([{}, { paymentStatus: 'pending', orderId: third?.id }]);
  });

  test('that is pending is compared with the provider when a server starts, and regularly', async () => {
    const orderId = await order();
    await register({ name: 'First' });
    await family.restart(() => family.provider.pay(orderId), { reconcileEveryMs: 50 });
    await waitUntil(async () => (await stored())[0]?.paymentStatus === 'paid');

    const secondId = await order();
    await register({ name: 'Second' });
    family.provider.pay(secondId);
    await waitUntil(async () => (await stored())[1]?.paymentStatus === 'paid');
  });
});

describe.each(usualDatabases)('a payment on %s', (kind) => {
  const family = shareFamily(kind);
  const { create, order, register, stored } = family;
  const proof = (orderId: string, paymentId: string, secret = family.provider.options.keySecret) =>
    proofHeader(orderId, paymentId, secret);

  test('belongs to the student in its notes, however the name is written', async () => {
    const id = await order();
    family.provider.pay(id, { notes: { student: 'ASHA  verma ', phone: '9876543210' } });
    const refused = await register(stranger);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatch(/^The payment for this e-mail address goes with another student’s/);
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
  ])('belongs to whoever registers when its notes are %j', async (odd) => {
    family.provider.pay(await order(), { notes: odd });
    expect((await register(stranger)).status).toBe(200);
    expect(await stored()).toMatchObject([{ paymentStatus: 'paid' }]);
  });

  test('that is authorized reserves the order for the student in its notes, who is paid once it is captured', async () => {
    const id = await order();
    await register(stranger);
    const payment = family.provider.pay(id, { notes, status: 'authorized' });
    expect((await register()).status).toBe(200);
    expect(await stored()).toMatchObject([
      { ...stranger, paymentStatus: 'pending', orderId: null },
      { paymentStatus: 'pending', orderId: id },
    ]);
    const late = await register({ ...stranger, name: 'Late' });
    expect(late.status).toBe(503);
    family.provider.updatePayment(payment, { status: 'captured' });
    await create();
    expect(await stored()).toMatchObject([{ paymentStatus: 'pending' }, { paymentStatus: 'paid' }, {}]);
  });

  test('belongs to the registration with the provider’s signature, also while the provider is unavailable, and against its notes', async () => {
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

  test('moves to the corrected registration that comes with its signature', async () => {
    const id = await order();
    const payment = family.provider.pay(id, { notes });
    await register({ city: 'Jaipr' }, proof(id, payment));
    const unproven = await register({ city: 'Ajmer' });
    expect(unproven.status).toBe(409);
    expect(unproven.body.error).toMatch(
      /^This student is registered and paid for already, with other details\./,
    );
    expect((await register({ city: 'Jaipur' }, proof(id, payment))).status).toBe(200);
    expect(await stored()).toMatchObject([
      { city: 'Jaipr', paymentStatus: 'pending', orderId: null },
      { city: 'Ajmer', paymentStatus: 'pending', orderId: null },
      { city: 'Jaipur', paymentStatus: 'paid', orderId: id },
    ]);
  });

  test('is not proven by a signature of somebody else, or for another address or payment', async () => {
    const id = await order();
    const payment = family.provider.pay(id);
    const other = (await create(newEmail()))?.id ?? '';
    const otherPayment = family.provider.pay(other);
    await register();
    const signature = proof(id, payment)[PAYMENT_PROOF_HEADER].slice(-64);
    const headers = [
      ...['', 'x', `${id} ${payment}`, `${id} ${payment} ${'f'.repeat(64)}`, `${id}  ${payment} ${signature}`]
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

  test('belongs to the same person however the e-mail address is written', async () => {
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
});

/** The responses of the two calls of a registration about stored rows, and who gets them. */

const digestHeader = (values: Readonly<Record<string, string | boolean>>) => ({
  [REGISTRATION_DIGEST_HEADER]: registrationDigest(values),
});

paymentTest(
  'a registration is stored with the version of the terms that its page showed, and never refused for it',
  async ({ operator, visitor }) => {
    const versions = [
      [{}, '2025-08-01'],
      [{ [TERMS_VERSION_HEADER]: '2025-08-01' }, '2025-08-01'],
      [{ [TERMS_VERSION_HEADER]: '2025-01-31' }, '2025-01-31'],
      [{ [TERMS_VERSION_HEADER]: '2999-01-01' }, '2025-08-01'],
      [{ [TERMS_VERSION_HEADER]: '1' }, '2025-08-01'],
    ] as const;
    for (const [headers, termsVersion] of nonEmpty(versions)) {
      const email = newEmail();
      const body = { ...registrationDetails(email), paymentStatus: 'pending' };
      for (const each of [headers, {}])
        expect(await visitor.send('/api/register', body, each)).toMatchObject({ status: 200 });
      const [line = ''] = await operator.linesOf('submissions', ['--person', email]);
      expect(JSON.parse(line).submissions).toMatchObject([{ email, termsVersion }]);
    }
  },
);

paymentTest('the digest of a registration is the SHA-256 of its values as they are compared', () => {
  const values = { name: ' आशा  Verma ', email: 'Asha@Schüle.example', acceptTerms: true };
  const compared = '[["acceptTerms",true],["email","asha@xn--schle-mva.example"],["name","आशा verma"]]';
  expect(registrationDigest(values)).toBe(createHash('sha256').update(compared).digest('hex'));
});

paymentTest(
  'whoever is paid and registered under all these details gets the paid order back; nobody else learns of it',
  async ({ visitor, provider }) => {
    const email = newEmail();
    const details = registrationDetails(email);
    const { orderId, paymentId } = await visitor.enrol(email);
    const createOrder = async (headers: Record<string, string> = {}) =>
      (await visitor.send('/create-order', orderBody(email), headers)).body.order;
    const sameDetails = { ...details, name: ` ${details.name.toUpperCase()}`, email: email.toUpperCase() };
    for (const values of nonEmpty([details, sameDetails]))
      expect(await createOrder(digestHeader(values))).toMatchObject({ id: orderId, paymentId });

    const { replacesOthers, ...open } = { ...(await createOrder()) };
    expect([open.id === orderId, open.paymentId, replacesOthers]).toEqual([false, undefined, true]);
    const guesses = Object.keys(details).map((field) => digestHeader({ ...details, [field]: '9876500000' }));
    const malformed = ['', 'x', '0'.repeat(64), 'F'.repeat(64)].map((digest) => ({
      [REGISTRATION_DIGEST_HEADER]: digest,
    }));
    for (const headers of nonEmpty([...guesses, ...malformed]))
      expect(await createOrder(headers), JSON.stringify(headers)).toEqual({ ...open, replacesOthers });
    expect(provider.orderIds, 'one order to be paid').toHaveLength(2);
  },
);

paymentTest(
  'a registration is answered with its state and the day on which it first came',
  async ({ visitor }) => {
    const email = newEmail();
    const pending = await visitor.register(email);
    expect(pending).toMatchObject({ status: 200, body: { success: true, paymentStatus: 'pending' } });
    expect(pending.body.message).not.toBe('Registration Successful!');
    await visitor.enrol(email);
    expect((await visitor.register(email)).body).toMatchObject({
      message: 'Registration Successful!',
      paymentStatus: 'paid',
      registeredOn: new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' }),
    });
  },
);

paymentTest(
  'the proof of a payment of another address registers nobody: it is stored as pending, and said so',
  async ({ visitor, provider, data }) => {
    const [payer, other] = [newEmail(), newEmail()];
    const orderId = await visitor.order(payer);
    const proof = proofHeader(orderId, provider.pay(orderId), provider.options.keySecret);
    const { status, body } = await visitor.send('/api/register', registrationBody(other), proof);
    expect(status).toBe(409);
    expect(body.error).toMatch(
      /^The payment was made for another e-mail address\. .* saved, but not as paid/,
    );
    const stored = await listedSubmissions(data);
    expect(stored.map(({ email, paymentStatus }) => [email, paymentStatus])).toEqual([[other, 'pending']]);
  },
);

paymentTest.for([
  ['before it is registered', false],
  ['after it was registered', true],
] as const)(
  'a payment that was refunded %s registers nobody, and can be made again',
  async ([_, isRegistered], { visitor, provider, refund, data, operator }) => {
    const email = newEmail();
    const orderId = await visitor.order(email);
    const paymentId = provider.pay(orderId);
    if (isRegistered) await visitor.register(email);
    else await visitor.order(email);
    await refund(paymentId);

    const { status, body } = await visitor.register(email);
    expect([status, body.success, body.paymentStatus]).toEqual([409, false, 'refunded']);
    expect(body.error).toMatch(/^The payment was refunded, so this registration is not paid\./);
    expect((await listedSubmissions(data)).map((row) => row.paymentStatus)).toEqual([
      isRegistered ? 'refunded' : 'pending',
    ]);

    provider.pay(await visitor.order(email));
    expect(await visitor.register(email)).toMatchObject({ status: 200, body: { paymentStatus: 'paid' } });
    const confirmations = (await operator.mails()).filter(({ kind }) => kind === 'confirmation');
    expect(confirmations).toHaveLength(isRegistered ? 2 : 1);
  },
);
