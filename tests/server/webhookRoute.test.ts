import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.types.ts';
import type { OrderEvent } from '../../server/payments/context.ts';
import { signWebhook, WEBHOOK_PATH, webhookRoute } from '../../server/payments/webhook.ts';
import { type DatabaseFixture, insertOrder, openDatabaseFixture } from './databaseFixture.ts';
import { createMemoryProvider } from './memoryProvider.ts';

/** Which webhooks are accepted, and what is recorded of them. */

const SECRET = 'webhook secret';

let testDatabase: DatabaseFixture;
let database: Database;
let app: FastifyInstance;
let onOrderEvent: (event: OrderEvent) => Promise<void>;

const appWith = (secret: string | undefined): FastifyInstance => {
  const instance = fastify();
  const context = { database, provider: createMemoryProvider() };
  webhookRoute(instance, { ...context, onOrderEvent: (_sql, event) => onOrderEvent(event) }, secret);
  return instance;
};

beforeAll(async () => {
  testDatabase = await openDatabaseFixture();
  database = testDatabase.database;
  app = appWith(SECRET);
});
afterAll(async () => {
  await app.close();
  await testDatabase.remove();
});
beforeEach(async () => {
  onOrderEvent = async () => {};
  await testDatabase.empty();
  await insertOrder(database, 'order_1');
});

const signed = (body: string) => ({ 'x-razorpay-signature': signWebhook(body, SECRET) });

async function send(body: unknown, headers: Record<string, string> = {}, to = app) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await to.inject({
    ...{ method: 'POST', url: WEBHOOK_PATH, payload },
    headers: { 'content-type': 'application/json', ...signed(payload), ...headers },
  });
  const { message, success } = response.json<{ message: string; success?: boolean }>();
  return [response.statusCode, message, ...(success ? [success] : [])];
}

const RECEIVED = [200, 'Event received.', true];
const WRONG_SIGNATURE = [400, 'The signature of the webhook is not right.'];
const WRONG_FORMAT = [400, 'The webhook is not as it should be.'];

const payment = { id: 'pay_1', order_id: 'order_1', amount: 200_000, currency: 'INR', status: 'captured' };
const refund = { id: 'rfnd_1', payment_id: 'pay_1', amount: 500, status: 'processed' };
const event = (name: unknown, payload: Record<string, unknown>) => ({
  event: name,
  payload: Object.fromEntries(Object.entries(payload).map(([type, entity]) => [type, { entity }])),
});
const captured = event('payment.captured', { payment });

/** Returns the ids of what is recorded. */
async function recorded(): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    'select id from payments union all select id from refunds order by id',
  );
  return rows.map(({ id }) => id);
}

test('the path and the signature are those that the provider is told and uses', () => {
  expect(WEBHOOK_PATH).toBe('/api/webhooks/razorpay');
  const hmac = 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8';
  expect(signWebhook('The quick brown fox jumps over the lazy dog', 'key')).toBe(hmac);
  expect(signWebhook(Buffer.from('The quick brown fox jumps over the lazy dog'), 'key')).toBe(hmac);
});

test.each([undefined, ''])('without a secret (%j) every webhook is refused', async (secret) => {
  const other = appWith(secret);
  const signature = { 'x-razorpay-signature': signWebhook(JSON.stringify(captured), secret ?? 'undefined') };
  expect(await send(captured, signature, other)).toEqual([503, 'Webhooks are not set up on this server.']);
  await other.close();
  expect(await recorded()).toEqual([]);
});

test.each([
  ['of other bytes', signWebhook(`${JSON.stringify(captured)} `, SECRET)],
  ['of another secret', signWebhook(JSON.stringify(captured), 'secret')],
  ['that is empty', ''],
])('a webhook with a signature %s is refused', async (_, signature) => {
  expect(await send(captured, { 'x-razorpay-signature': signature })).toEqual(WRONG_SIGNATURE);
  expect(await recorded()).toEqual([]);
});

test('a webhook without a body or without a signature is refused', async () => {
  const [empty, unsigned] = await Promise.all([
    app.inject({ method: 'POST', url: WEBHOOK_PATH, headers: signed('') }),
    app.inject({ method: 'POST', url: WEBHOOK_PATH, payload: captured }),
  ]);
  for (const response of [empty, unsigned])
    expect([response.statusCode, response.json().message]).toEqual(WRONG_SIGNATURE);
});

test('a webhook is signed as its bytes are, and only JSON is one', async () => {
  const body = `  ${JSON.stringify(captured)}\n`;
  expect(await send(body)).toEqual(RECEIVED);
  expect(await recorded()).toEqual(['pay_1']);
  expect((await send('{}', { 'content-type': 'text/plain' }))[0]).toBe(415);
});

test('a webhook has 256 KB at most', async () => {
  const body = JSON.stringify(captured);
  expect((await send(`${body}${' '.repeat(256 * 1024 + 1 - body.length)}`))[0]).toBe(413);
  expect(await send(`${body}${' '.repeat(256 * 1024 - body.length)}`)).toEqual(RECEIVED);
});

test('other routes of the server still read JSON', async () => {
  const other = appWith(SECRET);
  other.post('/api/x', async ({ body }) => body);
  const response = await other.inject({ method: 'POST', url: '/api/x', payload: { a: 1 } });
  expect(response.json()).toEqual({ a: 1 });
  await other.close();
});

test.each([
  ['payment.captured', { payment, refund }, ['pay_1']],
  ['order.paid', { payment, refund, order: { id: 'order_1' } }, ['pay_1']],
  ['refund.created', { payment, refund }, ['pay_1', 'rfnd_1']],
  ['refund.processed', { payment, refund }, ['pay_1', 'rfnd_1']],
  ['refund.failed', { payment, refund }, ['pay_1', 'rfnd_1']],
  ['refund.processed', { payment }, ['pay_1']],
  ['payment.authorized', { payment, refund }, []],
  ['', { payment, refund }, []],
  ['toString', { payment, refund }, []],
  [undefined, { payment, refund }, []],
  [['order.paid'], { payment, refund }, []],
])('of %j with %j is recorded: %j', async (name, payload, expected) => {
  expect(await send(event(name, payload))).toEqual(RECEIVED);
  expect(await recorded()).toEqual(expected);
});

test.each([null, [], [captured], 'text', 7, {}].map((body) => [body]))('%j is acknowledged', async (body) => {
  expect(await send(JSON.stringify(body))).toEqual(RECEIVED);
});

test.each([
  ...[undefined, null, 'text', [{ payment: { entity: payment } }]],
  ...[{ payment: undefined }, { payment: null }, { payment: 'text' }, { payment: {} }, { refund: null }],
  ...[{ refund: {} }, { payment: [payment] }],
])('an event with the payload %j is acknowledged', async (payload) => {
  expect(await send({ event: 'refund.processed', payload })).toEqual(RECEIVED);
  expect(await recorded()).toEqual([]);
});

test.each([
  { order_id: undefined },
  { order_id: null },
  { order_id: '' },
  { order_id: 7 },
  { order_id: 'order_2' },
])(
  'a payment of something else, with %j, is acknowledged and not recorded, its format is not looked at',
  async (more) => {
    const odd = more.order_id === 'order_2' ? {} : { amount: 'odd' };
    expect(await send(event('order.paid', { payment: { ...payment, ...odd, ...more } }))).toEqual(RECEIVED);
    expect(await recorded()).toEqual([]);
  },
);

test.each([
  ['payment', { payment: { ...payment, amount: '200000' } }],
  ['refund', { payment, refund: { ...refund, amount: '500' } }],
  ['refund that is nothing', { payment, refund: null }],
])('a %s of a wrong format is refused, and nothing is recorded', async (_, payload) => {
  expect(await send(event('refund.processed', payload), { 'x-razorpay-event-id': 'evt_1' })).toEqual(
    WRONG_FORMAT,
  );
  expect(await recorded()).toEqual([]);
  expect(await database.query('select id from webhook_events')).toEqual([]);
});

test('what is no JSON is refused', async () => {
  expect(await send('{"event":')).toEqual([400, 'The webhook is not JSON.']);
});

test('an event is recorded once', async () => {
  expect(await send(captured, { 'x-razorpay-event-id': 'evt_1' })).toEqual(RECEIVED);
  const other = event('order.paid', { payment: { ...payment, id: 'pay_2' } });
  expect(await send(other, { 'x-razorpay-event-id': 'evt_1' })).toEqual(RECEIVED);
  expect(await recorded()).toEqual(['pay_1']);
  expect(await send(other, { 'x-razorpay-event-id': 'evt_2' })).toEqual(RECEIVED);
  expect(await recorded()).toEqual(['pay_1', 'pay_2']);
  expect(await database.query('select id from webhook_events order by id')).toEqual([
    { id: 'evt_1' },
    { id: 'evt_2' },
  ]);
});

test.each<Record<string, string>>([{}, { 'x-razorpay-event-id': '' }])(
  'an event without an id (%j) is recorded, whichever came before',
  async (headers) => {
    for (const id of ['pay_1', 'pay_2'])
      expect(await send(event('order.paid', { payment: { ...payment, id } }), headers)).toEqual(RECEIVED);
    expect(await recorded()).toEqual(['pay_1', 'pay_2']);
    expect(await database.query('select id from webhook_events')).toEqual([]);
  },
);

test('an event that could not be recorded is recorded when it comes again', async () => {
  onOrderEvent = () => Promise.reject(new Error('The mail cannot be queued.'));
  await send(captured, { 'x-razorpay-event-id': 'evt_0' });
  const second = event('order.paid', { payment: { ...payment, id: 'pay_2' } });
  expect((await send(second, { 'x-razorpay-event-id': 'evt_1' }))[0]).toBe(500);
  expect(await recorded()).toEqual(['pay_1']);
  onOrderEvent = async () => {};
  expect(await send(second, { 'x-razorpay-event-id': 'evt_1' })).toEqual(RECEIVED);
  expect(await recorded()).toEqual(['pay_1', 'pay_2']);
});

test.each(['x', ' ~'.repeat(100)])('an event may have the id "%s"', async (id) => {
  expect(await send({}, { 'x-razorpay-event-id': `x${id.slice(1)}` })).toEqual(RECEIVED);
});

test.each(['x'.repeat(201), 'Zo\u00eb', '\u00ebx', 'x\ty'])(
  'an event may not have the id "%s"',
  async (id) => {
    expect(await send({}, { 'x-razorpay-event-id': id })).toEqual([
      ...[400, 'The id of the event is not as it should be.'],
    ]);
  },
);

test('a refund that failed counts no more, also as what the payment states', async () => {
  await send(event('refund.processed', { payment: { ...payment, amount_refunded: 200_000 }, refund }));
  const order = () => database.query('select closed from orders');
  expect(await order()).toEqual([{ closed: 'refunded' }]);
  await send(event('refund.processed', { payment }));
  expect(await order()).toEqual([{ closed: 'refunded' }]);
  await send(event('refund.failed', { payment, refund }));
  expect(await order()).toEqual([{ closed: null }]);
  expect(await database.query('select id, has_failed from refunds')).toEqual([
    { id: 'rfnd_1', has_failed: true },
  ]);
});

test('a refund fails by its status too, and succeeds else', async () => {
  await send(event('refund.created', { payment, refund }));
  await send(event('refund.created', { payment, refund: { ...refund, id: 'rfnd_2', status: 'failed' } }));
  expect(await database.query('select id, has_failed from refunds order by id')).toEqual([
    { id: 'rfnd_1', has_failed: false },
    { id: 'rfnd_2', has_failed: true },
  ]);
});
