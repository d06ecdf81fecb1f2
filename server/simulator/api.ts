import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../database/database.ts';
import { codeOf } from '../errors.ts';
import type { NewOrder } from '../payments/provider.ts';
import { createOrder, findOrder, findPayments } from './books.ts';

/** Who may call the provider's API. */
export interface Keys {
  keyId: string;
  keySecret: string;
}

const MAX_RECEIPT = 40;

const newOrderSchema = {
  type: 'object',
  required: ['amount', 'currency', 'receipt'],
  properties: {
    amount: { type: 'integer', minimum: 100 },
    currency: { const: 'INR' },
    receipt: { type: 'string', minLength: 1, maxLength: MAX_RECEIPT },
  },
} as const;

/** The provider's error body. */
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

/** The provider's Orders API under `/simulator/v1`, with Basic authentication. */
export async function ordersApi(
  app: FastifyInstance,
  database: Database,
  { keyId, keySecret }: Keys,
): Promise<void> {
  const credentials = Buffer.from(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`);

  await app.register(
    async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        const given = Buffer.from(request.headers.authorization ?? '');
        if (given.length !== credentials.length || !timingSafeEqual(given, credentials)) {
          return reply.code(401).send(providerError('Authentication failed'));
        }
      });
      api.setErrorHandler((error, _request, reply) =>
        codeOf(error) === 'FST_ERR_VALIDATION'
          ? reply.code(400).send(providerError('The order is not as it should be.'))
          : reply.code(500).send({ error: { code: 'SERVER_ERROR', description: 'Please try again.' } }),
      );

      api.post<{ Body: NewOrder }>('/orders', { schema: { body: newOrderSchema } }, ({ body }) =>
        createOrder(database, body),
      );

      api.get<{ Params: { id: string } }>('/orders/:id', async ({ params }, reply) => {
        return (await findOrder(database, params.id)) ?? unknownOrder(reply);
      });

      api.get<{ Params: { id: string } }>('/orders/:id/payments', async ({ params }, reply) => {
        const order = await findOrder(database, params.id);
        if (!order) return unknownOrder(reply);
        const items = await findPayments(database, order);
        return { entity: 'collection', count: items.length, items };
      });
    },
    { prefix: '/simulator/v1' },
  );
}

export const unknownOrder = (reply: FastifyReply) =>
  reply.code(400).send(providerError('The id provided does not exist'));
