import type { TestProject } from 'vitest/node';
import { newDataDir } from '../support/dataDir.ts';
import { startPostgres } from '../support/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where there is a PostgreSQL server to test on, its address. */
    postgresUrl: string | undefined;
    /** A new embedded database for `copyDataDir`. */
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
  project.provide('newDataDir', await newDataDir());
  return async () => {
    await postgres?.stop();
  };
}
