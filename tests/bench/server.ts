import { join } from 'node:path';
import { openDatabase } from '../../server/database/index.ts';
import { storeSubmission } from '../../server/submissions/submissions.ts';
import { killUnderLoad, killWhileMailing } from '../support/kills.ts';
import { runConcurrently } from '../support/runConcurrently.ts';
import { payAndRegister, registrationDetails, startServerProcess } from '../support/serverProcess.ts';
import { type NewDatabase, onEachDatabase } from './measuring.ts';

const REGISTRATIONS = 300;
const AT_A_TIME = 50;
const KILLS = 15;
const KILLS_WHILE_MAILING = 5;

/** Does a piece of work `count` times, so many at a time; returns how many were done per second. */
async function rate(
  count: number,
  atATime: number,
  work: (number: number) => Promise<unknown>,
): Promise<number> {
  const start = performance.now();
  await runConcurrently(count, atATime, work);
  return (count * 1000) / (performance.now() - start);
}

/**
 * Prints for each database how many plain inserts a registration (order, payment, registration) costs, and what is lost of
 * acknowledged submissions and of mails when the server is killed again and again.
 */
export const benchServer = (): Promise<void> =>
  onEachDatabase(async (database) => {
    await countLostMails(database);
    await compareWithInserts(database);
    await countLostSubmissions(database);
  });

async function compareWithInserts({ name, directory, databaseUrl }: NewDatabase): Promise<void> {
  const server = await startServerProcess({ directory, databaseUrl });
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
  console.log(
    `${name}: ${registrations.toFixed(0)} registrations/s with ${AT_A_TIME} at a time, ` +
      `${inserts.toFixed(0)} plain inserts/s (× ${(inserts / registrations).toFixed(1)})`,
  );
}

async function countLostSubmissions({ name, directory, databaseUrl }: NewDatabase): Promise<void> {
  const { kills, missing, acknowledged, registrations } = await killUnderLoad(
    { directory, databaseUrl },
    KILLS,
  );
  console.log(
    `${name}: after ${kills} times kill -9 under load ${missing} of ${acknowledged} acknowledged submissions missing ` +
      `(${registrations} of them paid registrations)`,
  );
  if (missing > 0) process.exitCode = 1;
}

/** Counts every mail of the database, so that it comes first. */
async function countLostMails({ name, directory, databaseUrl }: NewDatabase): Promise<void> {
  const { kills, lost, queued, duplicated } = await killWhileMailing(
    { directory, databaseUrl },
    KILLS_WHILE_MAILING,
  );
  console.log(
    `${name}: after ${kills} times kill -9 while mailing ${lost} of ${queued} mails lost, ` +
      `${duplicated} sent twice with the same Message-ID`,
  );
  if (lost > 0) process.exitCode = 1;
}
