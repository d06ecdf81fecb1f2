import { sign } from '../payments/provider.ts';
import type { Scenario } from './scenarios.ts';
import { createId, type SimulatedOrder, type SimulatedPayment, type SimulatedRefund } from './store.ts';

/** Sends the provider's webhooks in the background; one that fails is not sent again. */
export type WebhookSender = {
  /** Sends the events of a payment, with its order after it. */
  sendForPayment(payment: SimulatedPayment, order: SimulatedOrder, scenario: Scenario): void;
  /** Sends the event of a refund, with its payment after it. */
  sendForRefund(refund: SimulatedRefund, payment: SimulatedPayment): void;
  /** Resolves when all webhooks are sent. */
  waitUntilSent(): Promise<void>;
};

const TIMEOUT_MS = 5_000;

/** The id of the provider's only account, in the provider's format. */
const ACCOUNT_ID = 'acc_simulator00000';

/** An event with the entities that it is about, by their types. */
type WebhookEvent = {
  id: string;
  name: string;
  entities: { payment: SimulatedPayment; order?: SimulatedOrder; refund?: SimulatedRefund };
};

/** @param url The address to send to; called for each webhook. */
export function createWebhookSender(url: () => string, secret: string): WebhookSender {
  let allSent = Promise.resolve();

  async function deliver({ id, name, entities }: WebhookEvent): Promise<void> {
    const payload = Object.entries(entities).map(([type, entity]) => [type, { entity }] as const);
    const body = JSON.stringify({
      entity: 'event',
      account_id: ACCOUNT_ID,
      event: name,
      contains: Object.keys(entities),
      payload: Object.fromEntries(payload),
      created_at: (entities.refund ?? entities.payment).created_at,
    });
    await fetch(url(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-event-id': id,
        'x-razorpay-signature': sign(body, secret),
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
    sendForPayment: (payment, order, scenario) =>
      send(applyScenario(eventsForPayment(payment, order), scenario)),
    sendForRefund: (refund, payment) => send([createEvent('refund.processed', { refund, payment })]),
    async waitUntilSent() {
      await allSent;
    },
  };
}

const createEvent = (name: string, entities: WebhookEvent['entities']): WebhookEvent => ({
  id: createId('evt'),
  name,
  entities,
});

function eventsForPayment(payment: SimulatedPayment, order: SimulatedOrder): WebhookEvent[] {
  if (!payment.captured) return [createEvent(`payment.${payment.status}`, { payment })];
  return [createEvent('payment.captured', { payment }), createEvent('order.paid', { payment, order })];
}

function applyScenario(events: WebhookEvent[], scenario: Scenario): WebhookEvent[] {
  if (scenario === 'webhook-duplicated') return events.flatMap((each) => [each, each]);
  if (scenario !== 'webhook-reordered') return events;
  const late = events.map(({ entities: { payment } }) =>
    createEvent('payment.failed', {
      payment: { ...payment, id: createId('pay'), status: 'failed', captured: false },
    }),
  );
  return [...events.toReversed(), ...late, ...events];
}
