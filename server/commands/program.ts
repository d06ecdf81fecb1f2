import { isMainThread } from 'node:worker_threads';
import type { Config } from '../config.ts';
import { mailDirectory } from '../mail/fileTransport.ts';
import { modeOfKey } from '../payments/paymentMode.ts';
import { type ProviderFailure, providerFailures } from '../payments/provider.ts';
import { StartError, UnavailableError } from '../shared/errors.ts';

/**
 * Runs a program, whose files are readable by their owner alone. For a StartError or an UnavailableError it prints the
 * message and exits with code 1.
 */
export async function runProgram(program: () => Promise<void>): Promise<void> {
  try {
    if (isMainThread) process.umask(0o077);
    await program();
  } catch (error) {
    if (!(error instanceof StartError || error instanceof UnavailableError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Time after a signal at which the process exits, whatever it waits for, in milliseconds: nothing acknowledged is lost. */
const EXIT_AFTER_MS = 9_000;

/**
 * On SIGINT or SIGTERM, closes the service and exits with code 0, at the latest after 9 seconds. The same signal again
 * ends the process at once.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(0), EXIT_AFTER_MS).unref();
      void close().then(() => process.exit(0));
    });
  }
}

/** Prints where site and visualiser are, where data and mail go, and whether payments are real and can be taken. */
export async function printStartup(
  url: string,
  {
    simulated,
    metricsUrl,
    hasVisualiser,
  }: { simulated: boolean; metricsUrl: string | undefined; hasVisualiser: boolean },
  { dataDir, databaseUrl, mail, payments }: Pick<Config, 'dataDir' | 'databaseUrl' | 'mail' | 'payments'>,
  failing: Promise<ProviderFailure | undefined>,
): Promise<void> {
  console.log(`The site is at ${url}`);
  if (hasVisualiser) console.log(`The visualiser is at ${url}/visualiser`);
  console.log(
    databaseUrl
      ? 'Data lie in PostgreSQL (DATABASE_URL).'
      : `Data lie in ${dataDir}, in the embedded database: for trying out, and not for a power cut. Set DATABASE_URL for PostgreSQL.`,
  );
  console.log(
    mail.smtpUrl ? 'Mail goes out over SMTP.' : `Mail is written to ${mailDirectory(dataDir)} (no SMTP_URL).`,
  );
  if (metricsUrl) console.log(`Metrics are at ${metricsUrl}`);
  if (!simulated && !payments.webhookSecret) {
    console.log(
      'Without RAZORPAY_WEBHOOK_SECRET webhooks are refused: payments and refunds are noticed late.',
    );
  }
  const failure = await failing;
  console.log(
    paymentLine(simulated, payments.keyId) +
      (failure ? `, but the provider ${providerFailures[failure]}.` : '.'),
  );
}

function paymentLine(simulated: boolean, keyId = ''): string {
  if (simulated) return 'Payments are simulated: no money moves';
  return modeOfKey(keyId) === 'test' ? 'Payments are in test mode: no money moves' : 'Payments are real';
}
