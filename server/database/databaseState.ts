import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../shared/errors.ts';
import { syncPath } from '../shared/syncPath.ts';
import { isMissing } from '../shared/systemErrors.ts';
import type { DatabaseOptions } from './database.types.ts';

/** Returns the directory of the embedded database. */
export const databaseDirectory = (dataDir: string): string => join(dataDir, 'db');

/** The file that says that a database was created in a data directory: it is never replaced by an empty one. */
const createdFile = (dataDir: string) => join(dataDir, 'db.state');

/**
 * Returns whether the database is to be created.
 *
 * @throws StartError when the database is missing and `create` does not allow to create it.
 */
export async function isToBeCreated(
  dataDir: string,
  create: DatabaseOptions['create'] = 'once',
): Promise<boolean> {
  const problem = await missingDatabase(dataDir);
  if (!problem) return false;
  const wasCreated = (await exists(createdFile(dataDir))) || (await exists(databaseDirectory(dataDir)));
  if (create === 'always' || (create === 'once' && !wasCreated)) return true;
  throw new StartError(
    wasCreated ? problem : `There is no database in ${dataDir}. Set DATA_DIR to the directory of the server.`,
  );
}

/** Records that there is a database, also after a power cut. */
export async function recordCreated(dataDir: string): Promise<void> {
  if (await exists(createdFile(dataDir))) return;
  await writeFile(createdFile(dataDir), 'created\n', { mode: 0o600, flush: true });
  await syncPath(dataDir);
}

/** Returns a sentence when the database in a data directory is missing. */
export async function missingDatabase(dataDir: string): Promise<string | undefined> {
  const file = join(databaseDirectory(dataDir), 'PG_VERSION');
  if (await exists(file)) return undefined;
  return `The database in ${dataDir} is missing: there is no ${file}. Restore a backup (npm run restore), or set DATA_DIR to an empty directory to begin without data.`;
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
