import type { FastifyInstance } from 'fastify';
import { createRazorpayProvider, type PaymentProvider, type ProviderOptions } from './provider.ts';

/** The payment provider, with everything that the service needs to use it. */
export type Gateway = {
  provider: PaymentProvider;
  /** Whether payments are simulated: no money moves. */
  simulated: boolean;
  /** Each signs webhooks; none where they are not set up. */
  webhookSecrets: readonly string[];
  /** Adds the routes that the gateway itself needs. */
  registerRoutes(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
};

export type RazorpayOptions = Omit<ProviderOptions, 'mode' | 'apiUrl'> & {
  /** Signs the webhooks; without it they are refused. While it is changed, the former one after a comma. */
  webhookSecret?: string | undefined;
  apiUrl?: string | undefined;
};

const API_URL = 'https://api.razorpay.com';

export const createRazorpayGateway = ({
  webhookSecret,
  apiUrl = API_URL,
  ...options
}: RazorpayOptions): Gateway => ({
  provider: createRazorpayProvider({ apiUrl, ...options }),
  simulated: false,
  webhookSecrets: (webhookSecret ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean),
  registerRoutes: async () => {},
  close: async () => {},
});
