import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.types.ts';
import type { Gateway } from '../payments/gateway.ts';
import { createRazorpayProvider } from '../payments/provider.ts';
import type { Scenario } from './scenarios.ts';
import { startSimulator } from './simulator.ts';

export type SimulatedGatewayOptions = {
  /** The scenario unless the page's or the script's address names another one; `success` unless given. */
  scenario?: Scenario | undefined;
  /** Signs the simulator's webhooks; a new one unless given. */
  webhookSecret?: string | undefined;
  /** How long one call to the simulator may take, in milliseconds. */
  timeoutMs?: number | undefined;
};

/**
 * Starts the payment simulator and returns the gateway to it.
 *
 * @param webhookUrl The address for webhooks; called for each.
 */
export async function startSimulatedGateway(
  database: Database,
  {
    scenario = 'success',
    webhookSecret = randomBytes(16).toString('hex'),
    timeoutMs,
  }: SimulatedGatewayOptions,
  webhookUrl: () => string,
): Promise<Gateway> {
  const simulator = await startSimulator({ database, scenario, webhookSecret, webhookUrl });
  return {
    provider: createRazorpayProvider({ ...simulator, mode: 'simulated', timeoutMs }),
    simulated: true,
    webhookSecrets: [webhookSecret],
    registerRoutes: simulator.registerRoutes,
    close: simulator.close,
  };
}
