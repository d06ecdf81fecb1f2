import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, StartError } from '../shared/errors.ts';
import { syncDirectory } from '../shared/syncDirectory.ts';
import type { DatabaseOptions } from './database.types.ts';

/**
 * The state of the database, as the file `db.state` beside it says: `creating` while the first start has not completed, so
 * that nothing can be lost, `created` from then on.
 */
type DatabaseState = 'creating' | 'created';

const stateFile = (dataDir: string) => join(dataDir, 'db.state');

/** Returns the directory of the embedded database. */
export const databaseDirectory = (dataDir: string): string => join(dataDir, 'db');

/**
 * Prepares a data directory for opening the database in it. What a first start has left that was interrupted is removed.
 * A directory of a former release has no state file.
 *
 * @returns Whether the database is to be created.
 * @throws StartError when the database is missing and `create` does not allow to create it.
 */
export async function prepareDatabase(
  dataDir: string,
  create: DatabaseOptions['create'] = 'once',
): Promise<boolean> {
  const state = await readState(dataDir);
  const problem = await missingDatabase(dataDir);
  if (!problem && state !== 'creating') {
    if (!state) await writeState(dataDir, 'created');
    return false;
  }
  const isFirst = state === 'creating' || (!state && !(await hasTraces(dataDir)));
  if (create === 'once' && !isFirst) throw new StartError(problem);
  if (create === 'never') throw new StartError(isFirst ? noDatabase(dataDir) : problem);
  await writeState(dataDir, 'creating');
  await rm(databaseDirectory(dataDir), { recursive: true, force: true });
  return true;
}

const noDatabase = (dataDir: string) =>
  `There is no database in ${dataDir}. Set DATA_DIR to the directory of the server.`;

export const markCreated = (dataDir: string): Promise<void> => writeState(dataDir, 'created');

/** Returns a sentence when the database in a data directory is missing. */
export async function missingDatabase(dataDir: string): Promise<string | undefined> {
  const file = join(databaseDirectory(dataDir), 'PG_VERSION');
  try {
    await readFile(file);
    return undefined;
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(String(errorCode(error)))) throw error;
    return `The database in ${dataDir} is missing: there is no ${file}. Restore a backup (npm run restore), or set DATA_DIR to an empty directory to begin without data.`;
  }
}

async function readState(dataDir: string): Promise<DatabaseState | undefined> {
  const text = await readFile(stateFile(dataDir), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  return text.trim() === 'creating' ? 'creating' : 'created';
}

/** Writes the state, so that it is there after a power cut. */
async function writeState(dataDir: string, state: DatabaseState): Promise<void> {
  const temporaryFile = `${stateFile(dataDir)}.part`;
  await writeFile(temporaryFile, `${state}\n`, { mode: 0o600, flush: true });
  await rename(temporaryFile, stateFile(dataDir));
  await syncDirectory(dataDir);
}

/** Returns whether a server of a former release has been here. */
async function hasTraces(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir);
  if (names.includes('db')) return true;
  const mails = await readdir(join(dataDir, 'mail')).catch(() => []);
  return mails.length > 0;
}
