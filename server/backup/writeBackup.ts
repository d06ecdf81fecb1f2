import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { connectDatabase } from '../database/database.ts';
import type { DatabaseOptions, Sql } from '../database/database.types.ts';
import { withStoppedDatabase } from '../database/embedded.ts';
import { requireTables } from '../database/migrate.ts';
import { StartError } from '../shared/errors.ts';
import { sha256Of, writeChecksum } from './checksum.ts';
import { connectionOf, endPrograms, runProgramOfSystem } from './systemPrograms.ts';

/**
 * Writes a backup to a new file that its owner alone may read: of PostgreSQL by `pg_dump`, of the embedded database, which
 * must not run, its directory by `tar`. The file gets its name when it is whole; its checksum stands beside it.
 *
 * @param record Records the backup in the database, before it is written.
 * @throws StartError when the file exists or cannot be written.
 */
export async function writeBackup(
  file: string,
  { dataDir, databaseUrl }: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>,
  record: (sql: Sql) => Promise<void>,
): Promise<void> {
  if (existsSync(file))
    throw new StartError(`${file} exists: a backup is never written over a file, so give another name.`);
  const partialFile = `${file}.${randomBytes(4).toString('hex')}.part`;
  const stopRemoving = removeOnSignal(partialFile);
  try {
    const database = await connectDatabase({ dataDir, databaseUrl, create: 'never' });
    try {
      await requireTables(database);
      await record(database);
      if (databaseUrl) await dump(databaseUrl, partialFile);
    } finally {
      await database.close();
    }
    if (!databaseUrl)
      await withStoppedDatabase(dataDir, () =>
        runProgramOfSystem('tar', ['-czf', partialFile, '-C', dataDir, 'db']),
      );
    chmodSync(partialFile, 0o600);
    writeChecksum(file, await sha256Of(partialFile));
    renameSync(partialFile, file);
  } finally {
    stopRemoving();
    rmSync(partialFile, { force: true });
  }
}

async function dump(databaseUrl: string, file: string): Promise<void> {
  const { dbname, env } = connectionOf(databaseUrl);
  await runProgramOfSystem('pg_dump', ['--format=custom', `--file=${file}`, dbname], env);
  // Reads the whole file.
  await runProgramOfSystem('pg_restore', ['--file=/dev/null', file]);
}

/** Removes a file when the process is ended by a signal; returns a function that stops this. */
function removeOnSignal(file: string): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const removeAndExit = () => {
    endPrograms();
    rmSync(file, { force: true });
    process.exit(1);
  };
  for (const signal of signals) process.once(signal, removeAndExit);
  return () => {
    for (const signal of signals) process.off(signal, removeAndExit);
  };
}
