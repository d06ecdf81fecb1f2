import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../errors.ts';
import { claimDirectory } from './claim.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { keyedMutex, TURN_MS } from './mutex.ts';

/**
 * Opens the embedded database in `<dataDir>/db`, for one process at a time.
 *
 * A commit is written to its file before it is answered, so that it outlives `kill -9`. PGlite asks the operating
 * system for no fsync: against a power cut use PostgreSQL.
 *
 * @throws StartError when the directory belongs to a running process or the database in it cannot be opened.
 */
export async function openDirectory({ dataDir, answer, statementMs }: DatabaseOptions): Promise<Database> {
  await makeDirectory(dataDir);
  const claim = await claimDirectory(dataDir);
  try {
    const embedded = await openEmbedded(join(dataDir, 'db'), statementMs);
    const database: Database = {
      query: (text, values) => embedded.run((sql) => sql.query(text, values)),
      transaction: embedded.transaction,
      exclusive: keyedMutex(TURN_MS),
      async close() {
        await embedded.close();
        await claim.release();
      },
    };
    if (answer) claim.serve((question) => answer(database, question));
    return database;
  } catch (error) {
    await claim.release();
    throw new StartError(`The database in ${dataDir} cannot be opened.`, { cause: error });
  }
}

async function makeDirectory(dataDir: string): Promise<void> {
  const refuse = (why: string) => (cause: unknown) => {
    throw new StartError(`The directory ${dataDir} ${why}. Set DATA_DIR to another one.`, { cause });
  };
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch(refuse('cannot be made'));
  await chmod(dataDir, 0o700).catch(refuse('cannot be kept from other users'));
}
