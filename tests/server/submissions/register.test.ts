import { beforeEach, describe, expect, test } from 'vitest';
import { evidenceLevels, type OrderEvent } from '../../../machines/order/order.types.ts';
import {
  type Payer,
  type RegistrationValues,
  registrationFields,
} from '../../../machines/registration/registration.rules.ts';
import type { Database } from '../../../server/database/index.ts';
import { HttpError } from '../../../server/shared/errors.ts';
import type { SubmissionContext } from '../../../server/submissions/context.ts';
import { type RegistrationRequest, register } from '../../../server/submissions/register.ts';
import { type StoredFields, storeSubmission } from '../../../server/submissions/submissions.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { registrationDetails } from '../../support/serverProcess.ts';
import {
  assignmentFact,
  happen,
  insertOrder,
  insertPayment,
  insertRow,
  paymentFact,
  shareDatabase,
} from '../databaseFixture.ts';
import { createMemoryProvider, type MemoryProvider } from '../fakeProvider.ts';

/** The response to a registration, and its rows. */

const email = 'asha@example.org';
const asha = { student: 'Asha Verma', phone: '9876543210' };
const ravi = { student: 'Ravi Verma', phone: '9876543210' };
const PAID = { isReportedPaid: true };
const DONE = { isSurplus: false };

const OTHER_PAYER = {
  statusCode: 409,
  retryAfter: undefined,
  message:
    'The payment for this e-mail address goes with another student’s name or phone number. Please give those, ' +
    'or call or write to us: your registration is saved, and you do not need to pay again.',
};
const OTHER_DETAILS = {
  statusCode: 409,
  retryAfter: undefined,
  message:
    'This student is registered and paid for already, with other details. Your new details are saved: please ' +
    'call or write to us if they are the right ones. You do not need to pay again.',
};
const NOT_CONFIRMED = {
  statusCode: 503,
  retryAfter: 60,
  message:
    'We cannot confirm your payment yet, and another registration with this e-mail address waits for it. Yours ' +
    'is saved: please send it again in a minute, and do not pay again.',
};

const shared = shareDatabase();
let database: Database;
let provider: MemoryProvider;
let announced: number[];
let context: SubmissionContext;

beforeEach(() => {
  ({ database } = shared);
  provider = createMemoryProvider();
  announced = [];
  const onSubmission: SubmissionContext['onSubmission'] = async (_sql, id) => void announced.push(id);
  context = { database, provider, onOrderAction: async () => {}, onSubmission };
});

const send = (values: Partial<RegistrationValues> = {}, more: Partial<RegistrationRequest> = {}) =>
  register(context, {
    ...{
      values: { ...registrationDetails(email), ...values },
      isReportedPaid: false,
      proofHeader: undefined,
      termsVersion: '2025-08-01',
    },
    ...more,
  });
const sendPaid = (values: Partial<RegistrationValues> = {}) => send(values, PAID);
const sendAsRavi = (more: Partial<RegistrationRequest> = PAID) => send({ name: ravi.student }, more);
const orders = () =>
  database.query('select id, submission_id as submission, purpose from orders order by created_at, id');
const count = async () => (await database.query('select id from submissions')).length;

/** Inserts a paid order of a day in November, to which facts happened before its payment. */
async function insertPaid(day: number, payer: Payer | null = null, facts: readonly OrderEvent[] = []) {
  await insertOrder(database, `order_${day}`, { created_at: `2026-11-0${day}` }, facts);
  await insertPayment(database, `pay_${day}`, `order_${day}`, payer);
}

const refund = (day: number, refunded = 200_000) =>
  happen(database, `order_${day}`, paymentFact(`pay_${day}`, { refunded }));

const REPLACED: OrderEvent = { type: 'feeChanged' };

test('a registration without an order is stored once, and announced each time it comes', async () => {
  expect(await send()).toMatchObject(DONE);
  expect(await sendPaid()).toMatchObject(DONE);
  expect(announced).toEqual([1, 1]);
  expect(await database.query('select kind, fields from submissions')).toEqual([
    { kind: 'registration', fields: registrationDetails(email) },
  ]);
});

test('the provider is not asked about an order that is known to be paid', async () => {
  await insertPaid(1);
  expect(await sendPaid()).toMatchObject(DONE);
  expect(provider.asked).toEqual([]);
  expect(await orders()).toEqual([{ id: 'order_1', submission: 1, purpose: 'paid.registered' }]);
});

test('an order of other keys is closed, that of another address is not', async () => {
  await insertOrder(database, 'order_1', { key_id: 'rzp_live_old' });
  await insertOrder(database, 'order_2', { key_id: 'rzp_live_old', email: 'ravi@example.org' });
  await send();
  expect(await database.query('select id, purpose from orders order by id')).toEqual([
    { id: 'order_1', purpose: 'replaced' },
    { id: 'order_2', purpose: 'open' },
  ]);
});

test('a further payment is to be refunded, and the registration is told so until it is', async () => {
  await insertPaid(1);
  await sendPaid();
  await insertPaid(2);
  await insertPayment(database, 'pay_3', 'order_2', null, { amount: 500 });
  expect(await sendPaid()).toMatchObject({ isSurplus: true });
  expect(await send()).toMatchObject({ isSurplus: true });
  expect(await orders()).toMatchObject([
    { purpose: 'paid.registered' },
    { submission: 1, purpose: 'surplus' },
  ]);
  await refund(1);
  expect(await send()).toMatchObject({ isSurplus: true });
  await refund(1, 0);
  await refund(2);
  expect(await send()).toMatchObject(DONE);
});

test('it waits for its order while the provider is unavailable, also when another one is paid', async () => {
  await insertPaid(2, ravi);
  await insertOrder(database, 'order_1', { created_at: '2026-11-01' });
  provider.error = new HttpError(503, 'Later.');
  expect(await sendPaid()).toMatchObject(DONE);
  expect(await sendPaid()).toMatchObject(DONE);
  expect(await orders()).toMatchObject([
    { id: 'order_1', submission: 1, purpose: 'open' },
    { submission: null },
  ]);
});

test('it waits for its order while nobody else is paid', async () => {
  await insertOrder(database, 'order_1');
  expect(await sendPaid()).toMatchObject(DONE);
  await happen(database, 'order_1', REPLACED);
  expect(await sendAsRavi()).toMatchObject(DONE);
});

test('an attempt that names it and is authorized settles it, also when another one is paid', async () => {
  await insertPaid(1, ravi);
  await insertOrder(database, 'order_2', { created_at: '2026-11-02' });
  await expect(sendPaid()).rejects.toMatchObject(OTHER_PAYER);
  provider.pay('order_2', 'pay_2', { status: 'authorized', payer: asha });
  expect(await sendPaid()).toMatchObject(DONE);
  expect(await orders()).toMatchObject([{ submission: null }, { submission: 1 }]);
});

test('its paid order settles it, also where the payment names somebody else, who has paid another one', async () => {
  await send();
  await insertPaid(1, ravi, [assignmentFact(1)]);
  await insertPaid(2, ravi);
  expect(await sendPaid()).toMatchObject(DONE);
});

test('a payment that another registration waits for is not confirmed while the provider is unavailable', async () => {
  await insertOrder(database, 'order_1');
  await send();
  provider.error = new HttpError(503, 'Later.');
  await expect(sendAsRavi()).rejects.toMatchObject(NOT_CONFIRMED);
  expect(await count()).toBe(2);
  expect(await sendAsRavi({})).toMatchObject(DONE);
});

test('a payment that is authorized for another registration is not confirmed, even if another order is paid', async () => {
  await insertPaid(1, asha);
  await send();
  await insertOrder(database, 'order_2', { created_at: '2026-11-02' }, [assignmentFact(1, 2)]);
  await expect(sendAsRavi()).rejects.toMatchObject(OTHER_PAYER);
  provider.pay('order_2', 'pay_2', { status: 'failed' });
  await expect(sendAsRavi()).rejects.toMatchObject(OTHER_PAYER);
  provider.pay('order_2', 'pay_3', { status: 'authorized', payer: asha });
  await expect(sendAsRavi()).rejects.toMatchObject(NOT_CONFIRMED);
});

test('a payment that nobody made yet is not confirmed while another registration waits for it', async () => {
  await insertOrder(database, 'order_0', { created_at: '2026-11-01' }, [REPLACED]);
  await insertOrder(database, 'order_1');
  await send();
  await expect(sendAsRavi()).rejects.toMatchObject(NOT_CONFIRMED);
  await insertPayment(database, 'pay_1', 'order_1');
  await refund(1);
  expect(await sendAsRavi()).toMatchObject(DONE);
});

test('an order of which nothing is known does not make up for one of which something may be', async () => {
  await insertOrder(database, 'order_1', { created_at: '2026-11-01' }, [REPLACED]);
  await insertOrder(database, 'order_2', { created_at: '2026-11-02' });
  provider.errors.set('order_1', new HttpError(503, 'Later.'));
  await expect(sendPaid()).rejects.toMatchObject(NOT_CONFIRMED);
  provider.errors.clear();
  expect(await sendPaid()).toMatchObject(DONE);
});

test('an order that is paid counts as paid, also while another attempt is authorized', async () => {
  await insertOrder(database, 'order_1');
  await send();
  provider.pay('order_1', 'pay_1', { payer: asha });
  provider.pay('order_1', 'pay_2', { status: 'authorized', payer: asha });
  await expect(sendAsRavi()).rejects.toMatchObject(OTHER_PAYER);
});

test('of two students who have paid it is told about the one that it names', async () => {
  await insertPaid(1, ravi);
  await sendAsRavi({});
  await insertPaid(2, asha);
  await send();
  await expect(sendPaid({ city: 'Ajmer' })).rejects.toMatchObject(OTHER_DETAILS);
});

test('a student who registered without paying has not paid with other details', async () => {
  await sendAsRavi({});
  await insertPaid(1, asha);
  await send();
  await expect(send({ name: ravi.student, city: 'Ajmer' }, PAID)).rejects.toMatchObject(OTHER_PAYER);
});

test('a surplus of another registration counts as paid until it is refunded', async () => {
  await send();
  await insertOrder(database, 'order_1', {}, [assignmentFact(1, evidenceLevels.named)]);
  await insertRow(database, 'payments', { id: 'pay_1', order_id: 'order_1', ...asha });
  await happen(database, 'order_1', { ...paymentFact('pay_1'), paidElsewhere: [1] });
  await expect(sendPaid({ city: 'Ajmer' })).rejects.toMatchObject(OTHER_DETAILS);
  await refund(1);
  expect(await sendPaid({ city: 'Ajmer' })).toMatchObject(DONE);
});

describe('a registration that comes again', () => {
  const registration: StoredFields = {
    ...registrationDetails('asha@schüle.example'),
    name: 'Zoë Verma',
    city: 'Sawai Madhopur',
  };
  const entries = Object.entries(registration);
  const texts = entries.filter(([, value]) => typeof value === 'string').map(([name]) => name);

  /** Returns the registration with one text written in another way. */
  const rewritten = (name: string, rewrite: (text: string) => string): StoredFields => ({
    ...registration,
    [name]: rewrite(String(registration[name])),
  });
  const withEachText = (rewrite: (text: string) => string) => texts.map((name) => rewritten(name, rewrite));
  const inOrder = (fields: typeof entries) => [Object.fromEntries(fields)];
  const idOf = async (fields: StoredFields) => (await storeSubmission(database, 'registration', fields)).id;

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
  ])('%s is the same', async (_, others) => {
    const first = await idOf(registration);
    for (const other of nonEmpty(others)) expect(await idOf(other), JSON.stringify(other)).toBe(first);
  });

  const exchanged = (one: string, other: string): StoredFields => ({
    ...registration,
    [one]: registration[other] ?? '',
    [other]: registration[one] ?? '',
  });

  test('with another value in any field, or with the values of two exchanged, is another one', async () => {
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
