import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  areSignaturesEqual,
  createRazorpayProvider,
  type PaymentProvider,
  RefusedError,
  signPayment,
} from '../../server/payments/provider.ts';

/** What the client of the provider sends, and which responses it takes. */

type Received = {
  method: string | undefined;
  url: string | undefined;
  authorization: unknown;
  type: unknown;
  body: string;
};

const UNAVAILABLE = 'The payment provider cannot be reached. Please try again in a moment.';
const REFUSED = 'The payment provider did not accept the request. Please try again later.';

let server: Server;
let url: string;
let provider: PaymentProvider;
let received: Received[] = [];
/** Undefined while the server does not respond. */
let response: { status: number; body: string } | undefined;

async function respond(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  const { authorization, 'content-type': type } = headers;
  received.push({ method, url, authorization, type, body: await text(request) });
  if (response) reply.writeHead(response.status, { 'content-type': 'application/json' }).end(response.body);
}

beforeAll(async () => {
  server = createServer((request, reply) => void respond(request, reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  url = `http://127.0.0.1:${port}`;
  provider = createRazorpayProvider({ keyId: 'rzp_live_1', keySecret: 'secret', apiUrl: `${url}/` });
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const price = { amount: 200_000, currency: 'INR', receipt: 'receipt 1' };
const order = { id: 'order_1', amount: price.amount, currency: price.currency };

/** Calls the provider, which responds as given. */
function call<T>(work: () => Promise<T>, body: unknown, status = 200): Promise<T> {
  received = [];
  response = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  return work();
}

const createOrder = (body: unknown, status?: number) => call(() => provider.createOrder(price), body, status);

test('an order is asked for with its amount, its currency and its receipt, under the key', async () => {
  expect(await createOrder(order)).toBe('order_1');
  expect(received).toEqual([
    {
      method: 'POST',
      url: '/v1/orders',
      authorization: `Basic ${btoa('rzp_live_1:secret')}`,
      type: 'application/json',
      body: expect.any(String),
    },
  ]);
  // Facts of the provider: minutes, and what it does with a payment that is not captured by then.
  const capture_options = {
    ...{ automatic_expiry_period: 12, manual_expiry_period: 7200, refund_speed: 'normal' },
  };
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    ...price,
    payment: { capture: 'automatic', capture_options },
  });
});

test('the address of the provider may end without a slash, and the key names the mode unless one is given', async () => {
  const options = { keyId: 'rzp_test_1', keySecret: 'secret', apiUrl: url };
  const other = createRazorpayProvider(options);
  expect(await call(() => other.createOrder(price), order)).toBe('order_1');
  expect(received[0]?.url).toBe('/v1/orders');
  expect([provider.key, provider.mode, other.key, other.mode]).toEqual([
    ...['rzp_live_1', 'live', 'rzp_test_1', 'test'],
  ]);
  expect(createRazorpayProvider({ ...options, mode: 'simulated' }).mode).toBe('simulated');
});

test.each([
  ['a higher amount', { ...order, amount: 200_001 }],
  ['a lower amount', { ...order, amount: 199_999 }],
  ['the amount in rupees', { ...order, amount: 2000 }],
  ['the amount as a text', { ...order, amount: '200000' }],
  ['no amount', { ...order, amount: undefined }],
  ['another currency', { ...order, currency: 'USD' }],
  ['the currency in small letters', { ...order, currency: 'inr' }],
  ['no currency', { ...order, currency: undefined }],
  ['no id', { ...order, id: undefined }],
  ['an empty id', { ...order, id: '' }],
  ['a number as id', { ...order, id: 7 }],
  ['a list', [order]],
  ['nothing', null],
])('an order with %s is refused', async (_, body) => {
  const error = await createOrder(body).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RefusedError);
  expect(error).toMatchObject({ statusCode: 502, message: REFUSED, isUnknownId: false });
});

test.each([
  [400, true],
  [404, true],
  [401, false],
  [403, false],
  [429, false],
])('a response with status %i says that an id is unknown: %s', async (status, isUnknownId) => {
  const error = await createOrder({ error: {} }, status).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RefusedError);
  expect(error).toMatchObject({ statusCode: 502, message: REFUSED, isUnknownId });
});

test.each([
  [400, 502],
  [401, 502],
  [500, 503],
  [503, 503],
])('a response with status %i is an error with status %i, whatever its body', async (status, expected) => {
  const message = expected === 503 ? UNAVAILABLE : REFUSED;
  await expect(createOrder(order, status)).rejects.toMatchObject({ statusCode: expected, message });
});

test('a response that is no JSON means that the provider is unavailable', async () => {
  await expect(createOrder('<html>')).rejects.toMatchObject({
    ...{ statusCode: 503, message: UNAVAILABLE, cause: expect.any(SyntaxError) },
  });
});

test('a provider that does not respond in time, or cannot be reached, is unavailable', async () => {
  const options = { keyId: 'rzp_live_1', keySecret: 'secret', apiUrl: url };
  response = undefined;
  const silent = createRazorpayProvider({ ...options, timeoutMs: 50 }).createOrder(price);
  await expect(silent).rejects.toMatchObject({
    ...{ statusCode: 503, message: UNAVAILABLE, cause: { name: 'TimeoutError' } },
  });
  const unreachable = createRazorpayProvider({ ...options, apiUrl: 'http://127.0.0.1:1' }).createOrder(price);
  await expect(unreachable).rejects.toMatchObject({
    ...{ statusCode: 503, message: UNAVAILABLE, cause: expect.any(TypeError) },
  });
});

test('a call may take ten seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  await createOrder(order);
  expect(timeout.mock.calls).toEqual([[10_000]]);
  timeout.mockRestore();
});

test('a payment is signed with HMAC-SHA256 of its order and its id', () => {
  // Computed with `printf 'order_1|pay_1' | openssl dgst -sha256 -hmac secret`.
  const signature = '52115a0d3400de9e86aade1f1b6eba9e8974604f4e267a9e9a16633a4c8dd2cb';
  expect(signPayment('order_1', 'pay_1', 'secret')).toBe(signature);
  const proof = { orderId: 'order_1', paymentId: 'pay_1', signature };
  expect(provider.isSigned(proof)).toBe(true);
  const others = [{ orderId: 'order_2' }, { paymentId: 'pay_2' }, { signature: signature.toUpperCase() }];
  expect(others.map((more) => provider.isSigned({ ...proof, ...more }))).toEqual([false, false, false]);
});

test.each([
  ['abc', 'abc', true],
  ['abc', 'abd', false],
  ['abc', 'abcd', false],
  ['abc', '', false],
  ['é', 'ab', false],
  ['é', 'e', false],
])('the signature %s and the given one %s are equal: %s', (expected, given, areEqual) => {
  expect(areSignaturesEqual(expected, given)).toBe(areEqual);
});

const payment = {
  id: 'pay_1',
  order_id: 'order_1',
  amount: 200_000,
  currency: 'INR',
  status: 'captured',
  amount_refunded: 500,
  created_at: 1_700_000_000,
  notes: { student: 'Asha', phone: '9876543210' },
};

test('payments are read with each value in its place, and one that is not understood is left out', async () => {
  const broken = [
    ...[{ id: '' }, { order_id: undefined }, { amount: -1 }, { amount: 0.5 }, { amount: '200000' }],
    ...[{ currency: 'inr' }, { status: 'Captured' }, { amount_refunded: -1 }, { created_at: 'today' }],
  ].map((wrong) => ({ ...payment, ...wrong }));
  const items = [payment, ...broken, { ...payment, id: 'pay_2', notes: [], created_at: null }];
  const read = {
    id: 'pay_1',
    orderId: 'order_1',
    amount: 200_000,
    currency: 'INR',
    status: 'captured',
    refunded: 500,
    payer: { student: 'Asha', phone: '9876543210' },
    createdAt: 1_700_000_000,
  };
  expect(await call(() => provider.listPayments('order/1'), { items })).toEqual([
    read,
    { ...read, id: 'pay_2', payer: null, createdAt: null },
  ]);
  expect(received).toMatchObject([{ method: 'GET', url: '/v1/orders/order%2F1/payments', body: '' }]);
});

test.each([[{ items: {} }], [{}], [null], [[payment]]])('%j is no list of payments', async (body) => {
  await expect(call(() => provider.listPayments('order_1'), body)).rejects.toMatchObject({ statusCode: 502 });
});
