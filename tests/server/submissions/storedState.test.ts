import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import {
  REGISTRATION_DIGEST_HEADER,
  registrationDigest,
} from '../../../machines/registration/registration.rules.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { registrationDetails } from '../../support/serverProcess.ts';
import { paymentTest as test } from '../fixtures.ts';
import { listedSubmissions, newEmail, orderBody, proofHeader, registrationBody } from '../serviceFixture.ts';

/** The responses of the two calls of a registration about stored rows, and who gets them. */

const digestHeader = (values: Readonly<Record<string, string | boolean>>) => ({
  [REGISTRATION_DIGEST_HEADER]: registrationDigest(values),
});

test('the digest of a registration is the SHA-256 of its values as they are compared', () => {
  const values = { name: ' आशा  Verma ', email: 'Asha@Schüle.example', acceptTerms: true };
  const compared = '[["acceptTerms",true],["email","asha@xn--schle-mva.example"],["name","आशा verma"]]';
  expect(registrationDigest(values)).toBe(createHash('sha256').update(compared).digest('hex'));
});

test('whoever is paid and registered under all these details gets the paid order back; nobody else learns of it', async ({
  visitor,
  provider,
}) => {
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
});

test('a registration is answered with its state and the day on which it first came', async ({ visitor }) => {
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
});

test('the proof of a payment of another address registers nobody: it is stored as pending, and said so', async ({
  visitor,
  provider,
  data,
}) => {
  const [payer, other] = [newEmail(), newEmail()];
  const orderId = await visitor.order(payer);
  const proof = proofHeader(orderId, provider.pay(orderId), provider.options.keySecret);
  const { status, body } = await visitor.send('/api/register', registrationBody(other), proof);
  expect(status).toBe(409);
  expect(body.error).toMatch(/^The payment was made for another e-mail address\. .* saved, but not as paid/);
  const stored = await listedSubmissions(data);
  expect(stored.map(({ email, paymentStatus }) => [email, paymentStatus])).toEqual([[other, 'pending']]);
});

test.for([
  ['before it is registered', false],
  ['after it was registered', true],
] as const)(
  'a payment that was refunded %s registers nobody, and can be made again',
  async ([_, isRegistered], { visitor, provider, webhook, data }) => {
    const email = newEmail();
    const orderId = await visitor.order(email);
    const paymentId = provider.pay(orderId);
    if (isRegistered) await visitor.register(email);
    else await visitor.order(email);
    provider.updatePayment(paymentId, { status: 'refunded', amount_refunded: 200_000 });
    const refund = { id: `rfnd_${paymentId}`, payment_id: paymentId, amount: 200_000, status: 'processed' };
    await webhook('refund.processed', { refund });

    const { status, body } = await visitor.register(email);
    expect([status, body.success, body.paymentStatus]).toEqual([409, false, 'refunded']);
    expect(body.error).toMatch(/^The payment was refunded, so this registration is not paid\./);
    expect((await listedSubmissions(data)).map((row) => row.paymentStatus)).toEqual([
      isRegistered ? 'refunded' : 'pending',
    ]);

    provider.pay(await visitor.order(email));
    expect(await visitor.register(email)).toMatchObject({ status: 200, body: { paymentStatus: 'paid' } });
  },
);
