import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.types.ts';
import { createApp } from '../http/app.ts';
import { checkoutRoutes } from './checkout.ts';
import { type ApiKeys, registerOrdersApi, sendUnknownPath } from './ordersApi.ts';
import type { Scenario } from './scenarios.ts';
import { createSimulatorTables } from './tables.ts';
import { createWebhookSender } from './webhooks.ts';

export type SimulatorOptions = {
  database: Database;
  /** The scenario unless the page's or the script's address names another one. */
  scenario: Scenario;
  webhookSecret: string;
  /** The address for webhooks; called for each. */
  webhookUrl: () => string;
};

export type Simulator = ApiKeys & {
  /** Base address of its API, without `/v1`. */
  apiUrl: string;
  /** Adds the checkout's routes, and the API once more, under `/simulator`. */
  registerRoutes(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
};

const KEY_ID = 'rzp_test_simulator';

/**
 * Starts a stand-in for the payment provider. No money moves.
 *
 * Its API listens on a port of its own, as the provider's would, so that running calls can still finish while the service
 * closes. Its orders and payments are in the database; its secret is new at each start.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { database, scenario, webhookSecret, webhookUrl } = options;
  await createSimulatorTables(database);
  const keys = { keyId: KEY_ID, keySecret: randomBytes(16).toString('hex') };
  const webhookSender = createWebhookSender(webhookUrl, webhookSecret);
  const api = await createApp({});
  api.setNotFoundHandler(sendUnknownPath);
  await registerOrdersApi(api, database, keys, webhookSender);
  const origin = await api.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...keys,
    apiUrl: `${origin}/simulator`,
    async registerRoutes(app) {
      await registerOrdersApi(app, database, keys, webhookSender);
      await checkoutRoutes(app, { database, keys, scenario, webhooks: webhookSender });
    },
    async close() {
      await webhookSender.waitUntilSent();
      await api.close();
    },
  };
}
