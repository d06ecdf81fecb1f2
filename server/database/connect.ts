import pg from 'pg';
import { errorCode, StartError, UnavailableError } from '../shared/errors.ts';
import type { Database, Row, Sql } from './database.types.ts';
import { type EmbeddedDatabase, inUseError } from './embedded.ts';
import { isRolledBack, reasonOf, withUnavailableError } from './errors.ts';
import { createAdvisoryLocks, keyedMutex } from './lock.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const MOST_CONNECTIONS = 10;
/** After this the server cancels a statement. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** Longer than the second after which PostgreSQL looks for deadlocks, and ends a vacuum of its own that is in the way. */
const LOCK_TIMEOUT_MS = 1_200;
/** After this the client stops waiting for a server that does not reply. */
const QUERY_TIMEOUT_MS = 12_000;

/** Key of the advisory lock that every process shares while it has the database open, and that a restore has alone. */
const USE_LOCK = 7_201_524;
/**
 * Milliseconds that a process waits for it. A process that has just ended may still hold it for a moment; and
 * while a restore waits, new connections of others do.
 */
const EXCLUSIVE_USE_WAIT_MS = 1_000;
const SHARED_USE_WAIT_MS = 3_000;

/**
 * Connects to the PostgreSQL server that DATABASE_URL names.
 *
 * @param isExclusive Whether this process is to have the database alone.
 * @throws StartError when the server cannot be reached or refuses the connection, and UnavailableError when another
 * process has the database alone, or has it open where this one is to have it alone.
 */
export async function connectByUrl(url: string, isExclusive = false): Promise<Database> {
  try {
    return await connect({ connectionString: url }, { isExclusive });
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    throw new StartError(connectFailureSentence(error), { cause: error });
  }
}

type ConnectOptions = {
  isExclusive?: boolean;
  /** The embedded database, where it is the server. */
  embedded?: EmbeddedDatabase;
};

/** Opens a database by a pool of connections. */
export async function connect(
  server: pg.ClientConfig,
  { isExclusive = false, embedded }: ConnectOptions,
): Promise<Database> {
  const settings = {
    ...server,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  };
  const pool = new pg.Pool({
    ...settings,
    max: isExclusive ? 1 : MOST_CONNECTIONS,
    // A process that does nothing keeps a connection, and with it the lock.
    min: 1,
    onConnect: (client) => prepareConnection(client, isExclusive),
  });
  pool.on('error', ignore);
  // Where the last connection is lost, idle or in use, another one is made, so that the lock is held again.
  pool.on('remove', () => {
    if (pool.totalCount === 0 && !pool.ending) void pool.query('select 1').catch(ignore);
  });
  // The pool does not listen for errors of a client that is in use; without a listener they end the process.
  pool.on('connect', (client) => client.on('error', ignore));
  const locks = embedded ? undefined : createAdvisoryLocks(settings);
  const mutex = keyedMutex();

  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw error;
  }

  const transaction: Database['transaction'] = (work) =>
    onceMore(() =>
      withClient(pool, async (client) => {
        const sql = toSql(client);
        await sql.query('begin');
        const result = await work(sql);
        await sql.query('commit');
        return result;
      }),
    );

  return {
    // The connections of the embedded database share one session: outside of a transaction the parts of a statement with
    // values may come between those of another one.
    query: (text, values) =>
      embedded && values?.length
        ? transaction((sql) => sql.query(text, values))
        : onceMore(() => toSql(pool).query(text, values)),

    transaction,

    withLock: (key, work) =>
      mutex(key, () => (locks ? withUnavailableError(() => locks.withLock(key, work)) : work())),

    removeDeletedRows: (tables) =>
      withClient(pool, async (client) => {
        const sql = toSql(client);
        await sql.query('set lock_timeout = 0');
        // A plain vacuum leaves the bytes of a row in its page until another row needs the room.
        for (const table of tables) await sql.query(`vacuum ${embedded ? 'full' : ''} ${table}`);
        await sql.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
        // A checkpoint removes the files of the log before the current one.
        if (embedded) for (const text of ['select pg_switch_wal()', 'checkpoint']) await sql.query(text);
      }),

    async close() {
      await Promise.all([pool.end(), locks?.close()]);
      await embedded?.stop();
    },
  };
}

/**
 * Takes the lock that says that this process has the database open, for as long as the connection lasts, and
 * overrides the settings of the server, the database or the role.
 *
 * @throws UnavailableError when it is not to be had.
 */
async function prepareConnection(client: pg.ClientBase, isExclusive: boolean): Promise<void> {
  const [lockFunction, waitMs] = isExclusive
    ? ['pg_advisory_lock', EXCLUSIVE_USE_WAIT_MS]
    : ['pg_advisory_lock_shared', SHARED_USE_WAIT_MS];
  try {
    await client.query(
      `set session characteristics as transaction isolation level read committed;
       set lock_timeout = ${isExclusive ? 0 : LOCK_TIMEOUT_MS};
       set idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS};
       begin; set local lock_timeout = ${waitMs}; select ${lockFunction}(${USE_LOCK}); commit`,
    );
  } catch (cause) {
    if (!isRolledBack(cause)) throw cause;
    throw isExclusive
      ? inUseError(cause)
      : new UnavailableError('A backup is being restored into the database: try again when that is done.', {
          cause,
        });
  }
}

/** SQLSTATEs of a server that can be reached and refuses: a wrong user or password (28), no such database (3D). */
const REFUSED_SQLSTATES = /^(28...|3D...)$/;

/** The sentence about an unusable server, with the reason and without the password. */
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

/** Runs work again whose transaction was rolled back because others were in the way. */
async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnavailableError && isRolledBack(error.cause))) throw error;
    return work();
  }
}

function toSql(client: pg.Pool | pg.PoolClient): Sql {
  return {
    async query<R extends Row>(text: string, values: readonly unknown[] = []) {
      const { rows } = await withUnavailableError(() => client.query<R>(text, [...values]));
      return rows;
    },
  };
}
