import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type KeyedMutex, keyedMutex, LOCK_WAIT_MS, lockWaitError } from './mutex.ts';

/** Pause between two attempts to get a lock that another process has, in milliseconds. */
const RETRY_MS = 50;

export type AdvisoryLocks = {
  withLock: KeyedMutex;
  close(): Promise<void>;
};

/**
 * Returns session-level advisory locks of PostgreSQL, all on one connection: many calls that wait for a slow payment
 * provider use no further connection, and a process that dies releases all its locks.
 *
 * The locks exclude other processes, not other callers in this process. A lost connection releases them; the unique
 * indexes of the tables still apply then.
 */
export function createAdvisoryLocks(settings: pg.ClientConfig): AdvisoryLocks {
  let session: Promise<pg.Client> | undefined;
  const mutex = keyedMutex();

  function connect(): Promise<pg.Client> {
    const client = new pg.Client(settings);
    const connecting = client.connect().then(() => client);
    const clearSession = () => {
      if (session === connecting) session = undefined;
    };
    client.on('error', clearSession).on('end', clearSession);
    connecting.catch(clearSession);
    session = connecting;
    return connecting;
  }

  /** Locks or unlocks a key; returns whether it was done. A connection on which this fails is closed. */
  async function callLockFunction(
    client: pg.Client,
    lockFunction: 'try_advisory_lock' | 'advisory_unlock',
    key: string,
  ) {
    try {
      const { rows } = await mutex('', () =>
        client.query<{ done: boolean }>(`select pg_${lockFunction}(hashtextextended($1, 0)) as done`, [key]),
      );
      return rows[0]?.done === true;
    } catch (error) {
      session = undefined;
      client.end().catch(() => {});
      throw error;
    }
  }

  async function acquire(key: string): Promise<pg.Client> {
    const deadline = performance.now() + LOCK_WAIT_MS;
    for (;;) {
      const client = await (session ?? connect());
      if (await callLockFunction(client, 'try_advisory_lock', key)) return client;
      if (performance.now() > deadline) throw lockWaitError();
      await sleep(RETRY_MS);
    }
  }

  return {
    async withLock(key, work) {
      const client = await acquire(key);
      try {
        return await work();
      } finally {
        await callLockFunction(client, 'advisory_unlock', key).catch(() => {});
      }
    },

    async close() {
      await (await session?.catch(() => undefined))?.end();
    },
  };
}
