import { isMainThread } from 'node:worker_threads';
import type { Config } from './config.ts';
import { StartError, UnavailableError } from './errors.ts';
import { mailDirectory } from './mail/fileTransport.ts';
import type { Service } from './service.ts';

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

/** On SIGINT or SIGTERM, closes the service and exits with code 0. The same signal again ends the process at once. */
export function closeOnSignal(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await close();
      process.exit(0);
    });
  }
}

/** Prints the address of the site, where data and mail go, and whether payments are real. */
export function printStartup(
  url: string,
  { simulated }: Service,
  { dataDir, databaseUrl, mail }: Pick<Config, 'dataDir' | 'databaseUrl' | 'mail'>,
): void {
  console.log(`The site is at ${url}`);
  console.log(databaseUrl ? 'Data lie in PostgreSQL (DATABASE_URL).' : `Data lie in ${dataDir}`);
  console.log(
    mail.smtpUrl ? 'Mail goes out over SMTP.' : `Mail is written to ${mailDirectory(dataDir)} (no SMTP_URL).`,
  );
  console.log(simulated ? 'Payments are simulated: no money moves.' : 'Payments are real.');
}
