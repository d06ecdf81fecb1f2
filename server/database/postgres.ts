import pg from 'pg';
import { StartError } from '../errors.ts';
import type { Database, Row, Sql } from './database.ts';
import { keyedMutex } from './mutex.ts';

const CONNECT_MS = 10_000;

/**
 * Opens a PostgreSQL database.
 *
 * Keys of `exclusive` are session-level advisory locks on a pool of their own: a slow payment provider can use that
 * pool up, but not the one that stores submissions, and a process that dies lets go of its locks.
 *
 * @throws StartError when the server does not answer or refuses.
 */
export async function openPostgres(url: string): Promise<Database> {
  const settings = { connectionString: url, connectionTimeoutMillis: CONNECT_MS };
  const pool = new pg.Pool(settings);
  const locks = new pg.Pool(settings);
  for (const each of [pool, locks]) each.on('error', () => {});
  const inProcess = keyedMutex();

  const close = async () => {
    await Promise.all([pool.end(), locks.end()]);
  };

  try {
    await pool.query('select 1');
  } catch (error) {
    await close();
    throw new StartError('The PostgreSQL server that DATABASE_URL names cannot be reached.', {
      cause: error,
    });
  }

  return {
    query: sqlOf(pool).query,

    async transaction(work) {
      return withClient(pool, async (client) => {
        await client.query('begin');
        const result = await work(sqlOf(client));
        await client.query('commit');
        return result;
      });
    },

    exclusive: (key, work) =>
      inProcess(key, () =>
        withClient(locks, async (client) => {
          await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [key]);
          const result = await work();
          await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]);
          return result;
        }),
      ),

    close,
  };
}

/** Lends a client; when the work throws, its connection is closed, which rolls back and unlocks. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failed = true;
  try {
    const result = await work(client);
    failed = false;
    return result;
  } finally {
    client.release(failed);
  }
}

function sqlOf(client: pg.Pool | pg.PoolClient): Sql {
  return {
    async query<R extends Row>(text: string, values: readonly unknown[] = []) {
      const { rows } = await client.query<R>(text, [...values]);
      return rows;
    },
  };
}
