/** A generator of numbers from 0 to 1, the same ones for the same text (mulberry32). */
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

/** The time while a step is performed, in milliseconds since 1970 (1 January 2026) and since the start. */
const NOW = 1_767_225_600_000;
const SINCE_START = 1_000;

/** The parts of the outside world that a machine reads. */
export type WorldReader = (source: 'clock' | 'id' | 'exit') => void;

type Exit = { exit?: (code?: number) => void };

/**
 * Runs a function with the same random numbers each time that the text is the same, with ids that are not in the text, a
 * clock that stands, and a process that does not end: a machine that reads them can be walked.
 */
export function withKnownWorld<Result>(
  seed: () => string,
  run: () => Result,
  onRead: WorldReader = () => {},
): Result {
  const { random } = Math;
  const { crypto, performance, Date: OuterDate } = globalThis;
  const { now } = performance;
  const program: Exit = 'process' in globalThis ? Reflect.get(globalThis, 'process') : {};
  const { exit } = program;
  let next: (() => number) | null = null;
  const known = () => {
    next ??= randomNumbers(seed());
    return next();
  };
  const made = new Set<string>();
  /** The first id that is neither in the state nor used before. */
  const newId = () => {
    const taken = seed();
    for (let count = 1; ; count += 1) {
      const id = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}` as const;
      if (made.has(id) || taken.includes(id)) continue;
      made.add(id);
      return id;
    }
  };
  Math.random = () => {
    // An observer is told.
    random();
    return known();
  };
  performance.now = () => {
    now.call(performance);
    onRead('clock');
    return SINCE_START;
  };
  const time = (): number => {
    OuterDate.now();
    onRead('clock');
    return NOW;
  };
  globalThis.Date = new Proxy(OuterDate, {
    get: (target, key) => (key === 'now' ? time : Reflect.get(target, key)),
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [time()] : args),
    apply: (target) => new target(time()).toString(),
  });
  const { randomUUID } = crypto;
  crypto.randomUUID = () => {
    onRead('id');
    return newId();
  };
  if (exit) program.exit = () => onRead('exit');
  try {
    return run();
  } finally {
    Math.random = random;
    performance.now = now;
    globalThis.Date = OuterDate;
    crypto.randomUUID = randomUUID;
    if (exit) program.exit = exit;
  }
}
