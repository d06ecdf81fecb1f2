/**
 * Refuses a machine that cannot be explored: its message names the flow, the state, the step and the remedy.
 *
 * @example
 * const tooSmall = () => explore(shelf, { limit: 2 });
 * tooSmall(); // throws ExploreError
 */
export class ExploreError extends Error {
  override name = 'ExploreError';
}

/** The sources of values that a guard must not read. */
export type ImpureSource = 'Math.random' | 'Date' | 'performance.now';

/** Runs a function, and calls `onRead` whenever it reads the clock or a random number. */
export function observingImpurity<Result>(run: () => Result, onRead: (source: ImpureSource) => void): Result {
  const { random } = Math;
  const OriginalDate = globalThis.Date;
  const clock = globalThis.performance;
  const { now } = clock;
  const note =
    <Args extends unknown[], Value>(source: ImpureSource, read: (...args: Args) => Value) =>
    (...args: Args): Value => {
      onRead(source);
      return read(...args);
    };
  Math.random = note('Math.random', random);
  clock.now = note('performance.now', () => now.call(clock));
  globalThis.Date = new Proxy(OriginalDate, {
    get: (target, key) => (key === 'now' ? note('Date', () => target.now()) : Reflect.get(target, key)),
    construct: (target, args) => {
      if (args.length === 0) onRead('Date');
      return Reflect.construct(target, args);
    },
    apply: (target) => {
      onRead('Date');
      return target();
    },
  });
  try {
    return run();
  } finally {
    Math.random = random;
    clock.now = now;
    globalThis.Date = OriginalDate;
  }
}
