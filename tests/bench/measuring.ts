import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, startPostgres } from '../support/postgres.ts';

/** A new database: a directory for the files of a server, and the address of its database on PostgreSQL. */
export type NewDatabase = { name: string; directory: string; databaseUrl: string | undefined };

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
export async function onEachDatabase(measure: (database: NewDatabase) => Promise<void>): Promise<void> {
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

const MS_PER_TICK = 10;

/** Returns the processor time that a process has used, in milliseconds. */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')')).split(' ');
  return (Number(fields[12]) + Number(fields[13])) * MS_PER_TICK;
}
