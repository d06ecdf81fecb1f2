import pg from 'pg';
import { errorCode, StartError } from '../errors.ts';
import { createAdvisoryLocks } from './advisoryLocks.ts';
import type { Database, Row, Sql } from './database.types.ts';
import { keyedMutex, LOCK_WAIT_MS } from './mutex.ts';
import { reasonOf, withUnavailableError } from './unavailable.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** After this the server cancels a statement. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** After this the client stops waiting for a server that does not reply. */
const QUERY_TIMEOUT_MS = 12_000;

/**
 * Opens a PostgreSQL database.
 *
 * @throws StartError when the server cannot be reached or refuses the connection.
 */
export async function openPostgres(url: string): Promise<Database> {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  };
  const pool = new pg.Pool(settings);
  pool.on('error', ignore);
  // The pool does not listen for errors of a client that is in use; without a listener they end the process.
  pool.on('connect', (client) => client.on('error', ignore));
  const locks = createAdvisoryLocks(settings);
  const mutex = keyedMutex(LOCK_WAIT_MS);

  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new StartError(connectFailureSentence(error), { cause: error });
  }

  return {
    query: toSql(pool).query,

    transaction: (work) =>
      withClient(pool, async (client) => {
        const sql = toSql(client);
        await sql.query('begin');
        const result = await work(sql);
        await sql.query('commit');
        return result;
      }),

    withLock: (key, work) => mutex(key, () => withUnavailableError(() => locks.withLock(key, work))),

    async removeDeletedRows(tables) {
      for (const table of tables) await withUnavailableError(() => pool.query(`vacuum ${table}`));
    },

    async close() {
      await Promise.all([pool.end(), locks.close()]);
    },
  };
}

/** SQLSTATEs of a server that can be reached and refuses: a wrong user or password (28), no such database (3D). */
const REFUSED_SQLSTATES = /^(28...|3D...)$/;

/** Returns the sentence about a server that cannot be used, with the reason and without the password. */
function connectFailureSentence(error: unknown): string {
  const verb = REFUSED_SQLSTATES.test(String(errorCode(error)))
    ? 'refuses the connection'
    : 'cannot be reached';
  return `The PostgreSQL server that DATABASE_URL names ${verb}: ${reasonOf(error)}${addressOf(error)}.`;
}

function addressOf(error: unknown): string {
  if (!(error instanceof Error) || !('address' in error)) return '';
  return ` at ${error.address}${'port' in error ? `:${error.port}` : ''}`;
}

/** Runs work with a client of the pool; when it throws, the connection is closed, which rolls back. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await withUnavailableError(() => pool.connect());
  let failed = true;
  try {
    const result = await work(client);
    failed = false;
    return result;
  } finally {
    client.release(failed);
  }
}

const ignore = () => {};

function toSql(client: pg.Pool | pg.PoolClient): Sql {
  return {
    async query<R extends Row>(text: string, values: readonly unknown[] = []) {
      const { rows } = await withUnavailableError(() => client.query<R>(text, [...values]));
      return rows;
    },
  };
}
