import type { FastifyInstance } from 'fastify';
import { createRazorpayProvider, type PaymentProvider, type ProviderOptions } from './provider.ts';

/** Where money is taken: the provider with what the service needs to use it. */
export type Gateway = {
  provider: PaymentProvider;
  /** Whether payments are simulated: no money moves. */
  simulated: boolean;
  /** Undefined where webhooks are not set up. */
  webhookSecret: string | undefined;
  /** Adds the routes that the gateway itself needs. */
  registerRoutes(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
};

export type RazorpayOptions = Omit<ProviderOptions, 'mode' | 'apiUrl'> & {
  /** Signs the webhooks; without it they are refused. */
  webhookSecret?: string | undefined;
  apiUrl?: string | undefined;
};

const API_URL = 'https://api.razorpay.com';

/** Returns the gateway to the real provider. */
export const createRazorpayGateway = ({
  keyId,
  keySecret,
  webhookSecret,
  apiUrl = API_URL,
  timeoutMs,
}: RazorpayOptions): Gateway => ({
  provider: createRazorpayProvider({ keyId, keySecret, apiUrl, timeoutMs }),
  simulated: false,
  webhookSecret,
  registerRoutes: async () => {},
  close: async () => {},
});
