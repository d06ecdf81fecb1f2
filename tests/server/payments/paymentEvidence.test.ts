import { describe, expect, test } from 'vitest';
import { PAYMENT_PROOF_HEADER } from '../../../machines/registration/registration.rules.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { shareFamily } from '../fixtures.ts';
import { listedSubmissions, newEmail, proofHeader, usualDatabases } from '../serviceFixture.ts';

const notes = { student: 'Asha Verma', phone: '9876543210' };
const stranger = { name: 'Somebody Else', phone: '9000000001' };

describe.each(usualDatabases)('a payment on %s', (kind) => {
  const family = shareFamily(kind);
  const { create, order, register, stored: storedRegistrations } = family;
  const proof = (orderId: string, paymentId: string, secret = family.provider.options.keySecret) =>
    proofHeader(orderId, paymentId, secret);

  test('belongs to the student in its notes, however the name is written', async () => {
    const id = await order();
    family.provider.pay(id, { notes: { student: 'ASHA  verma ', phone: '9876543210' } });
    const refused = await register(stranger);
    expect(refused.status).toBe(409);
    expect(refused.body).toEqual({
      success: false,
      message: refused.body.error,
      error:
        'The payment for this e-mail address goes with another student’s name or phone number. Please give those, ' +
        'or call or write to us: your registration is saved, and you do not need to pay again.',
    });
    expect(await create()).toMatchObject({ id, paymentId: expect.any(String) });
    expect((await register()).status).toBe(200);
    expect(await storedRegistrations()).toMatchObject([
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
    expect(await storedRegistrations()).toMatchObject([{ paymentStatus: 'paid' }]);
  });

  test('that is authorized reserves the order for the student in its notes, who is paid once it is captured', async () => {
    const id = await order();
    await register(stranger);
    const payment = family.provider.pay(id, { notes, status: 'authorized' });
    expect((await register()).status).toBe(200);
    expect(await storedRegistrations()).toMatchObject([
      { ...stranger, paymentStatus: 'pending', orderId: null },
      { paymentStatus: 'pending', orderId: id },
    ]);
    const late = await register({ ...stranger, name: 'Late' });
    expect(late.status).toBe(503);
    family.provider.updatePayment(payment, { status: 'captured' });
    await create();
    expect(await storedRegistrations()).toMatchObject([
      { paymentStatus: 'pending' },
      { paymentStatus: 'paid' },
      {},
    ]);
  });

  test('belongs to the registration with the provider’s signature, also while the provider is unavailable, and against its notes', async () => {
    const id = await order();
    await register(stranger);
    const payment = family.provider.pay(id, { notes: { student: stranger.name, phone: stranger.phone } });
    family.provider.behaviour = 'serverError';
    expect((await register({}, proof(id, payment))).status).toBe(200);
    family.provider.behaviour = 'normal';
    await create();
    expect(await storedRegistrations()).toMatchObject([
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
    expect(await storedRegistrations()).toMatchObject([
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
    expect(await storedRegistrations()).toMatchObject([
      { paymentStatus: 'paid' },
      { paymentStatus: 'pending' },
    ]);
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
