import type { Path } from '../../machines/paths/index.ts';
import { numberFromEnvironment, seed, seedNotice } from '../support/seed.ts';
import { randomPaths } from '../support/walks/randomPaths.ts';
import type { Plan } from './planOf.ts';

/** The number of random walks of each flow on a page that `WALKS` asks for. */
const givenCount = numberFromEnvironment('WALKS');

const [SHORT, LONG] = [8, 40];

export type RandomWalk = { path: Path; title: string };

/**
 * Returns the random walks of a flow on a page, led to the pairs of transitions that its plan does not take. There are
 * `count` short ones, or as many long ones as `WALKS` asks for.
 */
export const randomWalksOf = ({ graph, paths }: Plan, count: number): RandomWalk[] =>
  randomPaths(graph, {
    seed,
    count: givenCount ?? count,
    maxLength: givenCount === undefined ? SHORT : LONG,
    walked: paths.map(({ path }) => path),
  }).map((path, index) => ({ path, title: `random walk ${index + 1}` }));

/** Appends to the message of a failing random walk how it is repeated. */
export async function namingSeed<Result>(walking: Promise<Result>): Promise<Result> {
  try {
    return await walking;
  } catch (error) {
    if (error instanceof Error) error.message += `\n\nA random walk: ${seedNotice}.`;
    throw error;
  }
}
