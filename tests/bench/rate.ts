/** Does a piece of work `count` times, so many at a time; returns how many were done per second. */
export async function rate(
  count: number,
  atATime: number,
  work: (number: number) => Promise<unknown>,
): Promise<number> {
  const start = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return (count * 1000) / (performance.now() - start);
}
