import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRazorpayProvider, type PaymentProvider } from '../../server/payments/provider.ts';

/** What the client of the provider sends, and which responses it takes. */

type Received = { method: string | undefined; url: string | undefined; authorization: unknown; body: string };

let server: Server;
let provider: PaymentProvider;
let received: Received[] = [];
let response: { status: number; body: string };

beforeAll(async () => {
  server = createServer(async (request, reply) => {
    const { method, url, headers } = request;
    received.push({ method, url, authorization: headers.authorization, body: await text(request) });
    reply.writeHead(response.status, { 'content-type': 'application/json' }).end(response.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  provider = createRazorpayProvider({
    keyId: 'rzp_live_1',
    keySecret: 'secret',
    apiUrl: `http://127.0.0.1:${port}/`,
  });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

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
      body: expect.any(String),
    },
  ]);
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject(price);
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
  await expect(createOrder(body)).rejects.toMatchObject({ statusCode: 502 });
});

test.each([
  [400, 502],
  [401, 502],
  [500, 503],
  [503, 503],
])('a response with status %i is an error with status %i, whatever its body', async (status, expected) => {
  await expect(createOrder(order, status)).rejects.toMatchObject({ statusCode: expected });
});

test('a response that is no JSON means that the provider is unavailable', async () => {
  await expect(createOrder('<html>')).rejects.toMatchObject({ statusCode: 503 });
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
