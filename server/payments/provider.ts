import { createHmac, timingSafeEqual } from 'node:crypto';
import { CallError } from '../errors.ts';
import { type Payment, readPayment } from './entities.ts';
import { isRecord, isText } from './values.ts';

export interface NewOrder {
  /** In paise. */
  amount: number;
  currency: string;
  /** Our own reference: unique, at most 40 characters. */
  receipt: string;
}

/** What the provider gives the payer's browser after a successful payment. */
export interface PaymentProof {
  orderId: string;
  paymentId: string;
  signature: string;
}

/** The payment provider. Its calls throw a CallError when it is unavailable (503) or refuses (502). */
export interface Provider {
  /** The public key that a checkout is opened with. */
  readonly key: string;
  /** Makes an order; gives its id. */
  createOrder(order: NewOrder): Promise<string>;
  /** Every attempt to pay an order. */
  payments(orderId: string): Promise<Payment[]>;
  /** Whether the provider has signed that this payment was made for this order. */
  hasSigned(proof: PaymentProof): boolean;
}

export interface ProviderOptions {
  keyId: string;
  keySecret: string;
  /** Base address, without `/v1`. */
  apiUrl: string;
  timeoutMs: number;
}

/** The provider's signature of a payment: hex HMAC-SHA256 of `order|payment` with the key's secret. */
export const signPayment = (orderId: string, paymentId: string, keySecret: string): string =>
  createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest('hex');

/** Whether two signatures are equal, in a time that does not depend on where they differ. */
export function isSameSignature(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Razorpay's Orders API, at the provider or at the simulator.
 *
 * Two calls over `fetch` rather than the provider's Node SDK: the SDK takes neither another host nor a timeout, and
 * turns a network failure into a TypeError.
 */
export function razorpay({ keyId, keySecret, apiUrl, timeoutMs }: ProviderOptions): Provider {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  async function call(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${apiUrl.replace(/\/$/, '')}/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(unavailable);
    if (response.status >= 500) throw unavailable();
    const answer: unknown = await response.json().catch(unavailable);
    if (!response.ok) throw refused();
    return answer;
  }

  return {
    key: keyId,

    async createOrder({ amount, currency, receipt }) {
      const order = await call('/orders', { amount, currency, receipt, payment: AUTOMATIC_CAPTURE });
      if (!isRecord(order) || !isText(order.id) || order.amount !== amount || order.currency !== currency) {
        throw refused();
      }
      return order.id;
    },

    async payments(orderId) {
      const list = await call(`/orders/${encodeURIComponent(orderId)}/payments`);
      if (!isRecord(list) || !Array.isArray(list.items)) throw refused();
      return list.items.map(readPayment).filter((payment) => payment !== undefined);
    },

    hasSigned: ({ orderId, paymentId, signature }) =>
      isSameSignature(signPayment(orderId, paymentId, keySecret), signature),
  };
}

/** Without it an account set to manual capture would give the money back after some days. */
const AUTOMATIC_CAPTURE = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 12, manual_expiry_period: 7200, refund_speed: 'normal' },
};

function unavailable(cause?: unknown): never {
  throw new CallError(503, 'The payment provider cannot be reached. Please try again in a moment.', {
    cause,
  });
}

function refused(): CallError {
  return new CallError(502, 'The payment provider did not accept the request. Please try again later.');
}
