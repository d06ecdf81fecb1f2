import { cpSync, truncateSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { openDatabase } from '../../server/database/index.ts';
import { cachedFolder } from './cachedFolder.ts';

const WAL_DIRECTORY = 'db/pg_wal';
/** The size of a file of the write-ahead log, in bytes; most of them are zero. */
const WAL_FILE_SIZE = 16 * 1024 * 1024;

/** A folder with a new embedded database for `copyDataDir`; creating one takes seconds. */
export const newDataDir = (): Promise<string> =>
  cachedFolder(
    'data',
    ['server/database', 'package-lock.json', 'tests/support/dataDir.ts'],
    null,
    async (dataDir) => {
      await mkdir(dataDir, { recursive: true });
      await (await openDatabase({ dataDir })).close();
      await removeTemplates(join(dataDir, 'db'));
      for (const file of await walFiles(dataDir)) {
        const used = (await readFile(file)).findLastIndex((byte) => byte !== 0) + 1;
        truncateSync(file, used);
      }
    },
  );

/**
 * Copies the folder that `newDataDir` returned to a new directory, where the server can open it. The write-ahead
 * log uses no disk space before it is written.
 */
export async function copyDataDir(newDataDir: string, dataDir: string): Promise<void> {
  cpSync(newDataDir, dataDir, { recursive: true });
  for (const file of await walFiles(dataDir)) truncateSync(file, WAL_FILE_SIZE);
}

/** Removes the template databases, two thirds of the files: the server never creates a database from them. */
async function removeTemplates(directory: string): Promise<void> {
  const database = await PGlite.create(directory);
  await database.query('update pg_database set datistemplate = false');
  for (const name of ['template0', 'template1']) await database.query(`drop database ${name}`);
  await database.query('checkpoint');
  await database.close();
}

async function walFiles(dataDir: string): Promise<string[]> {
  const directory = join(dataDir, WAL_DIRECTORY);
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => join(directory, name));
}
