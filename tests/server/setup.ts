import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../server/database/database.ts';
import { startPostgres } from '../support/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where there is a PostgreSQL server to test on, its address. */
    postgresUrl: string | undefined;
    /** A data directory with a new embedded database, to be copied: making one takes seconds. */
    newDataDir: string;
  }
}

/** Once for all the server's tests: PostgreSQL, where there is one, and a new embedded database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  console.log(
    postgres
      ? `PostgreSQL ${postgres.version}: tested beside PGlite`
      : 'PostgreSQL: none found, tested on PGlite alone',
  );
  project.provide('postgresUrl', postgres?.url);
  const newDataDir = await mkdtemp(join(tmpdir(), 'new-data-'));
  await (await openDatabase({ dataDir: newDataDir })).close();
  project.provide('newDataDir', newDataDir);
  return async () => {
    await postgres?.stop();
    await rm(newDataDir, { recursive: true });
  };
}
