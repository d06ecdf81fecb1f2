import { serviceMessages } from '../../machines/shared/serviceMessages.ts';
import { HttpError } from '../shared/errors.ts';

/** Runs work under a key: one after the other under the same key, concurrently under different keys. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** How long a call waits for a lock, in milliseconds. */
export const LOCK_WAIT_MS = 10_000;

/** Returns the error of a call that waited too long for a lock. */
export const lockWaitError = () =>
  new HttpError(503, serviceMessages.stillWorking, {
    retryAfter: 10,
  });

/**
 * Returns a mutex with a lock for each key. Its calls throw an HttpError (503), and do not run their work, when they do
 * not get the lock in time.
 *
 * @param waitMs Longest wait for the lock, in milliseconds; unlimited unless given.
 */
export function keyedMutex(waitMs = Number.POSITIVE_INFINITY): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const previous = tails.get(key);
    const released = Number.isFinite(waitMs) ? withTimeout(previous, waitMs) : Promise.resolve(previous);
    const result = released.then(work);
    const tail = Promise.allSettled([previous, result]);
    tails.set(key, tail);
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    return result;
  };
}

async function withTimeout(released: Promise<unknown> | undefined, waitMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(lockWaitError()), waitMs);
  });
  try {
    return await Promise.race([released, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
