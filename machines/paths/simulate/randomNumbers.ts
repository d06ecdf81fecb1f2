/** Returns a function that returns numbers from 0 to 1, the same ones for the same text (mulberry32). */
export function randomNumbers(seed: string): () => number {
  let state = 0;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Runs a function with the same random numbers each time that the text is the same: a machine that reads them can be walked. */
export function withRandomNumbers<Result>(seed: () => string, run: () => Result): Result {
  const { random } = Math;
  let next: (() => number) | null = null;
  Math.random = () => {
    // An observer is told.
    random();
    next ??= randomNumbers(seed());
    return next();
  };
  try {
    return run();
  } finally {
    Math.random = random;
  }
}
