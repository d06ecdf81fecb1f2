import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type KeyedMutex, LOCK_WAIT_MS, lockWaitError } from './mutex.ts';

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
  const connection = new pg.Pool({ ...settings, max: 1, idleTimeoutMillis: 0 }).on('error', () => {});

  /** Locks or unlocks a key; returns whether it was done. */
  async function call(lockFunction: 'try_advisory_lock' | 'advisory_unlock', key: string): Promise<boolean> {
    const { rows } = await connection.query<{ done: boolean }>(
      `select pg_${lockFunction}(hashtextextended($1, 0)) as done`,
      [key],
    );
    return rows[0]?.done === true;
  }

  return {
    async withLock(key, work) {
      const deadline = performance.now() + LOCK_WAIT_MS;
      while (!(await call('try_advisory_lock', key))) {
        if (performance.now() > deadline) throw lockWaitError();
        await sleep(RETRY_MS);
      }
      try {
        return await work();
      } finally {
        await call('advisory_unlock', key).catch(() => {});
      }
    },
    close: () => connection.end(),
  };
}
