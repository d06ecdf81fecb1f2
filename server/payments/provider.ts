import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderRefund } from '../../machines/order/order.types.ts';
import { registrationServiceMessages } from '../../machines/registration/registration.serviceMessages.ts';
import { HttpError } from '../shared/errors.ts';
import { isNonEmptyString, isRecord } from '../shared/json.ts';
import { type Payment, readPayment, readRefund } from './entities.ts';
import { modeOfKey, type PaymentMode } from './paymentMode.ts';

export type NewOrder = {
  /** In paise. */
  amount: number;
  currency: string;
  /** Reference of the order: unique, at most 40 characters. */
  receipt: string;
};

/** Proof of a successful payment, which the provider passes to the payer's browser. */
export type PaymentProof = {
  orderId: string;
  paymentId: string;
  signature: string;
};

/** Why a call to the provider fails, as a sentence goes on that begins with it. */
export const providerFailures = {
  unavailable: 'cannot be reached',
  tooManyCalls: 'gets too many calls',
  keys: 'refuses the keys: compare RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET with its own',
  refused: 'refuses to list orders',
};

export type ProviderFailure = keyof typeof providerFailures;

/** The payment provider. Its calls throw a ProviderError when it is unavailable (503) or refuses (502). */
export type PaymentProvider = {
  /** The public key of a checkout. */
  readonly key: string;
  readonly mode: PaymentMode;
  /** Creates an order and returns its id. */
  createOrder(order: NewOrder): Promise<string>;
  /** Every attempt to pay an order, newest first. */
  listPayments(orderId: string): Promise<Payment[]>;
  /** The refunds of a payment, whatever became of them. */
  listRefunds(paymentId: string): Promise<OrderRefund[]>;
  /** The failure of calls with these keys, if any. */
  checkKeys(): Promise<ProviderFailure | undefined>;
  /** Whether the provider has signed that this payment was made for this order. */
  isSigned(proof: PaymentProof): boolean;
};

/** A call to the provider has failed, or its response is not as it should be. */
export class ProviderError extends HttpError {
  readonly failure: ProviderFailure;
  /** Whether the provider knows nothing under the id that the request names. */
  readonly isUnknownId: boolean;

  /** @param status The status of the provider's response, where it is an error; 503 where there is none. */
  constructor(status = 200, cause?: unknown) {
    if (status >= 500 || status === 429)
      super(503, registrationServiceMessages.providerUnreachable, { cause });
    else super(502, registrationServiceMessages.providerRefused);
    this.failure = status >= 500 ? 'unavailable' : (failuresByStatus.get(status) ?? 'refused');
    this.isUnknownId = status === 400 || status === 404;
  }
}

const failuresByStatus = new Map<number, ProviderFailure>([
  [401, 'keys'],
  [403, 'keys'],
  [429, 'tooManyCalls'],
]);

export type ProviderOptions = {
  keyId: string;
  keySecret: string;
  /** The mode of the key unless given. */
  mode?: PaymentMode;
  /** Base address, without `/v1`. */
  apiUrl: string;
  /** How long one call may take, in milliseconds; 10 seconds unless given. */
  timeoutMs?: number | undefined;
  /** Is called for each call that fails in the end. */
  onFailure?: ((failure: ProviderFailure) => void) | undefined;
};

const TIMEOUT_MS = 10_000;

/** Pauses before a call is made again that the provider has refused because of their number, in milliseconds. */
const PAUSES_MS = [500, 1_000, 2_000];

/** The provider's signature, HMAC-SHA256 in hex: of the raw body of a webhook with its secret. */
export const sign = (text: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** The provider's signature of a payment, with the key's secret. */
export const signPayment = (orderId: string, paymentId: string, keySecret: string): string =>
  sign(`${orderId}|${paymentId}`, keySecret);

/** Compares in a time that does not depend on the position of the first difference. */
export function areSignaturesEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * A client of Razorpay's Orders API, at the provider or at the simulator.
 *
 * It uses `fetch` rather than the provider's Node SDK: the SDK supports neither another host nor a timeout, and turns a
 * network failure into a TypeError.
 */
export function createRazorpayProvider({
  keyId,
  keySecret,
  mode = modeOfKey(keyId),
  apiUrl,
  timeoutMs = TIMEOUT_MS,
  onFailure = () => {},
}: ProviderOptions): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  async function send(path: string, body: unknown, attempt = 0): Promise<unknown> {
    const response = await fetch(`${apiUrl.replace(/\/$/, '')}/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(throwProviderUnavailable);
    if (response.ok) return response.json().catch(throwProviderUnavailable);
    await response.body?.cancel();
    const pauseMs = PAUSES_MS[attempt];
    if (response.status !== 429 || pauseMs === undefined) throw new ProviderError(response.status);
    // Calls that were refused together are not to come together again.
    await sleep(pauseMs * (1 + Math.random()));
    return send(path, body, attempt + 1);
  }

  async function list<Entity>(path: string, read: (item: unknown) => Entity | undefined): Promise<Entity[]> {
    const body = await request(path);
    if (!isRecord(body) || !Array.isArray(body.items)) throw new ProviderError();
    return body.items.map(read).filter((entity) => entity !== undefined);
  }

  const request = (path: string, body?: unknown): Promise<unknown> =>
    send(path, body).catch((error: unknown) => {
      if (error instanceof ProviderError) onFailure(error.failure);
      throw error;
    });

  return {
    key: keyId,
    mode,

    async createOrder({ amount, currency, receipt }) {
      const order = await request('/orders', { amount, currency, receipt, payment: AUTOMATIC_CAPTURE });
      if (
        !isRecord(order) ||
        !isNonEmptyString(order.id) ||
        order.amount !== amount ||
        order.currency !== currency
      ) {
        throw new ProviderError();
      }
      return order.id;
    },

    listPayments: (orderId) => list(`/orders/${encodeURIComponent(orderId)}/payments`, readPayment),

    listRefunds: (paymentId) =>
      list(`/payments/${encodeURIComponent(paymentId)}/refunds?count=100`, readRefund),

    async checkKeys() {
      if (mode === 'simulated') return undefined;
      try {
        await request('/orders?count=1');
        return undefined;
      } catch (error) {
        if (error instanceof ProviderError) return error.failure;
        throw error;
      }
    },

    isSigned: ({ orderId, paymentId, signature }) =>
      areSignaturesEqual(signPayment(orderId, paymentId, keySecret), signature),
  };
}

/** Without it an account with manual capture would refund the payment after some days. */
const AUTOMATIC_CAPTURE = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 12, manual_expiry_period: 7200, refund_speed: 'normal' },
};

function throwProviderUnavailable(cause: unknown): never {
  throw new ProviderError(503, cause);
}
