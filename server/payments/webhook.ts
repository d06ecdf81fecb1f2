import type { FastifyInstance } from 'fastify';
import type { OrderRefund } from '../../machines/order/order.types.ts';
import { successBody } from '../http/responseBodies.ts';
import { HttpError } from '../shared/errors.ts';
import { isNonEmptyString, isRecord } from '../shared/json.ts';
import type { PaymentContext } from './context.ts';
import { type Payment, readDispute, readPayment, readRefund } from './entities.ts';
import { areSignaturesEqual, sign } from './provider.ts';
import { type EarlyFact, recordOfPayment, recordPayment, refundFact } from './recordPayment.ts';

export const WEBHOOK_PATH = '/api/webhooks/razorpay';

const MAX_BYTES = 256 * 1024;

/** The result of a webhook: `failed` has the provider's signature, `unsigned` may be of anybody. */
export const webhookResults = ['recorded', 'failed', 'unsigned'] as const;

export type WebhookResult = (typeof webhookResults)[number];

const paymentEvents: ReadonlySet<unknown> = new Set(['payment.captured', 'order.paid']);

const refundEvents: ReadonlySet<unknown> = new Set(['refund.created', 'refund.processed', 'refund.failed']);

/** The facts that events of disputes tell. */
const disputeEvents: ReadonlyMap<unknown, 'disputeOpened' | 'disputeWon' | 'disputeLost'> = new Map([
  ['payment.dispute.created', 'disputeOpened'],
  ['payment.dispute.won', 'disputeWon'],
  ['payment.dispute.closed', 'disputeWon'],
  ['payment.dispute.lost', 'disputeLost'],
]);

/**
 * Adds the route of the provider's webhooks. Each event is recorded once, in whatever order they come.
 *
 * Captured payments, refunds and disputes are recorded; an event of another kind, or about an unknown order, is acknowledged. A
 * body with a wrong signature or format is refused (400).
 *
 * @param secrets Each verifies signatures; without any every webhook is refused (503).
 */
export function webhookRoute(
  app: FastifyInstance,
  context: PaymentContext,
  secrets: readonly string[],
  onWebhook: (result: WebhookResult) => void = () => {},
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    );
    scope.post<{ Body: unknown }>(WEBHOOK_PATH, { bodyLimit: MAX_BYTES }, async ({ body, headers }) => {
      if (secrets.length === 0) throw new HttpError(503, 'Webhooks are not set up on this server.');
      const signature = String(headers['x-razorpay-signature']);
      if (
        !Buffer.isBuffer(body) ||
        !secrets.some((each) => areSignaturesEqual(sign(body, each), signature))
      ) {
        onWebhook('unsigned');
        throw new HttpError(400, 'The signature of the webhook is not right.');
      }
      let result: WebhookResult = 'failed';
      try {
        await recordEvent(context, readEventId(headers['x-razorpay-event-id']), readEvent(body));
        result = 'recorded';
      } finally {
        onWebhook(result);
      }
      return successBody('Event received.');
    });
  });
}

/** The facts that an event tells; none for one that is not recorded. */
type WebhookEvent = {
  /** Null for a payment of no order, such as one by a payment link. */
  payment?: Payment | null | undefined;
  refund?: OrderRefund | undefined;
  dispute?: EarlyFact | undefined;
};

async function recordEvent(
  context: PaymentContext,
  eventId: string | undefined,
  { payment, refund, dispute }: WebhookEvent,
) {
  await context.database.transaction(async (sql) => {
    if (eventId !== undefined) {
      const [isFirst] = await sql.query(
        'insert into webhook_events (id) values ($1) on conflict do nothing returning id',
        [eventId],
      );
      if (!isFirst) return;
    }
    const isOfOrder =
      payment === undefined || (payment !== null && (await recordPayment(sql, context, payment)));
    if (!isOfOrder) return;
    if (refund) await recordOfPayment(sql, context, refundFact(refund));
    if (dispute) await recordOfPayment(sql, context, dispute);
  });
}

function readEventId(header: unknown): string | undefined {
  if (header === undefined || header === '') return undefined;
  const id = String(header);
  if (!/^[\x20-\x7e]{1,200}$/.test(id))
    throw new HttpError(400, 'The id of the event is not as it should be.');
  return id;
}

/** @throws HttpError (400) when the body is not JSON, or an entity of the event has the wrong format. */
function readEvent(body: Buffer): WebhookEvent {
  const event = parseJson(body);
  const { event: name, payload } = isRecord(event) ? event : {};
  const disputeFact = disputeEvents.get(name);
  if (!paymentEvents.has(name) && !refundEvents.has(name) && !disputeFact) return {};
  const entity = (type: 'payment' | 'refund' | 'dispute') => {
    const container = isRecord(payload) ? payload[type] : undefined;
    return isRecord(container) ? container.entity : undefined;
  };
  const [payment, refund] = [entity('payment'), refundEvents.has(name) ? entity('refund') : undefined];
  // A payment may belong to something other than an order, such as a payment link.
  const isOfOrder = isRecord(payment) && isNonEmptyString(payment.order_id);
  return {
    payment: payment === undefined ? undefined : isOfOrder ? requireEntity(readPayment(payment)) : null,
    refund: refund === undefined ? undefined : refundOf(name, refund),
    dispute: disputeFact && { type: disputeFact, dispute: requireEntity(readDispute(entity('dispute'))) },
  };
}

const refundOf = (event: unknown, entity: unknown): OrderRefund => ({
  ...requireEntity(readRefund(entity)),
  ...(event === 'refund.failed' && { status: 'failed' }),
});

function requireEntity<T>(entity: T | undefined): T {
  if (entity === undefined) throw new HttpError(400, 'The webhook is not as it should be.');
  return entity;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new HttpError(400, 'The webhook is not JSON.');
  }
}
