import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Payment } from '../../server/payments/entities.ts';
import type { PaymentMode } from '../../server/payments/paymentMode.ts';
import type { PaymentProvider, ProviderFailure } from '../../server/payments/provider.ts';

/** A fake of Razorpay's Orders API that counts requests and whose faults tests can set. */
export type FakeProvider = {
  options: FakeProviderOptions;
  /** The options with another key of the same account. */
  optionsWithKey(keyId: string): FakeProviderOptions;
  /** Ids of the created orders, in order. */
  orderIds: string[];
  /** Whether it refuses to list payments of orders that it has not created, as the provider does. */
  refusesUnknownOrders: boolean;
  /** The ids of such orders for which it was asked. */
  unknownOrderIds: string[];
  /** Adds a payment of an order, captured and of the full amount unless `more` differs; returns its id. */
  pay(orderId: string, more?: Record<string, unknown>): string;
  updatePayment(paymentId: string, more: Record<string, unknown>): void;
  /** The refunds of payments. A payment with only a refunded amount has one refund, which is processed. */
  refunds: { id: string; payment_id: string; amount: number; status: string }[];
  /** The payments of an order, newest first. */
  paymentsOf(orderId: string): readonly object[];
  requestCount: number;
  /** The number of requests that make an order. */
  orderRequestCount: number;
  /** The kind of response from now on. */
  behaviour: 'normal' | 'unresponsive' | 'serverError' | 'clientError' | 'tooManyCalls';
  /** Changes the text of each successful response; undefined cuts it off half-way. */
  rewrite: (text: string) => string | undefined;
  /** Delay of each response, in milliseconds; concurrent calls overlap in it. */
  delayMs: number;
  close(): Promise<void>;
};

type FakeProviderOptions = {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  apiUrl: string;
  timeoutMs: number;
};

const AMOUNT = 200_000;

/** Starts a fake provider with one account, whose keys all have the same secret. */
export async function startFakeProvider(keyId = 'rzp_key'): Promise<FakeProvider> {
  const payments = new Map<string, { id: string; amount_refunded?: number }[]>();
  const keyIds = new Set([keyId]);
  const receipts = new Set<string>();
  let count = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, body: unknown) => {
      const text = JSON.stringify(body);
      const rewritten = status === 200 ? provider.rewrite(text) : text;
      const headers = { 'content-type': 'application/json' };
      if (rewritten !== undefined) return void response.writeHead(status, headers).end(rewritten);
      response.writeHead(status, { ...headers, 'content-length': text.length });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    };
    const body = await readText(request);
    provider.requestCount += 1;
    if (request.method === 'POST') provider.orderRequestCount += 1;
    await sleep(provider.delayMs);
    if (provider.behaviour === 'unresponsive') return;
    if (provider.behaviour === 'tooManyCalls') return send(429, { error: {} });
    if (provider.behaviour === 'serverError')
      return send(500, { error: { code: 'SERVER_ERROR', description: 'Oh' } });
    if (provider.behaviour === 'clientError')
      return send(400, { error: { code: 'BAD_REQUEST_ERROR', description: 'No' } });
    const [user, secret] = atob(request.headers.authorization?.replace('Basic ', '') ?? '').split(':');
    if (!keyIds.has(user ?? '') || secret !== 'secret') return send(401, { error: {} });
    const id = request.url?.match(/^\/v1\/orders\/([^/]+)\/payments$/)?.[1];
    if (id && provider.refusesUnknownOrders && !provider.orderIds.includes(id)) {
      provider.unknownOrderIds.push(id);
      return send(400, {
        error: { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' },
      });
    }
    const refunded = request.url?.match(/^\/v1\/payments\/([^/]+)\/refunds\?/)?.[1];
    if (refunded) return send(200, { entity: 'collection', items: refundsOf(refunded) });
    if (id || request.method === 'GET')
      return send(200, { entity: 'collection', items: payments.get(id ?? '') ?? [] });
    const order = JSON.parse(body);
    if (!isOrder(order, receipts))
      return send(400, { error: { code: 'BAD_REQUEST_ERROR', description: 'No' } });
    receipts.add(order.receipt);
    const made = `order_fake${process.pid}x${Math.trunc(performance.now() * 1000)}x${++count}`;
    provider.orderIds.push(made);
    return send(200, { id: made, status: 'created', ...order });
  };
  const refundsOf = (paymentId: string) => {
    const refunds = provider.refunds.filter(({ payment_id }) => payment_id === paymentId);
    const payment = [...payments.values()].flat().find(({ id }) => id === paymentId);
    const { amount_refunded: amount = 0 } = payment ?? {};
    const stated = { id: `rfnd_${paymentId}`, payment_id: paymentId, amount, status: 'processed' };
    return refunds.length > 0 || amount === 0 ? refunds : [stated];
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const provider: FakeProvider = {
    options: {
      keyId,
      keySecret: 'secret',
      webhookSecret: 'webhook secret',
      apiUrl: `http://127.0.0.1:${portOf(server.address())}`,
      timeoutMs: 1_000,
    },
    optionsWithKey(anotherKeyId) {
      keyIds.add(anotherKeyId);
      return { ...provider.options, keyId: anotherKeyId };
    },
    orderIds: [],
    refusesUnknownOrders: false,
    unknownOrderIds: [],
    behaviour: 'normal',
    rewrite: (text) => text,
    delayMs: 20,
    requestCount: 0,
    orderRequestCount: 0,
    pay(orderId, overrides = {}) {
      const id = `pay_${orderId}_${++count}`;
      const payment = {
        id,
        order_id: orderId,
        amount: AMOUNT,
        currency: 'INR',
        status: 'captured',
        ...overrides,
      };
      payments.set(orderId, [payment, ...(payments.get(orderId) ?? [])]);
      return id;
    },
    updatePayment(paymentId, overrides) {
      for (const each of [...payments.values()].flat())
        if (each.id === paymentId) Object.assign(each, overrides);
    },
    refunds: [],
    paymentsOf: (orderId) => payments.get(orderId) ?? [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}

/** Whether the provider takes a request for an order: its receipt has at most 40 characters, and is new. */
const isOrder = (
  { amount, currency, receipt }: Record<string, unknown>,
  receipts: ReadonlySet<unknown>,
): boolean =>
  Number.isInteger(amount) &&
  Number(amount) >= 100 &&
  currency === 'INR' &&
  /^.{1,40}$/.test(String(receipt)) &&
  !receipts.has(receipt);

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  return address.port;
}

/** A payment provider without a network, whose payments and errors tests set. */
export type MemoryProvider = Omit<PaymentProvider, 'key' | 'mode'> & {
  key: string;
  mode: PaymentMode;
  /** Why all calls fail, and the errors that calls about an order throw. */
  failure: ProviderFailure | undefined;
  errors: Map<string, Error>;
  /** The orders whose payments were asked for, in order. */
  asked: string[];
  /** Adds a captured payment of the fee to those of an order. */
  pay(orderId: string, id: string, more?: Partial<Payment>): void;
};

/** A provider with live keys. */
export function createMemoryProvider(): MemoryProvider {
  const payments: Payment[] = [];
  const provider: MemoryProvider = {
    key: 'rzp_live_key',
    mode: 'live',
    failure: undefined,
    errors: new Map(),
    asked: [],
    pay: (orderId, id, more) => void payments.unshift(paymentOf(orderId, id, more)),
    createOrder: async () => expect.unreachable('Nobody orders.'),
    checkKeys: async () => provider.failure,
    async listPayments(orderId) {
      provider.asked.push(orderId);
      const error = provider.errors.get(orderId);
      if (error) throw error;
      return payments.filter((payment) => payment.orderId === orderId);
    },
    listRefunds: async (paymentId) =>
      payments
        .filter(({ id, refunded }) => id === paymentId && refunded > 0)
        .map(({ id, refunded }) => ({
          id: `rfnd_${id}`,
          paymentId,
          amount: refunded,
          status: 'processed' as const,
        })),
    isSigned: () => false,
  };
  return provider;
}

/** A captured payment of the fee. */
export const paymentOf = (orderId: string, id: string, more: Partial<Payment> = {}): Payment => ({
  ...{ id, orderId, amount: 200_000, currency: 'INR', status: 'captured', refunded: 0, payer: null },
  ...{ createdAt: null, ...more },
});
