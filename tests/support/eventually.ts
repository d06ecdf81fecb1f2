import { vi } from 'vitest';

/** Waits until what is expected is so. Ends with the error of the expectation after a time that a busy machine needs. */
export const eventually = <Result>(
  expectation: () => Result | Promise<Result>,
  interval = 50,
): Promise<Result> => vi.waitFor(expectation, { timeout: 30_000, interval });
