import { type Coverage, type CoverageItem, coverageWith } from './coverageText.ts';

const RANKS = ['covered', 'uncovered', 'unreachable'] as const;

/**
 * The coverage of a machine by several of its flows, such as one for each of its inputs: an item is covered where
 * one of them covers it.
 *
 * @example
 * const graph = explore(shelf);
 * const [none, some] = [[], [graph.pathTo('loading')]].map((paths) => coverageOf(graph, [observedCoverage(shelf, 'plan', paths)]));
 * sumOfCoverage([none, some]).totals().transition; // { covered: 1, of: 5 }
 */
export function sumOfCoverage(all: readonly Coverage[]): Coverage {
  const best = new Map<string, CoverageItem>();
  for (const item of all.flatMap(({ items }) => items)) {
    const key = `${item.kind} ${item.id}`;
    const known = best.get(key);
    if (!known || RANKS.indexOf(item.status) < RANKS.indexOf(known.status)) best.set(key, item);
  }
  // A state that is reached has its name, one that is not its id: it counts where no flow reaches it.
  const isInAll = ({ kind, id }: CoverageItem) =>
    all.every(({ items }) => items.some((item) => item.kind === kind && item.id === id));
  const items = [...best.values()].filter(
    (item) => item.kind !== 'state' || item.status !== 'unreachable' || isInAll(item),
  );
  return coverageWith(all[0]?.flow ?? '', items);
}
