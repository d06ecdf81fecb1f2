import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '../../server/database/index.ts';
import { storeSubmission } from '../../server/submissions/submissions.ts';
import { type KillReport, killUnderLoad } from '../support/kills.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { payAndRegister, registrationDetails, startServerProcess } from '../support/serverProcess.ts';
import { rate } from './rate.ts';

/** The measurements on one database. */
export type ServerBench = {
  database: string;
  /** Registrations a second: order, simulated payment and registration, `atATime` visitors side by side. */
  registrations: number;
  /** Plain one-row inserts a second through the same driver, as many side by side. */
  inserts: number;
  atATime: number;
  /** The losses of the server when it was killed again and again under load. */
  killed: KillReport;
};

const REGISTRATIONS = 500;
const AT_A_TIME = 50;
const KILLS = 100;

/** Measures the server on PGlite, and on PostgreSQL if it is available, and prints a line for each. */
export async function benchServer(): Promise<ServerBench[]> {
  const postgres = await startPostgres();
  try {
    const results = [await benchOn('PGlite')];
    if (postgres) {
      const { url, drop } = await createDatabase(postgres.url);
      results.push(await benchOn(`PostgreSQL ${postgres.version.split(' ')[0]}`, url));
      await drop();
    }
    for (const result of results) console.log(lineOf(result));
    if (!postgres) console.log('PostgreSQL: none found, measured on PGlite alone');
    return results;
  } finally {
    await postgres?.stop();
  }
}

function lineOf({ database, registrations, inserts, atATime, killed }: ServerBench): string {
  const ratio = (inserts / registrations).toFixed(1);
  return (
    `${database}: ${registrations.toFixed(0)} registrations/s with ${atATime} at a time, ` +
    `${inserts.toFixed(0)} plain inserts/s (${ratio} to 1); after ${killed.kills} times kill -9 under load ` +
    `${killed.missing} of ${killed.acknowledged} acknowledged submissions missing ` +
    `(${killed.registrations} of them paid registrations)`
  );
}

async function benchOn(database: string, databaseUrl?: string): Promise<ServerBench> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  const processOptions = { directory, databaseUrl };
  try {
    const server = await startServerProcess(processOptions);
    const registrations = await rate(REGISTRATIONS, AT_A_TIME, async (number) => {
      if (!(await payAndRegister(server.url, `student${number}@example.org`)))
        throw new Error('A registration failed.');
    });
    await server.kill();

    const opened = await openDatabase({ dataDir: join(directory, 'data'), databaseUrl });
    const inserts = await rate(REGISTRATIONS * 4, AT_A_TIME, () =>
      storeSubmission(opened, 'inquiry', registrationDetails('a@b.c')),
    );
    await opened.close();
    const killed = await killUnderLoad(processOptions, KILLS);
    return { database, registrations, inserts, atATime: AT_A_TIME, killed };
  } finally {
    await rm(directory, { recursive: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await benchServer();
