import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { CallError } from '../errors.ts';
import { success } from '../http/answers.ts';
import type { PaymentContext } from './context.ts';
import { type Payment, type Refund, readPayment, readRefund } from './entities.ts';
import { isSameSignature } from './provider.ts';
import { recordPayment, recordRefund } from './record.ts';
import { isRecord, isText } from './values.ts';

export const WEBHOOK_PATH = '/api/webhooks/razorpay';

const MAX_BYTES = 256 * 1024;

/** What an event tells of. Events of other kinds are acknowledged and nothing more. */
const NEWS: Readonly<Record<string, readonly ('payment' | 'refund')[]>> = {
  'payment.captured': ['payment'],
  'order.paid': ['payment'],
  'refund.created': ['payment', 'refund'],
  'refund.processed': ['payment', 'refund'],
  'refund.failed': ['payment', 'refund'],
};

/** The provider's signature of a webhook: hex HMAC-SHA256 of the raw body. */
export const signWebhook = (body: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/**
 * The provider's webhooks: each event counts once, in whatever order they come.
 *
 * Captured payments and refunds are recorded; an event of another kind, or about an order that is not ours, is
 * acknowledged. One that does not have the provider's form is refused (400).
 */
export function webhookCall(app: FastifyInstance, context: PaymentContext, secret: string | undefined): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    );
    scope.post<{ Body: unknown }>(WEBHOOK_PATH, { bodyLimit: MAX_BYTES }, async ({ body, headers }) => {
      if (!secret) throw new CallError(503, 'Webhooks are not set up on this server.');
      const signature = headers['x-razorpay-signature'];
      if (!Buffer.isBuffer(body) || !isSameSignature(signWebhook(body, secret), String(signature ?? ''))) {
        throw new CallError(400, 'The signature of the webhook is not right.');
      }
      await record(context, readEventId(headers['x-razorpay-event-id']), readEvent(body));
      return success('Event received.');
    });
  });
}

interface News {
  payment: Payment | undefined;
  refund: Refund | undefined;
}

async function record(context: PaymentContext, eventId: string | undefined, { payment, refund }: News) {
  await context.database.transaction(async (sql) => {
    if (eventId !== undefined) {
      const [first] = await sql.query(
        'insert into webhook_events (id) values ($1) on conflict do nothing returning id',
        [eventId],
      );
      if (!first) return;
    }
    // After a refund that failed, the payment says how much is refunded all the same.
    if (payment) await recordPayment(sql, context, payment, refund?.hasFailed);
    if (refund) await recordRefund(sql, context, refund);
  });
}

function readEventId(header: unknown): string | undefined {
  if (header === undefined || header === '') return undefined;
  if (!isText(header) || !/^[\x20-\x7e]{1,200}$/.test(header)) {
    throw new CallError(400, 'The id of the event is not as it should be.');
  }
  return header;
}

/** @throws CallError (400) where the body is not JSON, or an entity that it should have is not as it should be. */
function readEvent(body: Buffer): News {
  const event = parse(body);
  const { event: name, payload } = isRecord(event) ? event : {};
  const told = isText(name) && Object.hasOwn(NEWS, name) ? (NEWS[name] ?? []) : [];
  const entity = (thing: 'payment' | 'refund') => {
    const part = isRecord(payload) && told.includes(thing) ? payload[thing] : undefined;
    return isRecord(part) ? part.entity : undefined;
  };
  const [payment, refund] = [entity('payment'), entity('refund')];
  // A payment may be of something else than an order, such as a payment link.
  const isOfOrder = isRecord(payment) && isText(payment.order_id);
  return {
    payment: isOfOrder ? required(readPayment(payment)) : undefined,
    refund: refund === undefined ? undefined : { ...required(readRefund(refund)), ...failedBy(name) },
  };
}

const failedBy = (event: unknown) => (event === 'refund.failed' ? { hasFailed: true } : {});

function required<T>(entity: T | undefined): T {
  if (entity === undefined) throw new CallError(400, 'The webhook is not as it should be.');
  return entity;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new CallError(400, 'The webhook is not JSON.');
  }
}
