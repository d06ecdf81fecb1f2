import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs work at once, and again after each pause, which keeps no process running.
 *
 * @param work Is given a signal that is aborted when it is to end; must not reject.
 * @param pauseMs Length of the pause, in milliseconds.
 * @returns A function that stops it and waits for the end of the work.
 */
export function repeat(work: (signal: AbortSignal) => Promise<void>, pauseMs: number): () => Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  async function run(): Promise<void> {
    for (;;) {
      await work(signal);
      await sleep(pauseMs, undefined, { ref: false, signal });
    }
  }
  const ended = run().catch(() => {});
  return () => {
    stop.abort();
    return ended;
  };
}
