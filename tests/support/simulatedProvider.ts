import { openDatabase } from '../../server/database/index.ts';
import { createApp } from '../../server/http/index.ts';
import { sign } from '../../server/payments/provider.ts';
import { WEBHOOK_PATH } from '../../server/payments/webhook.ts';
import { startSimulator } from '../../server/simulator/index.ts';
import type { DataOptions } from './serverPrograms.ts';

/** The payment simulator as the provider of a service; webhooks are sent on request. */
export type SimulatedProvider = {
  /** Address of its checkout. */
  url: string;
  /** The payment options of a service that uses it. */
  options: { keyId: string; keySecret: string; webhookSecret: string; apiUrl: string };
  /** Makes an attempt to pay, as the checkout's window does; a successful one unless `more` differs. */
  attempt(order: PayableOrder, more?: Record<string, unknown>): Promise<Response>;
  /** Pays an order in the checkout; returns the argument of the checkout's handler. */
  pay(order: PayableOrder, notes?: Record<string, string>): Promise<CheckoutResponse>;
  /** Sends a service the webhook of a captured payment. */
  sendWebhook(serviceUrl: string, paymentId: string): Promise<void>;
  /** Returns the attempts to pay an order from its API. */
  listPayments(orderId: string): Promise<object[]>;
  /** Refunds a payment, in full unless an amount in paise is given. */
  refund(paymentId: string, amount?: number): Promise<Response>;
  close(): Promise<void>;
};

export type PayableOrder = {
  id: string;
  amount: number;
  key: string;
};

export type CheckoutResponse = {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
};

/**
 * @param data The simulator's own database.
 * @param webhookUrl Returns the address that it sends webhooks to by itself; unreachable unless given.
 */
export async function startSimulatedProvider(
  data: DataOptions,
  webhookUrl = () => 'http://127.0.0.1:9',
  webhookSecret = 'webhook secret',
): Promise<SimulatedProvider> {
  const database = await openDatabase(data);
  const simulator = await startSimulator({ database, scenario: 'success', webhookSecret, webhookUrl });
  const app = await createApp({});
  await simulator.registerRoutes(app);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { keyId, keySecret, apiUrl } = simulator;
  const paid = new Map<string, object>();
  const authorization = `Basic ${btoa(`${keyId}:${keySecret}`)}`;

  const attempt: SimulatedProvider['attempt'] = ({ id, amount, key }, more) =>
    fetch(`${url}/simulator/orders/${id}/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, amount, action: 'pay', scenario: 'success', ...more }),
    });

  return {
    url,
    options: { keyId, keySecret, webhookSecret, apiUrl },
    attempt,

    async pay(order, notes) {
      const { id, amount } = order;
      const response = await attempt(order, { notes });
      if (!response.ok) throw new Error(`The payment was refused: ${await response.text()}`);
      const checkoutResponse: CheckoutResponse = await response.json();
      const entity = { id: checkoutResponse.razorpay_payment_id, order_id: id, amount, currency: 'INR' };
      paid.set(entity.id, { ...entity, status: 'captured', notes: notes ?? [] });
      return checkoutResponse;
    },

    async sendWebhook(serviceUrl, paymentId) {
      const entity = paid.get(paymentId);
      const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
      const response = await fetch(`${serviceUrl}${WEBHOOK_PATH}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-razorpay-signature': sign(body, webhookSecret),
          'x-razorpay-event-id': `evt_${paymentId}`,
        },
        body,
      });
      if (!response.ok) throw new Error('The webhook was refused.');
    },

    async listPayments(orderId) {
      const list = await fetch(`${apiUrl}/v1/orders/${orderId}/payments`, { headers: { authorization } });
      return (await list.json()).items;
    },

    refund: (paymentId, amount) =>
      fetch(`${apiUrl}/v1/payments/${paymentId}/refund`, {
        method: 'POST',
        headers: { authorization, ...(amount && { 'content-type': 'application/json' }) },
        body: amount ? JSON.stringify({ amount }) : null,
      }),

    async close() {
      await app.close();
      await simulator.close();
      await database.close();
    },
  };
}
