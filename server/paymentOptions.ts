import type { Scenario } from './simulator/scenarios.ts';

/** How payments are taken: by the provider when both keys are given, otherwise by the simulator. */
export type PaymentOptions = {
  keyId?: string | undefined;
  keySecret?: string | undefined;
  /** Signs the provider's webhooks; without it the real provider's are refused. */
  webhookSecret?: string | undefined;
  /** Base address of the provider's API, without `/v1`. */
  apiUrl?: string | undefined;
  /** The simulator's scenario unless the page's or the script's address names another one. */
  scenario?: Scenario | undefined;
  /** How long one call to the provider may take, in milliseconds. */
  timeoutMs?: number;
  /** Pause between two comparisons of the orders with the provider's records, in milliseconds. */
  reconcileEveryMs?: number;
};
