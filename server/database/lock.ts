import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { serviceMessages } from '../../machines/shared/serviceMessages.ts';
import { HttpError } from '../shared/errors.ts';

/** Runs work under a key: one after the other under the same key, concurrently under different keys. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** How long a call waits for a lock, in milliseconds. */
const LOCK_WAIT_MS = 10_000;

/** Pause between two attempts to get a lock that another process has, in milliseconds. */
const RETRY_MS = 50;

const lockWaitError = () =>
  new HttpError(503, serviceMessages.stillWorking, {
    retryAfter: 10,
  });

/**
 * A mutex of this process with a lock for each key. Its calls throw an HttpError (503), and do not run their work,
 * when they do not get the lock in time.
 */
export function keyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const previous = tails.get(key);
    const result = inTime(previous).then(work);
    const tail = Promise.allSettled([previous, result]);
    tails.set(key, tail);
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    return result;
  };
}

async function inTime(released: Promise<unknown> | undefined): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(lockWaitError()), LOCK_WAIT_MS);
  });
  try {
    return await Promise.race([released, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export type AdvisoryLocks = {
  withLock: KeyedMutex;
  close(): Promise<void>;
};

/**
 * Session-level advisory locks of PostgreSQL, all on one connection: many calls that wait for a slow payment
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
