import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { killWhileMailing } from '../support/kills.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';

const KILLS = 20;

/** Counts, on each database, the mails that are sent, repeated and lost when the server is killed, and prints a line for each. */
export async function benchMail(): Promise<void> {
  const postgres = await startPostgres();
  try {
    await benchOn('PGlite');
    if (!postgres) return;
    const { url, drop } = await createDatabase(postgres.url);
    await benchOn(`PostgreSQL ${postgres.version.split(' ')[0]}`, url);
    await drop();
  } finally {
    await postgres?.stop();
  }
}

async function benchOn(name: string, databaseUrl?: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const {
      kills,
      queued,
      delivered,
      duplicated: doubled,
      lost,
    } = await killWhileMailing({ directory, databaseUrl }, KILLS);
    console.log(
      `${name}: mails sent and doubled under ${kills} times kill -9: ${queued} queued, ${delivered} delivered, ` +
        `${doubled} of them twice with the same Message-ID, ${lost} lost`,
    );
    if (lost > 0) process.exitCode = 1;
  } finally {
    await rm(directory, { recursive: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchMail();
