import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import { StartError } from '../errors.ts';
import { claimDirectory } from './claim.ts';
import type { Answer, Database, Row, Sql } from './database.ts';
import { keyedMutex } from './mutex.ts';

/**
 * Opens the embedded database in `<dataDir>/db`, for one process at a time.
 *
 * A commit is written to its file before it is answered, so that it outlives `kill -9`. PGlite asks the operating
 * system for no fsync: against a power cut use PostgreSQL.
 *
 * @throws StartError when the directory belongs to a running process or the database in it cannot be opened.
 */
export async function openDirectory(dataDir: string, answer?: Answer): Promise<Database> {
  await makeDirectory(dataDir);
  const claim = await claimDirectory(dataDir);
  try {
    const database = await PGlite.create({ dataDir: join(dataDir, 'db') });
    const sql = sqlOf(database);
    if (answer) claim.serve((question) => answer(sql, question));
    return {
      query: sql.query,
      transaction: (work) => database.transaction((transaction) => work(sqlOf(transaction))),
      exclusive: keyedMutex(),
      async close() {
        await database.close();
        await claim.release();
      },
    };
  } catch (error) {
    await claim.release();
    throw new StartError(`The database in ${dataDir} cannot be opened.`, { cause: error });
  }
}

async function makeDirectory(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(`The directory ${dataDir} cannot be made. Set DATA_DIR to another one.`, {
      cause: error,
    });
  }
}

function sqlOf(database: PGlite | Transaction): Sql {
  return {
    async query<R extends Row>(text: string, values: readonly unknown[] = []) {
      const { rows } = await database.query<R>(text, [...values]);
      return rows;
    },
  };
}
