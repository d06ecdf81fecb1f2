import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../database/database.types.ts';
import { errorCode } from '../errors.ts';
import type { NewOrder } from '../payments/provider.ts';
import { addRefund, createOrder, findOrder, findPayments } from './store.ts';
import type { WebhookSender } from './webhooks.ts';

/** The credentials of the provider's API. */
export type ApiKeys = {
  keyId: string;
  keySecret: string;
};

const MAX_RECEIPT = 40;

/** The framework's codes of invalid bodies. */
const BAD_REQUEST_CODES = [
  'FST_ERR_VALIDATION',
  'FST_ERR_CTP_EMPTY_JSON_BODY',
  'FST_ERR_CTP_INVALID_JSON_BODY',
];

const newOrderSchema = {
  type: 'object',
  required: ['amount', 'currency', 'receipt'],
  properties: {
    amount: { type: 'integer', minimum: 100 },
    currency: { const: 'INR' },
    receipt: { type: 'string', minLength: 1, maxLength: MAX_RECEIPT },
  },
} as const;

/** A request without a body, which is validated as `null`, refunds the whole amount. */
const refundSchema = {
  type: ['object', 'null'],
  properties: { amount: { type: 'integer', minimum: 100, maximum: 2 ** 31 - 1 } },
} as const;

/** Returns an error body of the provider. */
export const providerError = (description: string, more: Record<string, unknown> = {}) => ({
  error: {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'NA',
    reason: 'NA',
    metadata: {},
    ...more,
  },
});

/** Adds the provider's Orders API under `/simulator/v1`, with Basic authentication. */
export async function registerOrdersApi(
  app: FastifyInstance,
  database: Database,
  { keyId, keySecret }: ApiKeys,
  webhooks: WebhookSender,
): Promise<void> {
  const credentials = Buffer.from(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`);

  await app.register(
    async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        const given = Buffer.from(String(request.headers.authorization));
        if (given.length !== credentials.length || !timingSafeEqual(given, credentials)) {
          return reply.code(401).send(providerError('Authentication failed'));
        }
      });
      api.setErrorHandler((error, _request, reply) =>
        BAD_REQUEST_CODES.includes(String(errorCode(error)))
          ? reply.code(400).send(providerError('The request is not as it should be.'))
          : reply.code(500).send({ error: { code: 'SERVER_ERROR', description: 'Please try again.' } }),
      );

      api.post<{ Body: NewOrder }>('/orders', { schema: { body: newOrderSchema } }, ({ body }) =>
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

      api.post<{ Params: { id: string }; Body: { amount?: number } | null | undefined }>(
        '/payments/:id/refund',
        { schema: { body: refundSchema } },
        async ({ params, body }, reply) => {
          const refunded = await database.transaction((sql) => addRefund(sql, params.id, body?.amount));
          if (!refunded) {
            return reply
              .code(400)
              .send(providerError('The total refund amount is greater than the refund payment amount'));
          }
          webhooks.sendForRefund(refunded.refund, refunded.payment);
          return refunded.refund;
        },
      );
    },
    { prefix: '/simulator/v1' },
  );
}

export const sendUnknownOrder = (reply: FastifyReply) =>
  reply.code(400).send(providerError('The id provided does not exist'));
