import { timingSafeEqual } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/database.types.ts';
import {
  addRefund,
  createOrder,
  findOrder,
  findPayments,
  findRefunds,
  type NewSimulatedOrder,
} from './store.ts';
import type { WebhookSender } from './webhooks.ts';

/** The credentials of the provider's API. */
export type ApiKeys = {
  keyId: string;
  keySecret: string;
};

/** The provider's limits. */
const MAX_RECEIPT = 40;
const MAX_NOTES = 15;
const MAX_NOTE_LENGTH = 256;
const amount = { type: 'integer', minimum: 100, maximum: 2 ** 31 - 1 } as const;

export const notesSchema = {
  type: 'object',
  maxProperties: MAX_NOTES,
  additionalProperties: { type: 'string', maxLength: MAX_NOTE_LENGTH },
} as const;

const newOrderSchema = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: {
    amount,
    currency: { const: 'INR' },
    receipt: { type: ['string', 'null'], maxLength: MAX_RECEIPT },
    notes: notesSchema,
  },
} as const;

/** A request without a body, which is validated as `null`, refunds the whole amount. */
const refundSchema = {
  type: ['object', 'null'],
  properties: { amount },
} as const;

/**
 * An error body of the provider.
 *
 * @param more The `field` of the request that the error is about, and what else differs from that of an invalid request.
 */
export const providerError = (description: string, more: Record<string, unknown> = {}) => ({
  error: {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
    field: null,
    ...more,
  },
});

const notApplicable = { source: 'NA', step: 'NA', reason: 'NA' };

const sendBadRequest = (reply: FastifyReply, ...error: Parameters<typeof providerError>) =>
  reply.code(400).send(providerError(...error));

export const sendUnknownOrder = (reply: FastifyReply) =>
  sendBadRequest(reply, 'The id provided does not exist');

/** Responds to a path that the provider, or this part of it, does not know. */
export const sendUnknownPath = (_request: FastifyRequest, reply: FastifyReply) =>
  sendBadRequest(reply, 'The requested URL was not found on the server.', notApplicable);

/** Responds to a request that is not as it should be, with the field that is wrong. */
function sendInvalid({ validation, statusCode = 500 }: FastifyError, reply: FastifyReply) {
  const [problem] = validation ?? [];
  if (problem) {
    const { keyword, instancePath, params, message } = problem;
    const isMissing = keyword === 'required';
    const field = isMissing ? String(params.missingProperty) : instancePath.split('/')[1] || null;
    const name = field ?? 'body';
    return sendBadRequest(reply, isMissing ? `The ${name} field is required.` : `The ${name} ${message}.`, {
      field,
    });
  }
  if (statusCode < 500) return sendBadRequest(reply, 'The request is not valid JSON.');
  return reply.code(500).send(providerError('Please try again.', { ...notApplicable, code: 'SERVER_ERROR' }));
}

/**
 * Adds the provider's Orders API under `/simulator/v1`, with Basic authentication. Any other path under `/simulator` is
 * responded to as the provider does to an unknown one.
 */
export async function registerOrdersApi(
  app: FastifyInstance,
  database: Database,
  { keyId, keySecret }: ApiKeys,
  webhooks: WebhookSender,
): Promise<void> {
  const credentials = Buffer.from(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`);

  app.all('/simulator/*', sendUnknownPath);
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        const given = Buffer.from(String(request.headers.authorization));
        if (given.length !== credentials.length || !timingSafeEqual(given, credentials)) {
          return reply.code(401).send(providerError('Authentication failed', notApplicable));
        }
      });
      api.setErrorHandler<FastifyError>((error, _request, reply) => sendInvalid(error, reply));

      api.post<{ Body: NewSimulatedOrder }>('/orders', { schema: { body: newOrderSchema } }, ({ body }) =>
        createOrder(database, body),
      );

      api.get<{ Params: { id: string } }>('/orders/:id', async ({ params }, reply) => {
        return (await findOrder(database, params.id)) ?? sendUnknownOrder(reply);
      });

      api.get<{ Params: { id: string } }>('/orders/:id/payments', async ({ params }, reply) => {
        const order = await findOrder(database, params.id);
        if (!order) return sendUnknownOrder(reply);
        const items = await findPayments(database, order);
        return { entity: 'collection', count: items.length, items };
      });

      api.get<{ Params: { id: string } }>('/payments/:id/refunds', async ({ params }) => {
        const items = await findRefunds(database, params.id);
        return { entity: 'collection', count: items.length, items };
      });

      api.post<{ Params: { id: string }; Body: { amount?: number } | null | undefined }>(
        '/payments/:id/refund',
        { schema: { body: refundSchema } },
        async ({ params, body }, reply) => {
          const refunded = await database.transaction((sql) => addRefund(sql, params.id, body?.amount));
          if (!refunded) {
            return sendBadRequest(
              reply,
              'The total refund amount is greater than the refund payment amount',
              { field: 'amount' },
            );
          }
          webhooks.sendForRefund(refunded.refund, refunded.payment);
          return refunded.refund;
        },
      );
    },
    { prefix: '/simulator/v1' },
  );
}
