import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { CallError } from '../errors.ts';
import { success } from '../http/answers.ts';
import { recordPayment } from './orders.ts';
import { type Payment, toPayment } from './provider.ts';
import { isRecord, isText } from './values.ts';

export const WEBHOOK_PATH = '/api/webhooks/razorpay';

const MAX_BYTES = 256 * 1024;

/** The provider's signature of a webhook: hex HMAC-SHA256 of the raw body. */
export const signWebhook = (body: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/**
 * The provider's webhooks: each event counts once, in whatever order they come.
 *
 * A captured payment is recorded; an event of another kind, or about an order that is not ours, is acknowledged.
 */
export function webhookCall(app: FastifyInstance, database: Database, secret: string | undefined): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    );
    scope.post<{ Body: unknown }>(WEBHOOK_PATH, { bodyLimit: MAX_BYTES }, async ({ body, headers }) => {
      if (!secret) throw new CallError(503, 'Webhooks are not set up on this server.');
      if (!Buffer.isBuffer(body) || !isSignedBy(secret, body, headers['x-razorpay-signature'])) {
        throw new CallError(400, 'The signature of the webhook is not right.');
      }
      const payment = readPayment(body);
      const eventId = headers['x-razorpay-event-id'];
      await database.transaction(async (sql) => {
        if (isText(eventId)) {
          const [first] = await sql.query(
            'insert into webhook_events (id) values ($1) on conflict do nothing returning id',
            [eventId],
          );
          if (!first) return;
        }
        if (payment) await recordPayment(sql, payment);
      });
      return success('Event received.');
    });
  });
}

function isSignedBy(secret: string, body: Buffer, signature: unknown): boolean {
  const expected = Buffer.from(signWebhook(body, secret));
  const given = Buffer.from(isText(signature) ? signature : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function readPayment(body: Buffer): Payment | undefined {
  let event: unknown;
  try {
    event = JSON.parse(body.toString('utf8'));
  } catch {
    throw new CallError(400, 'The webhook is not JSON.');
  }
  if (!isRecord(event) || !isRecord(event.payload) || !isRecord(event.payload.payment)) return undefined;
  return toPayment(event.payload.payment.entity);
}
