import type { Chart } from './chart.ts';
import { replay } from './replay.ts';
import { randomWalk, type Walk } from './walk.ts';

/** So many walks are made even where the first of them reach everything. */
const MIN_WALKS = 4;
const MAX_WALKS = 80;
const WALK_LENGTH = 14;

/** Returns what a real actor does otherwise than is known of a chart, in a sentence each. */
export function chartProblems(chart: Chart): string[] {
  const { reaches = [], neverReaches = [], breaks } = chart.expected ?? {};
  const walks: Walk[] = [];
  const states = new Set<string>();
  const errors = new Set<string>();
  const missing = (): string[] => reaches.filter((state) => !states.has(state));
  const isBroken = (): boolean => [...errors].some((error) => breaks?.test(error));
  while (walks.length < MAX_WALKS) {
    const walk = randomWalk(chart, walks.length, WALK_LENGTH);
    walks.push(walk);
    for (const state of walk.states) states.add(state);
    if (walk.error !== undefined) errors.add(walk.error);
    if (walk.isOnlyOne) break;
    if (walks.length >= MIN_WALKS && missing().length === 0 && (!breaks || isBroken())) break;
  }
  const [first] = walks;
  const difference = first ? replay(chart, first.test) : null;
  return [
    ...missing().map((state) => `"${state}" is not reached`),
    ...neverReaches.filter((state) => states.has(state)).map((state) => `"${state}" is reached`),
    ...(breaks && !isBroken() ? [`it does not break with ${breaks}`] : []),
    ...(breaks ? [] : [...errors].map((error) => `it breaks: ${error}`)),
    ...(difference === null ? [] : [difference]),
  ];
}
