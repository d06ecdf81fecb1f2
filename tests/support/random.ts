import fc from 'fast-check';
import { isMore } from './more.ts';

/**
 * A whole number from the environment; undefined where it is not set.
 * @throws where it is something else.
 */
export function numberFromEnvironment(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d+$/.test(text)) throw new Error(`${name} is a whole number, not "${text}"`);
  return Number(text);
}

/**
 * The seed of this run: that in `SEED`, else 1, so that passing code stays so. `npm run test:more` takes a new
 * one.
 */
export const seed = numberFromEnvironment('SEED') ?? (isMore ? Math.floor(Math.random() * 2 ** 31) : 1);

// fast-check prints the seed where a property does not hold.
fc.configureGlobal({ seed });

/** How to repeat the random walks of this run. */
export const seedNotice = `seed ${seed}; SEED=${seed} repeats it`;

/** Numbers from 0 up to, but not including, 1. */
export type Random = () => number;

/** The number of different results. */
const RESOLUTION = 2 ** 30;

// fast-check draws doubles evenly among all representable ones, most of which are close to 0.
const numbers = fc.infiniteStream(fc.noBias(fc.nat(RESOLUTION - 1)), { noHistory: true });

/** Random numbers, the same for the same seed. */
export function randomOf(seed: number): Random {
  const [stream] = fc.sample(numbers, { seed, numRuns: 1 });
  return () => (stream?.next().value ?? 0) / RESOLUTION;
}

/** An item chosen by the weights of the items; `position` is at least 0 and below 1. */
export function chooseByWeight<Item>(
  items: readonly Item[],
  position: number,
  weigh: (item: Item) => number,
): Item | undefined {
  const weights = items.map(weigh);
  let remaining = position * weights.reduce((sum, weight) => sum + weight, 0);
  return items.find((_, index) => {
    remaining -= weights[index] ?? 0;
    return remaining < 0;
  });
}
