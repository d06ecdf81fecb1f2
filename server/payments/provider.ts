import { CallError } from '../errors.ts';
import { isRecord, isText } from './values.ts';

/** What a payment is, at the provider: amounts in the currency's smallest unit (paise). */
export interface Payment {
  id: string;
  orderId: string;
  amount: number;
  currency: string;
  status: string;
}

export interface NewOrder {
  /** In paise. */
  amount: number;
  currency: string;
  /** Our own reference: unique, at most 40 characters. */
  receipt: string;
}

/** The payment provider's Orders API. Every call throws a CallError when the provider is away (503) or refuses (502). */
export interface Provider {
  /** The public key that a checkout is opened with. */
  readonly key: string;
  /** Makes an order; gives its id. */
  createOrder(order: NewOrder): Promise<string>;
  /** Every attempt to pay an order. */
  payments(orderId: string): Promise<Payment[]>;
}

export interface ProviderOptions {
  keyId: string;
  keySecret: string;
  /** Base address, without `/v1`. */
  apiUrl: string;
  timeoutMs: number;
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
    }).catch(away);
    if (response.status >= 500) throw away();
    const answer: unknown = await response.json().catch(away);
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
      return list.items.map(toPayment).filter((payment) => payment !== undefined);
    },
  };
}

/** Without it an account set to manual capture would give the money back after some days. */
const AUTOMATIC_CAPTURE = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 12, manual_expiry_period: 7200, refund_speed: 'normal' },
};

/** Reads a payment entity of the provider; undefined for anything else. */
export function toPayment(entity: unknown): Payment | undefined {
  if (!isRecord(entity)) return undefined;
  const { id, order_id, amount, currency, status } = entity;
  if (
    !isText(id) ||
    !isText(order_id) ||
    typeof amount !== 'number' ||
    !isText(currency) ||
    !isText(status)
  ) {
    return undefined;
  }
  return { id, orderId: order_id, amount, currency, status };
}

function away(cause?: unknown): never {
  throw new CallError(503, 'The payment provider cannot be reached. Please try again in a moment.', {
    cause,
  });
}

function refused(): CallError {
  return new CallError(502, 'The payment provider did not accept the request. Please try again later.');
}
