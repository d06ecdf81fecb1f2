/** Runs work `count` times, at most `atATime` concurrently; returns the results in the order in which they came. */
export async function runConcurrently<T>(
  count: number,
  atATime: number,
  work: (number: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) results.push(await work(next++));
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}
