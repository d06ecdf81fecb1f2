import { stateName, stepName } from '../define/names.ts';
import { pairsOf } from '../plan/criteria.ts';
import type { Edge, Graph } from '../simulate/graph.types.ts';
import type { ObservedCoverage } from './coverage.ts';

const distinct = (items: readonly string[]): string[] => [...new Set(items)];

const common = (lists: readonly (readonly string[])[]): string[] =>
  (lists[0] ?? []).filter((item) => lists.every((list) => list.includes(item)));

/** The steps that take the next of some transitions, as many of them as one step can. */
function longestSteps(edges: readonly Edge[], next: readonly string[]): Edge[] {
  const fitting = edges.filter(
    ({ transitions }) => transitions.length > 0 && transitions.every((id, index) => id === next[index]),
  );
  const most = Math.max(0, ...fitting.map(({ transitions }) => transitions.length));
  return fitting.filter(({ transitions }) => transitions.length === most);
}

/**
 * The coverage of runs by their transitions alone, in their order: tests that others wrote. States, cases and
 * results of guards count where every step of the graph with these transitions has them.
 *
 * @example
 * const graph = explore(shelf);
 * coverageOfTransitions(graph, 'others', [['shelf.empty · asked']]).states; // ['empty', 'loading']
 */
export function coverageOfTransitions(
  graph: Graph,
  level: string,
  runs: readonly (readonly string[])[],
): ObservedCoverage {
  const all = [...graph.states.values()].flatMap(({ edges }) => edges);
  const initial = graph.states.get(graph.initial);
  const steps = runs.flatMap((taken) => {
    let possible = new Set([graph.initial]);
    const found: Edge[][] = [];
    for (let from = 0; from < taken.length; ) {
      const next = taken.slice(from);
      const here = [...possible].flatMap((key) => graph.states.get(key)?.edges ?? []);
      const fitting = longestSteps(here, next);
      // A test may begin in another state, or send an event that is no case.
      const steps = fitting.length > 0 ? fitting : longestSteps(all, next);
      from += steps[0]?.transitions.length ?? 1;
      if (steps.length === 0) continue;
      possible = new Set(steps.map(({ to }) => to));
      found.push(steps);
    }
    return found;
  });
  const ofSteps = (items: (edge: Edge) => readonly string[]) =>
    distinct(steps.flatMap((alternatives) => common(alternatives.map(items))));
  return {
    flow: graph.flow.id,
    level,
    states: distinct([
      ...(initial && runs.length > 0 ? [stateName(initial.snapshot)] : []),
      ...ofSteps(({ after, transientStates }) => [stateName(after), ...transientStates]),
    ]),
    transitions: distinct(runs.flat()),
    guardResults: ofSteps(({ guardResults }) => guardResults),
    cases: ofSteps(({ step }) => [stepName(step)]),
    pairs: distinct(runs.flatMap(pairsOf)),
  };
}
