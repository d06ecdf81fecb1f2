import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../errors.ts';
import type { Database, DatabaseOptions } from './database.types.ts';
import { lockDirectory } from './directoryLock.ts';
import { openEmbeddedConnection } from './embeddedConnection.ts';
import { keyedMutex, LOCK_WAIT_MS } from './mutex.ts';

/**
 * Opens the embedded database in `<dataDir>/db`, for one process at a time.
 *
 * What is reported is on disk, so it outlives `kill -9` and a power cut.
 *
 * @throws StartError when another process has locked the directory or the database in it cannot be opened.
 */
export async function openEmbeddedDatabase({
  dataDir,
  handleRequest,
  statementMs,
}: DatabaseOptions): Promise<Database> {
  await createPrivateDirectory(dataDir);
  const lock = await lockDirectory(dataDir);
  try {
    const connection = await openEmbeddedConnection(join(dataDir, 'db'), statementMs);
    const database: Database = {
      query: (text, values) => connection.withConnection((sql) => sql.query(text, values)),
      transaction: connection.transaction,
      removeDeletedRows: connection.removeDeletedRows,
      withLock: keyedMutex(LOCK_WAIT_MS),
      async close() {
        await connection.close();
        await lock.release();
      },
    };
    if (handleRequest) lock.handleRequestsWith((message) => handleRequest(database, message));
    return database;
  } catch (error) {
    await lock.release();
    throw new StartError(`The database in ${dataDir} cannot be opened.`, { cause: error });
  }
}

async function createPrivateDirectory(dataDir: string): Promise<void> {
  const failWith = (reason: string) => (cause: unknown) => {
    throw new StartError(`The directory ${dataDir} ${reason}. Set DATA_DIR to another one.`, { cause });
  };
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch(failWith('cannot be made'));
  await chmod(dataDir, 0o700).catch(failWith('cannot be kept from other users'));
}
