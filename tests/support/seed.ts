/**
 * Returns a whole number from the environment; undefined where it is not set.
 * @throws where it is something else.
 */
export function numberFromEnvironment(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d+$/.test(text)) throw new Error(`${name} is a whole number, not "${text}"`);
  return Number(text);
}

/** The seed of the random walks of this run: that in `SEED`, or a new one. */
export const seed = numberFromEnvironment('SEED') ?? Math.floor(Math.random() * 2 ** 31);

/** How the random walks of this run are repeated. */
export const seedNotice = `seed ${seed}; SEED=${seed} repeats it`;
