import type { Payment } from '../../server/payments/entities.ts';
import type { PaymentMode } from '../../server/payments/paymentMode.ts';
import type { NewOrder, PaymentProvider } from '../../server/payments/provider.ts';

/** A payment provider without a network, whose responses tests set. */
export type MemoryProvider = Omit<PaymentProvider, 'key' | 'mode'> & {
  key: string;
  mode: PaymentMode;
  /** The payments of orders, newest first; an order that is not among them has none. */
  payments: Map<string, readonly Payment[]>;
  /** The error that every call throws, or every call about an order. */
  error: Error | undefined;
  errors: Map<string, Error>;
  /** The orders whose payments were asked for, in order. */
  asked: string[];
  /** The orders that were created; their ids are `order_new1` and so on. */
  created: NewOrder[];
  /** Returns a captured payment of the fee for an order, and adds it to those of the order. */
  pay(orderId: string, id: string, more?: Partial<Payment>): Payment;
};

/** The only signature that the provider has made. */
export const PROVIDER_SIGNATURE = 'a'.repeat(64);

/** Returns a provider with live keys. */
export function createMemoryProvider(): MemoryProvider {
  const provider: MemoryProvider = {
    key: 'rzp_live_key',
    mode: 'live',
    payments: new Map(),
    error: undefined,
    errors: new Map(),
    asked: [],
    created: [],
    pay(orderId, id, more = {}) {
      const payment = paymentOf(orderId, id, more);
      provider.payments.set(orderId, [payment, ...(provider.payments.get(orderId) ?? [])]);
      return payment;
    },
    async createOrder(order) {
      if (provider.error) throw provider.error;
      provider.created.push(order);
      return `order_new${provider.created.length}`;
    },
    async listPayments(orderId) {
      provider.asked.push(orderId);
      const error = provider.error ?? provider.errors.get(orderId);
      if (error) throw error;
      return [...(provider.payments.get(orderId) ?? [])];
    },
    isSigned: ({ orderId, paymentId, signature }) =>
      signature === PROVIDER_SIGNATURE &&
      (provider.payments.get(orderId) ?? []).some(({ id }) => id === paymentId),
  };
  return provider;
}

/** Returns a captured payment of the fee. */
export const paymentOf = (orderId: string, id: string, more: Partial<Payment> = {}): Payment => ({
  ...{ id, orderId, amount: 200_000, currency: 'INR', status: 'captured', refunded: 0, payer: null },
  ...{ createdAt: null, ...more },
});
