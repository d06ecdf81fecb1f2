import { CallError } from '../errors.ts';

/** Runs pieces of work one after the other where they share a key, and side by side where they do not. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** How long a call waits for its turn, in milliseconds. */
export const TURN_MS = 10_000;

/** For one whose turn did not come. */
export const busy = () =>
  new CallError(503, 'We are still working on your last request. Please try again in a moment.', {
    retryAfter: 10,
  });

/**
 * @param waitMs How long to wait for one's turn, in milliseconds; without it, as long as it takes.
 * Work whose turn does not come in time is not done, and a CallError (503) is thrown.
 */
export function keyedMutex(waitMs = Number.POSITIVE_INFINITY): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = tails.get(key);
    const turn = before && Number.isFinite(waitMs) ? inTime(before, waitMs) : (before ?? Promise.resolve());
    const result = turn.then(work);
    const tail = Promise.allSettled([before, result]);
    tails.set(key, tail);
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    return result;
  };
}

async function inTime(turn: Promise<unknown>, waitMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(busy()), waitMs);
  });
  try {
    return await Promise.race([turn, late]);
  } finally {
    clearTimeout(timer);
  }
}
