import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payerOf } from '../../../machines/registration/registration.rules.ts';
import { isCaptured, readDispute, readPayment } from '../../../server/payments/entities.ts';
import {
  type ProviderFault,
  providerFaults,
  type StoredPayments,
  type WebhookStep,
  webhookFaults,
} from '../../support/faults/serverFaults.ts';
import { times } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { registrationDetails } from '../../support/serverProcess.ts';
import type { FakeProvider } from '../fakeProvider.ts';
import { shareFamily } from '../fixtures.ts';
import {
  fastestDatabase,
  type JsonResponse,
  listedMails,
  listedOrders,
  listedSubmissions,
  newEmail,
  newPhone,
  postJson,
  postWebhook,
  waitUntil,
} from '../serviceFixture.ts';

/** Every fault of the provider's answers and of its webhooks: the answer to the caller, and the stored rows. */

/** Bodies of any content. */
const BODIES = times(150, 1_500);

const family = shareFamily(fastestDatabase);
const { askForOrder: createOrder } = family;
beforeEach(() => Object.assign(family.provider, { rewrite: (text: string) => text, delayMs: 0 }));

async function storedOf(email: string): Promise<StoredPayments> {
  const { fixture } = family;
  const [orders, submissions] = await Promise.all([listedOrders(fixture), listedSubmissions(fixture)]);
  return {
    orders: orders
      .filter((order) => order.email === email)
      .map(({ state, payments }) => `${state}: ${payments.length} payments`),
    registrations: submissions
      .filter((line) => line.email === email)
      .map(({ paymentStatus }) => String(paymentStatus)),
  };
}

describe('the provider', () => {
  /** Replaces every value of a field in the text of a response. */
  const replace = (field: string, value: string) => (text: string) =>
    text.replaceAll(new RegExp(`"${field}":("[^"]*"|\\d+)`, 'g'), `"${field}":${value}`);

  const causes: Record<ProviderFault, (otherOrder: string) => Partial<FakeProvider>> = {
    'its answer comes too late': () => ({ delayMs: family.provider.options.timeoutMs + 200 }),
    'its answer is lost half-way': () => ({ rewrite: () => undefined }),
    'it answers with a page': () => ({ rewrite: () => '<!doctype html><title>Welcome</title>' }),
    'it answers with an error': () => ({ behaviour: 'serverError' }),
    'it refuses': () => ({ behaviour: 'clientError' }),
    'it answers with something else': () => ({ rewrite: () => '[{"id":7}]' }),
    'it answers with another amount': () => ({ rewrite: replace('amount', '2000') }),
    'it answers with another currency': () => ({ rewrite: replace('currency', '"USD"') }),
    'it answers with another order': (otherOrder) => ({
      rewrite: (text) =>
        replace(text.includes('"items"') ? 'order_id' : 'id', JSON.stringify(otherOrder))(text),
    }),
    'it has authorized every payment, and captured none': () => ({
      rewrite: replace('status', '"authorized"'),
    }),
    'it names every payment twice': () => ({
      rewrite: (text) => text.replace(/"items":\[(.+)\]/, '"items":[$1,$1]'),
    }),
  };
  const causeOf = new Map(Object.entries(causes));

  test.each(Object.entries(providerFaults))('%s', async (fault, { after, ...row }) => {
    const [other, ...emails] = [newEmail(), newEmail(), newEmail(), newEmail()];
    const [newOrder = '', paidOrder = '', registration = ''] = emails;
    const otherOrder = (await createOrder(other)).body.order?.id ?? '';
    for (const email of [paidOrder, registration])
      family.provider.pay((await createOrder(email)).body.order?.id ?? '');
    const outcomeOf = async (email: string, { status, body }: JsonResponse) => ({
      ...{ status, error: body.error ?? null },
      ...(await storedOf(email)),
    });

    const { delayMs, behaviour, rewrite } = family.provider;
    Object.assign(family.provider, causeOf.get(fault)?.(otherOrder));
    const responses = await Promise.all([
      createOrder(newOrder),
      createOrder(paidOrder),
      family.register({ email: registration }),
    ]);
    Object.assign(family.provider, { delayMs, behaviour, rewrite });
    expect({
      newOrder: await outcomeOf(newOrder, responses[0]),
      paidOrder: await outcomeOf(paidOrder, responses[1]),
      registration: await outcomeOf(registration, responses[2]),
    }).toEqual(row);

    const register = family.register({ email: registration });
    const repeated = [createOrder(newOrder), createOrder(paidOrder), register];
    for (const { status } of nonEmpty(await Promise.all(repeated))) expect(status).toBe(200);
    expect({
      newOrder: await storedOf(newOrder),
      paidOrder: await storedOf(paidOrder),
      registration: await storedOf(registration),
    }).toEqual(after);
    expect(await storedOf(other), 'the other order').toEqual({
      orders: ['open: 0 payments'],
      registrations: [],
    });
  });
});

test('a family enrols while a round runs and the provider gets too many calls', async () => {
  const { provider } = family;
  await family.restart(() =>
    family.fixture.execute(
      `insert into orders (id, email, amount, currency, receipt, key_id, payment_mode)
       select name, name, 200000, 'INR', name, 'rzp_key', 'live' from generate_series(1, 90), concat('unpaid', generate_series) name`,
    ),
  );
  provider.behaviour = 'tooManyCalls';
  const { requestCount } = provider;
  const creating = createOrder();
  await waitUntil(async () => provider.requestCount > requestCount + 1);
  provider.behaviour = 'normal';
  const { body } = await creating;
  provider.pay(body.order?.id ?? '');
  expect((await family.register()).body).toMatchObject({ paymentStatus: 'paid' });
  expect(provider.requestCount, 'the round goes on').toBeLessThan(requestCount + 90);
});

const anotherCourse = { course: 'Exam Prep' };

describe('a webhook', () => {
  const countMails = async (since: number) => {
    const kinds = (await listedMails(family.fixture)).slice(since).map(({ kind }) => kind);
    const count = (kind: string) => kinds.filter((each) => each === kind).length;
    return { confirmation: count('confirmation'), refundPromise: count('refundPromise') };
  };
  const tasksOf = async (email: string) =>
    (await listedOrders(family.fixture, true))
      .filter((order) => order.email === email)
      .map(({ task }) => task?.replace(/:.*/, ''));

  test.each(Object.entries(webhookFaults))('%s', async (_, { steps, status, error, stored }) => {
    const email = newEmail();
    const orderId = (await createOrder(email)).body.order?.id ?? '';
    const mailsBefore = (await listedMails(family.fixture)).length;
    // The child of another test is paid for under another address.
    const details = { email, phone: newPhone() };
    const register = (more: object = {}) => family.register({ ...details, ...more });
    const captureNext = async (more: object = {}) => {
      const order_id = (await createOrder(email)).body.order?.id ?? '';
      const notes = payerOf({ ...registrationDetails(email), ...details, ...more });
      return signed(eventOf({ id: `pay_${order_id}`, order_id, notes }), 'evt_next');
    };

    const post = (body: string, secret: string, headers: Record<string, string> = {}) =>
      postWebhook(family.service.url, body, secret, headers);
    const signed = (body: string, id: string) =>
      post(body, family.provider.options.webhookSecret, { 'x-razorpay-event-id': `${id}_${orderId}` });
    const eventOf = (more: Record<string, unknown> = {}, event = 'payment.captured') => {
      const entity = { id: `pay_${orderId}`, order_id: orderId, amount: 200_000, currency: 'INR' };
      const payment = { entity: { ...entity, status: 'captured', ...more } };
      return JSON.stringify({ event, payload: { payment } });
    };
    const executors: Record<WebhookStep, () => Promise<JsonResponse>> = {
      registered: () => register(),
      'registered for another course': () => register(anotherCourse),
      'registered with other details': () => register({ city: 'Ajmer' }),
      paid: async () => {
        family.provider.pay(orderId, { id: `pay_${orderId}` });
        return createOrder(email);
      },
      'paid and registered under another address': async () => {
        const other = newEmail();
        family.provider.pay((await createOrder(other)).body.order?.id ?? '');
        return register({ email: other });
      },
      'captured for another course': () => captureNext(anotherCourse),
      'captured a second time': () => captureNext(),
      captured: () => signed(eventOf(), 'evt_1'),
      'captured again': () => signed(eventOf(), 'evt_1'),
      'captured under another id and name': () => signed(eventOf({}, 'order.paid'), 'evt_2'),
      'captured under the id of the failure': () => signed(eventOf(), 'evt_failed'),
      'captured, five times at once': async () => {
        const ids = ['evt_1', 'evt_1', 'evt_2', 'evt_3', 'evt_4'];
        const responses = await Promise.all(ids.map((id) => signed(eventOf(), id)));
        return responses.reduce((one, other) => (other.status > one.status ? other : one));
      },
      failed: () =>
        signed(eventOf({ id: `pay_failed_${orderId}`, status: 'failed' }, 'payment.failed'), 'evt_failed'),
      'failed, then authorized': async () => {
        await signed(eventOf({ status: 'failed' }, 'payment.failed'), 'evt_failed');
        return signed(eventOf({ status: 'authorized' }, 'payment.authorized'), 'evt_late');
      },
      'of 20 rupees': () => signed(eventOf({ amount: 2000 }), 'evt_1'),
      'in dollars': () => signed(eventOf({ currency: 'USD' }), 'evt_1'),
      'of another order': () => signed(eventOf({ order_id: 'order_of_another_shop' }), 'evt_1'),
      'without a signature': () => postJson(`${family.service.url}/api/webhooks/razorpay`, eventOf()),
      'with another signature': () => post(eventOf(), 'another secret'),
      'a page': () => signed('<!doctype html>', 'evt_1'),
    };
    let last: JsonResponse | undefined;
    for (const step of steps) last = await executors[step]();
    expect({ status: last?.status, error: last?.body.error ?? null }).toEqual({ status, error });
    expect({
      ...(await storedOf(email)),
      ...{ mails: await countMails(mailsBefore), tasks: await tasksOf(email) },
    }).toEqual(stored);
  });
});

/** Values that no field of a webhook should have. */
const odd = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    '\u0000',
    '\ud800',
    '__proto__',
    'undefined',
    Number.MAX_VALUE,
    -0,
    [],
    {},
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 4 }),
);

const entity = (order: string) =>
  fc.record(
    {
      id: fc.oneof(fc.constantFrom('pay_1', 'pay_2', 'rfnd_1'), odd),
      order_id: fc.oneof(fc.constant(order), odd),
      payment_id: fc.oneof(fc.constantFrom('pay_1', 'pay_2', 'pay_3'), odd),
      amount: fc.oneof(fc.constantFrom<unknown>(200_000, 2000, 0, 2 ** 31 - 1, 2 ** 53), odd),
      currency: fc.oneof(fc.constantFrom('INR', 'USD'), odd),
      status: fc.oneof(fc.constantFrom('captured', 'refunded', 'failed', 'processed'), odd),
      amount_refunded: fc.oneof(fc.constantFrom<unknown>(0, 1000, 2 ** 31 - 1, null), odd),
      created_at: fc.oneof(fc.constantFrom<unknown>(1_700_000_000, 0, 2 ** 31 - 1), odd),
      notes: fc.oneof(fc.record({ student: odd, phone: odd }), odd),
    },
    { requiredKeys: [] },
  );

const part = (order: string) => fc.oneof(fc.record({ entity: entity(order) }), odd);

const names = ['payment.captured', 'order.paid', 'refund.created', 'refund.processed', 'refund.failed'];

/** Bodies of webhooks, most of them about an order. */
const bodiesOf = (orderId: string) =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        event: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: odd }),
        payload: fc.oneof(
          {
            weight: 9,
            arbitrary: fc.record({ payment: part(orderId), refund: part(orderId) }),
          },
          { weight: 1, arbitrary: odd },
        ),
      }),
    },
    { weight: 1, arbitrary: odd },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '[[['.repeat(500),
        '{"__proto__":{"event":"order.paid"}}',
        `{"event":"order.paid","payload":{"payment":{"entity":{"order_id":"${orderId}","amount":1e999}}}}`,
        '['.repeat(9000),
      ),
    },
  );

describe('a webhook of any content', () => {
  let orderId: string;
  beforeAll(async () => {
    orderId = (await createOrder(newEmail())).body.order?.id ?? '';
  });
  const sendWebhook = (body: string, headers: Record<string, string> = {}) =>
    postWebhook(family.service.url, body, family.provider.options.webhookSecret, headers);

  const validPayment = { id: 'pay_1', order_id: '', amount: 200_000, currency: 'INR', status: 'captured' };

  test.each([
    { amount: -1 },
    { amount: 2 ** 31 },
    { amount: 0.5 },
    { amount: '200000' },
    { amount: null },
    { id: 'pay 1' },
    { id: 'x'.repeat(65) },
    { order_id: 'order\u0000' },
    { currency: 'inr' },
    { amount_refunded: 1e300 },
    { created_at: -5 },
    { status: 7 },
  ])('a payment with %j is refused with a sentence', async (odd) => {
    const entity = { ...validPayment, order_id: orderId, ...odd };
    const response = await sendWebhook(
      JSON.stringify({ event: 'order.paid', payload: { payment: { entity } } }),
    );
    expect(response).toMatchObject({ status: 400, body: { error: 'The webhook is not as it should be.' } });
  });

  test.each([
    [{ status: 'refunded' }, 200_000],
    [{ status: 'refunded', amount_refunded: null }, 200_000],
    [{ amount_refunded: 50_000 }, 50_000],
    [{ amount_refunded: 300_000 }, 200_000],
    [{}, 0],
  ])('a payment with %j has come, and %i paise of it were given back', (more, refunded) => {
    const payment = readPayment({ ...validPayment, order_id: 'order_1', ...more });
    expect(payment).toMatchObject({ refunded });
    expect(payment && isCaptured(payment)).toBe(true);
  });

  test('a dispute is responded to by a day in India', () => {
    const respond_by = Date.UTC(2026, 11, 1, 19) / 1000;
    expect(readDispute({ id: 'disp_1', payment_id: 'pay_1', respond_by })?.respondBy).toBe('2026-12-02');
  });

  test.each([{ order_id: null }, { order_id: undefined }, { order_id: 'order_of_another_shop' }])(
    'a payment with %j is acknowledged',
    async (other) => {
      const payload = { payment: { entity: { ...validPayment, ...other } } };
      expect((await sendWebhook(JSON.stringify({ event: 'payment.captured', payload }))).status).toBe(200);
    },
  );

  test('a service without a secret refuses every webhook', async () => {
    const { webhookSecret: _secret, ...payments } = family.provider.options;
    const { url } = await family.fixture.start({ payments });
    for (const secret of nonEmpty(['undefined', 'webhook secret']))
      expect((await postWebhook(url, '{}', secret)).status).toBe(503);
  });

  test('a webhook is taken with either secret while the secret is changed', async () => {
    const payments = { ...family.provider.options, webhookSecret: ' new secret, webhook secret ' };
    const { url } = await family.fixture.start({ payments });
    const statuses = ['new secret', 'webhook secret', 'new secret, webhook secret', ''].map(
      async (secret) => (await postWebhook(url, '{}', secret)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 400, 400]);
  });

  test.each(['x'.repeat(201), 'Zo\u00eb'])('an event with the id %s is refused', async (id) => {
    expect((await sendWebhook('{}', { 'x-razorpay-event-id': id })).status).toBe(400);
  });

  test.each([
    [256, 200],
    [257, 413],
  ])('a signed body of %i KB has the response %i', async (kilobytes, status) => {
    const body = JSON.stringify({ event: 'payment.downtime.started', payload: '' });
    const padding = ' '.repeat(kilobytes * 1024 - body.length);
    expect((await sendWebhook(`${body}${padding}`)).status).toBe(status);
  });

  test('a signed body never causes an error of the server', async () => {
    const { log } = family.fixture;
    log.length = 0;
    const idsOfOrders = async () => (await listedOrders(family.fixture)).map((line) => line.orderId);
    const orders = await idsOfOrders();
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(bodiesOf(orderId), async (generated) => {
        const { status } = await sendWebhook(
          typeof generated === 'string' ? generated : (JSON.stringify(generated) ?? ''),
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect([200, 400]).toContain(status);
      }),
      { numRuns: BODIES },
    );
    expect(statuses.get(200)).toBeGreaterThan(0);
    expect(statuses.get(400)).toBeGreaterThan(0);
    expect(log.join('')).not.toContain('failed');
    expect(await idsOfOrders()).toEqual(orders);
  });
});
