import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../server/database/index.ts';
import { listSubmissions } from '../../../server/submissions/submissions.ts';
import { createDatabase, startPostgres } from '../../support/postgres.ts';
import { startServerProcess } from '../../support/serverProcess.ts';
import { type LoadReport, runLoad } from './clients.ts';

/** A new database: a directory for the files of a server, and the address of its database on PostgreSQL. */
type NewDatabase = { name: string; directory: string; databaseUrl: string | undefined };

async function measureOn(
  name: string,
  databaseUrl: string | undefined,
  measure: (database: NewDatabase) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    await measure({ name, directory, databaseUrl });
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Measures on the embedded database, and on PostgreSQL where it is installed. */
async function onEachDatabase(measure: (database: NewDatabase) => Promise<void>): Promise<void> {
  await measureOn('PGlite', undefined, measure);
  const postgres = await startPostgres();
  if (!postgres) return console.log('PostgreSQL: none found, measured on PGlite alone');
  try {
    const { url, drop } = await createDatabase(postgres.url);
    await measureOn('PostgreSQL', url, measure);
    await drop();
  } finally {
    await postgres.stop();
  }
}

const FEW_CONNECTIONS = 32;
const MORE_CONNECTIONS = 128;
const CONNECTIONS = 2000;
const SECONDS = 10;

/**
 * Prints for each database how many calls a server admits and sheds on 128 and on 2,000 connections without any
 * pause, compared with 32.
 */
export const benchLoad = (): Promise<void> =>
  onEachDatabase(async ({ name, directory, databaseUrl }) => {
    const { url, kill } = await startServerProcess({ directory, databaseUrl });
    const few = await runLoad({ url, connections: FEW_CONNECTIONS, seconds: SECONDS });
    const more = await runLoad({ url, connections: MORE_CONNECTIONS, seconds: SECONDS });
    const many = await runLoad({ url, connections: CONNECTIONS, seconds: SECONDS });
    await kill();
    const acknowledged = [few, more, many].flatMap((load) => load.acknowledged);
    const missing = await countMissing({ directory, databaseUrl }, acknowledged);
    const ratioOf = (load: LoadReport) => (load.accepted.length / few.accepted.length).toFixed(2);
    console.log(
      `${name}, ${MORE_CONNECTIONS} connections without a pause: ${more.accepted.length} let in in ${SECONDS} s ` +
        `(× ${ratioOf(more)} of what ${FEW_CONNECTIONS} send; ${times(more.accepted)})`,
    );
    console.log(
      `${name}, ${CONNECTIONS} connections without a pause: ${many.accepted.length} let in (× ${ratioOf(many)} of ` +
        `what ${FEW_CONNECTIONS} send; ${times(many.accepted)}), ${many.shed.length} shed (${many.withRetryAfter} with ` +
        `Retry-After; ${times(many.shed)}), ${many.lost} lost; ${missing} acknowledged submissions missing`,
    );
    if (missing > 0) process.exitCode = 1;
  });

const times = (sorted: readonly number[]): string => {
  const quantile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms`;
};

async function countMissing(
  { directory, databaseUrl }: Omit<NewDatabase, 'name'>,
  names: readonly string[],
): Promise<number> {
  const database = await openDatabase({ dataDir: join(directory, 'data'), databaseUrl });
  const stored = new Set<unknown>();
  for await (const { name } of listSubmissions(database)) stored.add(name);
  await database.close();
  return names.filter((name) => !stored.has(name)).length;
}
