import type { TestProject } from 'vitest/node';
import { newDataDir } from '../support/dataDir.ts';
import { startPostgres } from '../support/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the PostgreSQL server for tests, if there is one. */
    postgresUrl: string | undefined;
    /** Whether one database is enough, as while code is mutated. */
    onFastestDatabase?: boolean;
    /** Folder with a new embedded database for `copyDataDir`. */
    newDataDir: string;
  }
}

/**
 * Starts PostgreSQL, where it is installed, and creates an embedded database, once for all tests of the server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  console.log(
    postgres
      ? `PostgreSQL ${postgres.version}: the tests run on it, and a few on PGlite too`
      : 'PostgreSQL: none found, the tests run on PGlite',
  );
  project.provide('postgresUrl', postgres?.url);
  project.provide('newDataDir', await newDataDir());
  return async () => {
    await postgres?.stop();
  };
}
