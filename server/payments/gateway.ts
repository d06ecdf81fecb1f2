import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { startSimulator } from '../simulator/simulator.ts';
import type { PaymentOptions } from './options.ts';
import { createRazorpayProvider, type PaymentProvider } from './provider.ts';

/** Where money is taken: the real provider, or the simulator. */
export interface Gateway {
  provider: PaymentProvider;
  simulated: boolean;
  /** Undefined where webhooks are not set up. */
  webhookSecret: string | undefined;
  /** Adds the addresses that the gateway itself needs. */
  registerRoutes(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}

const PROVIDER_URL = 'https://api.razorpay.com';
const TIMEOUT_MS = 10_000;

/** @param webhookUrl Where the simulator sends its webhooks; asked when one is sent. */
export async function openGateway(
  database: Database,
  options: PaymentOptions,
  webhookUrl: () => string,
): Promise<Gateway> {
  const { keyId, keySecret, apiUrl = PROVIDER_URL, timeoutMs = TIMEOUT_MS } = options;
  if (keyId && keySecret) {
    return {
      provider: createRazorpayProvider({ keyId, keySecret, apiUrl, timeoutMs }),
      simulated: false,
      webhookSecret: options.webhookSecret,
      registerRoutes: async () => {},
      close: async () => {},
    };
  }
  const webhookSecret = options.webhookSecret ?? randomBytes(16).toString('hex');
  const scenario = options.scenario ?? 'success';
  const simulator = await startSimulator({ database, scenario, webhookSecret, webhookUrl });
  return {
    provider: createRazorpayProvider({ ...simulator, timeoutMs }),
    simulated: true,
    webhookSecret,
    registerRoutes: simulator.registerRoutes,
    close: simulator.close,
  };
}
