import { stepName } from '../define/names.ts';
import { isViolatedAt, performed } from '../define/properties.ts';
import type { Property } from '../define/types.ts';
import type { Graph } from '../simulate/graph.types.ts';

/**
 * The names of the steps of a shortest path that violates a property; null where the property holds.
 *
 * @example
 * const isEmpty = always('it stays empty', ({ value }) => value !== 'full');
 * counterexample(explore(shelf), isEmpty); // ['asked: without a payload', 'fetchBook: found']
 */
export function counterexample(graph: Graph, property: Property): string[] | null {
  const snapshotAt = (key: string) => graph.states.get(key)?.snapshot;
  if (property.kind === 'eventually') return eventuallyCounterexample(graph, property);
  const initial = snapshotAt(graph.initial);
  if (property.kind === 'always' && initial && !property.holds(initial)) return [];
  const path = graph.shortestPath((edge) => {
    const before = snapshotAt(edge.from);
    return before && isViolatedAt(property, performed(before, edge.step, edge.after)) ? 1 : 0;
  });
  return path?.map(({ step }) => stepName(step)) ?? null;
}

/** A shortest path to a state after which outcomes and timers alone can loop or stop before the required state. */
function eventuallyCounterexample(
  graph: Graph,
  { after, comes }: Extract<Property, { kind: 'eventually' }>,
): string[] | null {
  const environmentEdges = (key: string) =>
    (graph.states.get(key)?.edges ?? []).filter(({ step }) => step.kind !== 'event');
  const guaranteed = new Set<string>();
  const isGuaranteed = (key: string, ancestors: ReadonlySet<string>): boolean => {
    const state = graph.states.get(key);
    if (!state || ancestors.has(key)) return false;
    if (guaranteed.has(key) || comes(state.snapshot)) return true;
    const successors = environmentEdges(key);
    const visited = new Set([...ancestors, key]);
    const isGuaranteedHere =
      successors.some(({ step }) => step.kind === 'timer' || step.kind === 'delayed') &&
      successors.every(({ to }) => isGuaranteed(to, visited));
    if (isGuaranteedHere) guaranteed.add(key);
    return isGuaranteedHere;
  };
  const isViolated = (key: string) => {
    const state = graph.states.get(key);
    return state !== undefined && after(state.snapshot) && !isGuaranteed(key, new Set());
  };
  if (isViolated(graph.initial)) return [];
  const path = graph.shortestPath(({ to }) => (isViolated(to) ? 1 : 0));
  return path?.map(({ step }) => stepName(step)) ?? null;
}
