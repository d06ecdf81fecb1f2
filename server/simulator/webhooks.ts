import { signWebhook } from '../payments/webhook.ts';
import type { Scenario } from './scenarios.ts';
import { createId, type SimulatedPayment, type SimulatedRefund } from './store.ts';

/** Sends the provider's webhooks in the background; one that fails is not sent again. */
export type WebhookSender = {
  /** Sends the events of a payment. */
  sendForPayment(payment: SimulatedPayment, scenario: Scenario): void;
  /** Sends the event of a refund, with its payment after it. */
  sendForRefund(refund: SimulatedRefund, payment: SimulatedPayment): void;
  /** Resolves when all webhooks are sent. */
  waitUntilSent(): Promise<void>;
};

const TIMEOUT_MS = 5_000;

type WebhookEvent = {
  id: string;
  name: string;
  payment: SimulatedPayment;
  refund?: SimulatedRefund;
};

/** @param url Returns the address to send to; called for each webhook. */
export function createWebhookSender(url: () => string, secret: string): WebhookSender {
  let allSent = Promise.resolve();

  async function deliver({ id, name, payment, refund }: WebhookEvent): Promise<void> {
    const body = JSON.stringify({
      entity: 'event',
      event: name,
      contains: refund ? ['refund', 'payment'] : ['payment'],
      payload: { payment: { entity: payment }, ...(refund && { refund: { entity: refund } }) },
      created_at: (refund ?? payment).created_at,
    });
    await fetch(url(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-event-id': id,
        'x-razorpay-signature': signWebhook(body, secret),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }

  async function deliverAll(events: readonly WebhookEvent[]): Promise<void> {
    for (const event of events) await deliver(event).catch(() => {});
  }

  function send(events: readonly WebhookEvent[]): void {
    const formerSent = allSent;
    allSent = deliverAll(events).then(() => formerSent);
  }

  return {
    sendForPayment: (payment, scenario) => send(applyScenario(eventsForPayment(payment), scenario)),
    sendForRefund: (refund, payment) => send([{ ...createEvent('refund.processed', payment), refund }]),
    async waitUntilSent() {
      await allSent;
    },
  };
}

const createEvent = (name: string, payment: SimulatedPayment): WebhookEvent => ({
  id: createId('evt'),
  name,
  payment,
});

function eventsForPayment(payment: SimulatedPayment): WebhookEvent[] {
  if (payment.status === 'failed') return [createEvent('payment.failed', payment)];
  return [createEvent('payment.captured', payment), createEvent('order.paid', payment)];
}

function applyScenario(events: WebhookEvent[], scenario: Scenario): WebhookEvent[] {
  if (scenario === 'webhook-duplicated') return events.flatMap((each) => [each, each]);
  if (scenario !== 'webhook-reordered') return events;
  const late = events.map(({ payment }) =>
    createEvent('payment.failed', { ...payment, id: createId('pay'), status: 'failed', captured: false }),
  );
  return [...events.toReversed(), ...late, ...events];
}
