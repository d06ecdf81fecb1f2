import { describe, expect, test } from 'vitest';
import {
  REGISTRATION_DIGEST_HEADER,
  registrationFields,
} from '../../../machines/registration/registration.rules.ts';
import { TERMS_VERSION_HEADER } from '../../../machines/registration/registration.terms.ts';
import {
  registrationDigest,
  type StoredFields,
  storeSubmission,
} from '../../../server/submissions/submissions.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { registrationDetails } from '../../support/serverProcess.ts';
import { shareDatabase } from '../databaseFixture.ts';
import { shareFamily } from '../fixtures.ts';
import { linesOf, listedMails, newEmail, usualDatabases, waitUntil } from '../serviceFixture.ts';

/** The answer to a registration, its stored fields, and the registrations that count as the same. */

const digestHeader = (values: Readonly<Record<string, string | boolean>>) => ({
  [REGISTRATION_DIGEST_HEADER]: registrationDigest(values),
});

describe.each(usualDatabases)('a registration on %s', (kind) => {
  const family = shareFamily(kind);
  const { askForOrder, create, order, register, refund, stored } = family;
  const paid = { status: 200, body: { success: true, paymentStatus: 'paid' } };

  test('a registration sent again is stored once, at the same time and in other letters', async () => {
    family.provider.pay(await order());
    const responses = await Promise.all(Array.from({ length: 10 }, () => register()));
    const asked = family.provider.requestCount;
    responses.push(
      await register({
        email: ` ${family.email.toUpperCase()} `,
        name: ' Asha Verma',
        paymentStatus: 'pending',
      }),
    );
    for (const response of nonEmpty(responses)) expect(response).toMatchObject(paid);
    expect(await stored()).toHaveLength(1);
    expect(family.provider.requestCount, 'what is paid is not asked about').toBe(asked);
  });

  test('another student at the same address leaves the unpaid order alone', async () => {
    const orderId = await order();
    await register({ name: 'First' });
    await register({ name: 'Second' });
    expect(await stored()).toMatchObject([
      { name: 'First', orderId },
      { name: 'Second', orderId: null },
    ]);
  });

  test('a registration takes one payment: a second for the student is surplus', async () => {
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

  test('a pending registration is compared with the provider at start and regularly', async () => {
    const orderId = await order();
    await register({ name: 'First' });
    await family.restart(() => family.provider.pay(orderId), { reconcileEveryMs: 50 });
    await waitUntil(async () => (await stored())[0]?.paymentStatus === 'paid');

    const secondId = await order();
    await register({ name: 'Second' });
    family.provider.pay(secondId);
    await waitUntil(async () => (await stored())[1]?.paymentStatus === 'paid');
  });

  test('a registration is stored with the version of the terms on its page', async () => {
    const versions = [
      [{}, '2025-08-01'],
      [{ [TERMS_VERSION_HEADER]: '2025-08-01' }, '2025-08-01'],
      [{ [TERMS_VERSION_HEADER]: '2025-01-31' }, '2025-01-31'],
      [{ [TERMS_VERSION_HEADER]: '2999-01-01' }, '2025-08-01'],
      [{ [TERMS_VERSION_HEADER]: '1' }, '2025-08-01'],
    ] as const;
    for (const [headers, termsVersion] of nonEmpty(versions)) {
      const email = newEmail();
      for (const each of [headers, {}]) expect((await register({ email }, each)).status).toBe(200);
      const [line = ''] = await linesOf(family.fixture, { do: 'person', person: email });
      expect(JSON.parse(line).submissions).toMatchObject([{ email, termsVersion }]);
    }
  });

  test('the same details get the paid order back; other details learn nothing', async () => {
    const details = registrationDetails(family.email);
    const id = await order();
    const paymentId = family.provider.pay(id);
    await register();
    const createOrder = async (headers = {}) => (await askForOrder(family.email, headers)).body.order;
    const sameDetails = {
      ...details,
      name: ` ${details.name.toUpperCase()}`,
      email: family.email.toUpperCase(),
    };
    for (const values of nonEmpty([details, sameDetails]))
      expect(await createOrder(digestHeader(values))).toMatchObject({ id, paymentId });

    const { replacesOthers, ...open } = { ...(await createOrder()) };
    expect([open.id === id, open.paymentId, replacesOthers]).toEqual([false, undefined, true]);
    const guesses = Object.keys(details).map((field) => digestHeader({ ...details, [field]: '9876500000' }));
    const malformed = ['', 'x', '0'.repeat(64), 'F'.repeat(64)].map((digest) => ({
      [REGISTRATION_DIGEST_HEADER]: digest,
    }));
    for (const headers of nonEmpty([...guesses, ...malformed]))
      expect(await createOrder(headers), JSON.stringify(headers)).toEqual({ ...open, replacesOthers });
    expect(await family.listed(), 'one order to be paid').toHaveLength(2);
  });

  test('a registration is answered with its state and the day on which it first came', async () => {
    const pending = await register();
    expect(pending).toMatchObject({ status: 200, body: { success: true, paymentStatus: 'pending' } });
    expect(pending.body.message).not.toBe('Registration Successful!');
    family.provider.pay(await order());
    expect((await register()).body).toMatchObject({
      message: 'Registration Successful!',
      paymentStatus: 'paid',
      registeredOn: new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' }),
    });
  });

  test.each([
    ['before it is registered', false],
    ['after it was registered', true],
  ])('a payment that was refunded %s registers nobody, and can be made again', async (_, isRegistered) => {
    const confirmations = async () =>
      (await listedMails(family.fixture)).filter(({ kind }) => kind === 'confirmation').length;
    const before = await confirmations();
    const paymentId = family.provider.pay(await order());
    if (isRegistered) await register();
    else await order();
    await refund(paymentId);

    const { status, body } = await register();
    expect([status, body.success, body.paymentStatus]).toEqual([409, false, 'refunded']);
    expect(body.error).toMatch(/^We refunded the payment, so the student is not registered\./);
    expect(await stored()).toMatchObject([{ paymentStatus: isRegistered ? 'refunded' : 'pending' }]);

    family.provider.pay(await order());
    expect(await register()).toMatchObject(paid);
    expect((await confirmations()) - before).toBe(isRegistered ? 2 : 1);
  });
});

describe('a registration that comes again', () => {
  const shared = shareDatabase();
  const registration: StoredFields = {
    ...registrationDetails('asha@schüle.example'),
    name: 'Zoë Verma',
    city: 'Sawai Madhopur',
  };
  const entries = Object.entries(registration);
  const texts = entries.filter(([, value]) => typeof value === 'string').map(([name]) => name);

  /** The registration with one text written in another way. */
  const rewritten = (name: string, rewrite: (text: string) => string): StoredFields => ({
    ...registration,
    [name]: rewrite(String(registration[name])),
  });
  const withEachText = (rewrite: (text: string) => string) => texts.map((name) => rewritten(name, rewrite));
  const inOrder = (fields: typeof entries) => [Object.fromEntries(fields)];
  const idOf = async (fields: StoredFields) =>
    (await storeSubmission(shared.database, 'registration', fields)).id;

  test.each([
    ['as it was', [registration]],
    ['with its fields the other way round', inOrder(entries.toReversed())],
    [
      'with its fields by the alphabet',
      inOrder(entries.toSorted(([one], [other]) => one.localeCompare(other))),
    ],
    ['with the last field first', inOrder([...entries.slice(-1), ...entries.slice(0, -1)])],
    ['with any text in capitals', withEachText((text) => text.toUpperCase())],
    ['with any text in small letters', withEachText((text) => text.toLowerCase())],
    ['with spaces around any text', withEachText((text) => ` ${text} `)],
    ['with any text decomposed', withEachText((text) => text.normalize('NFD'))],
    ['with more spaces between words', [rewritten('name', (name) => name.replace(' ', '  \u00a0'))]],
    ['with its domain in punycode', [rewritten('email', () => 'asha@xn--schle-mva.example')]],
  ])('a registration %s is the same', async (_, others) => {
    const first = await idOf(registration);
    for (const other of nonEmpty(others)) expect(await idOf(other), JSON.stringify(other)).toBe(first);
  });

  const exchanged = (one: string, other: string): StoredFields => ({
    ...registration,
    [one]: registration[other] ?? '',
    [other]: registration[one] ?? '',
  });

  test('a registration with any other value is another registration', async () => {
    const others = [
      registration,
      { ...registration, acceptTerms: false },
      ...withEachText((text) => `1${text}`),
      ...[exchanged('father', 'mother'), exchanged('refrence', 'refrenceSt'), exchanged('name', 'city')],
    ];
    const ids = new Set<number>();
    for (const other of others) ids.add(await idOf(other));
    expect(ids.size).toBe(others.length);
    expect(texts).toHaveLength(Object.keys(registrationFields).length - 1);
  });
});
