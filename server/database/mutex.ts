/** Runs pieces of work one after the other where they share a key, and side by side where they do not. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function keyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(work);
    const tail = result.catch(() => {});
    tails.set(key, tail);
    try {
      return await result;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
}
