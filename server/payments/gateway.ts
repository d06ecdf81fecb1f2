import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { startSimulator } from '../simulator/simulator.ts';
import type { PaymentOptions } from './options.ts';
import { type Provider, razorpay } from './provider.ts';

/** Where money is taken: the real provider, or the simulator. */
export interface Gateway {
  provider: Provider;
  simulated: boolean;
  /** Undefined where webhooks are not set up. */
  webhookSecret: string | undefined;
  /** Adds the addresses that the gateway itself needs. */
  serve(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}

const PROVIDER_API = 'https://api.razorpay.com';
const TIMEOUT_MS = 10_000;

/** @param webhookUrl Where the simulator sends its webhooks; asked when one is sent. */
export async function openGateway(
  database: Database,
  options: PaymentOptions,
  webhookUrl: () => string,
): Promise<Gateway> {
  const { keyId, keySecret, apiUrl = PROVIDER_API, timeoutMs = TIMEOUT_MS } = options;
  if (keyId && keySecret) {
    return {
      provider: razorpay({ keyId, keySecret, apiUrl, timeoutMs }),
      simulated: false,
      webhookSecret: options.webhookSecret,
      serve: async () => {},
      close: async () => {},
    };
  }
  const webhookSecret = options.webhookSecret ?? randomBytes(16).toString('hex');
  const scenario = options.scenario ?? 'success';
  const simulator = await startSimulator({ database, scenario, webhookSecret, webhookUrl });
  return {
    provider: razorpay({ ...simulator, timeoutMs }),
    simulated: true,
    webhookSecret,
    serve: simulator.serve,
    close: simulator.close,
  };
}
