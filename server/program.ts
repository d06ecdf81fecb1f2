import type { Config } from './config.ts';
import { StartError } from './errors.ts';
import { mailDirectory } from './mail/fileTransport.ts';
import type { Service } from './service.ts';

/** Runs a program; what its user has to put right is said in one sentence, with exit code 1. */
export async function runProgram(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Closes what runs when the process is asked to end, with exit code 0; asked twice it ends at once. */
export function closeOnSignal(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await close();
      process.exit(0);
    });
  }
}

/** Says where the site is, where the data lie, where mail goes, and whether money moves. */
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
