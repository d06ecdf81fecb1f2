import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ProviderFault,
  providerFaults,
  type StoredPayments,
  type WebhookStep,
  webhookFaults,
} from '../../support/faults/serverFaults.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import type { FakeProvider } from '../fakeProvider.ts';
import {
  createPaymentFixture,
  fastestDatabase,
  type JsonResponse,
  listedOrders,
  listedSubmissions,
  newEmail,
  orderBody,
  type PaymentFixture,
  postJson,
  postWebhook,
  registrationBody,
} from '../serviceFixture.ts';

/** Every fault of the provider's answers and of its webhooks: what the caller is answered, and what is stored. */

let paymentFixture: PaymentFixture;
let provider: FakeProvider;

beforeAll(async () => {
  paymentFixture = await createPaymentFixture(fastestDatabase);
  ({ provider } = paymentFixture);
});
afterAll(() => paymentFixture.remove());
beforeEach(() => {
  provider.behaviour = 'normal';
  provider.rewrite = (text) => text;
  provider.delayMs = 0;
});

const createOrder = (email: string) =>
  postJson(`${paymentFixture.service.url}/create-order`, orderBody(email));
const register = (email: string) =>
  postJson(`${paymentFixture.service.url}/api/register`, registrationBody(email));

async function storedOf(email: string): Promise<StoredPayments> {
  const { fixture } = paymentFixture;
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
    'its answer comes too late': () => ({ delayMs: provider.options.timeoutMs + 200 }),
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
      provider.pay((await createOrder(email)).body.order?.id ?? '');
    const outcomeOf = async (email: string, { status, body }: JsonResponse) => ({
      ...{ status, error: body.error ?? null },
      ...(await storedOf(email)),
    });

    const { delayMs, behaviour, rewrite } = provider;
    Object.assign(provider, causeOf.get(fault)?.(otherOrder));
    const responses = await Promise.all([
      createOrder(newOrder),
      createOrder(paidOrder),
      register(registration),
    ]);
    Object.assign(provider, { delayMs, behaviour, rewrite });
    expect({
      newOrder: await outcomeOf(newOrder, responses[0]),
      paidOrder: await outcomeOf(paidOrder, responses[1]),
      registration: await outcomeOf(registration, responses[2]),
    }).toEqual(row);

    const repeated = [createOrder(newOrder), createOrder(paidOrder), register(registration)];
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

describe('a webhook', () => {
  const countConfirmations = async () => {
    const mails = await paymentFixture.fixture.operator.mails();
    return mails.filter(({ kind }) => kind === 'confirmation').length;
  };

  test.each(Object.entries(webhookFaults))('%s', async (_, { steps, status, error, stored }) => {
    const email = newEmail();
    const orderId = (await createOrder(email)).body.order?.id ?? '';
    const confirmations = await countConfirmations();

    const post = (body: string, secret: string, headers: Record<string, string> = {}) =>
      postWebhook(paymentFixture.service.url, body, secret, headers);
    const signed = (body: string, id: string) =>
      post(body, provider.options.webhookSecret, { 'x-razorpay-event-id': `${id}_${orderId}` });
    const eventOf = (more: Record<string, unknown> = {}, event = 'payment.captured') => {
      const entity = { id: `pay_${orderId}`, order_id: orderId, amount: 200_000, currency: 'INR' };
      const payment = { entity: { ...entity, status: 'captured', ...more } };
      return JSON.stringify({ event, payload: { payment } });
    };
    const executors: Record<WebhookStep, () => Promise<JsonResponse>> = {
      registered: () => register(email),
      paid: async () => {
        provider.pay(orderId, { id: `pay_${orderId}` });
        return createOrder(email);
      },
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
      'of 20 rupees': () => signed(eventOf({ amount: 2000 }), 'evt_1'),
      'in dollars': () => signed(eventOf({ currency: 'USD' }), 'evt_1'),
      'of another order': () => signed(eventOf({ order_id: 'order_of_another_shop' }), 'evt_1'),
      'without a signature': () => postJson(`${paymentFixture.service.url}/api/webhooks/razorpay`, eventOf()),
      'with another signature': () => post(eventOf(), 'another secret'),
      'a page': () => signed('<!doctype html>', 'evt_1'),
    };
    let last: JsonResponse | undefined;
    for (const step of steps) last = await executors[step]();
    expect({ status: last?.status, error: last?.body.error ?? null }).toEqual({ status, error });
    expect({
      ...(await storedOf(email)),
      confirmations: (await countConfirmations()) - confirmations,
    }).toEqual(stored);
  });
});
