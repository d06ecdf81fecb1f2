import { signWebhook } from '../payments/webhook.ts';
import type { Scenario } from './scenarios.ts';
import { newId, type SimulatedPayment, type SimulatedRefund } from './store.ts';

/** Sends the provider's webhooks, in the background; what does not arrive is not sent again. */
export interface Webhooks {
  /** Tells of a payment. */
  announce(payment: SimulatedPayment, scenario: Scenario): void;
  /** Tells of a refund, and of its payment as it is then. */
  announceRefund(refund: SimulatedRefund, payment: SimulatedPayment): void;
  /** Resolves when nothing is under way any more. */
  finished(): Promise<void>;
}

const TIMEOUT_MS = 5_000;

interface Event {
  id: string;
  name: string;
  payment: SimulatedPayment;
  refund?: SimulatedRefund;
}

/** @param url Where to send them, asked for each time. */
export function webhooks(url: () => string, secret: string): Webhooks {
  const underWay = new Set<Promise<void>>();

  async function deliver({ id, name, payment, refund }: Event): Promise<void> {
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

  async function deliverAll(events: readonly Event[]): Promise<void> {
    for (const event of events) await deliver(event).catch(() => {});
  }

  function send(events: readonly Event[]): void {
    const work = deliverAll(events);
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }

  return {
    announce: (payment, scenario) => send(arranged(eventsOf(payment), scenario)),
    announceRefund: (refund, payment) => send([{ ...event('refund.processed', payment), refund }]),
    async finished() {
      await Promise.all(underWay);
    },
  };
}

const event = (name: string, payment: SimulatedPayment): Event => ({ id: newId('evt'), name, payment });

function eventsOf(payment: SimulatedPayment): Event[] {
  if (payment.status === 'failed') return [event('payment.failed', payment)];
  return [event('payment.captured', payment), event('order.paid', payment)];
}

function arranged(events: Event[], scenario: Scenario): Event[] {
  if (scenario === 'webhook-duplicated') return events.flatMap((each) => [each, each]);
  if (scenario !== 'webhook-reordered') return events;
  const late = events.map(({ payment }) =>
    event('payment.failed', { ...payment, id: newId('pay'), status: 'failed', captured: false }),
  );
  return [...events.toReversed(), ...late, ...events];
}
