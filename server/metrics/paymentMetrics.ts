import { Counter, Gauge, type Registry } from 'prom-client';
import { type ProviderFailure, providerFailures } from '../payments/provider.ts';
import type { Round } from '../payments/reconcile.ts';
import { type WebhookResult, webhookResults } from '../payments/webhook.ts';

/** Counters of payment events; each begins with 0. */
export function createPaymentMetrics(registry: Registry) {
  const registers = [registry];
  const counter = (name: string, help: string, label: string, values: readonly string[]) => {
    const created = new Counter({ name, help, labelNames: [label], registers });
    for (const value of values) created.inc({ [label]: value }, 0);
    return (value: string) => created.inc({ [label]: value });
  };
  const lastReconciled = new Gauge({
    name: 'reconcile_last_success_timestamp_seconds',
    help: 'When a comparison with the provider’s records last came to its end.',
    registers,
  });
  lastReconciled.setToCurrentTime();
  const found = new Counter({
    name: 'reconcile_payments_found_total',
    help: 'Orders whose first payment was found by a comparison.',
    registers,
  });
  const failures = counter(
    'payment_provider_failures_total',
    'Calls to the provider that failed.',
    'reason',
    Object.keys(providerFailures),
  );
  const webhooks = counter('webhooks_total', 'Webhooks of the provider.', 'result', webhookResults);
  return {
    onReconciled(round: Round | undefined): void {
      found.inc(round?.paid ?? 0);
      if (round && !round.failure) lastReconciled.setToCurrentTime();
    },
    onProviderFailure: (failure: ProviderFailure) => failures(failure),
    onWebhook: (result: WebhookResult) => webhooks(result),
  };
}
