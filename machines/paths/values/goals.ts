import type { Edge, Graph } from '../simulate/graph.types.ts';

/** The transitions, guard results and conditions of a step. */
export const goalsOf = (edge: Edge): string[] => [
  ...edge.transitions,
  ...edge.guardResults,
  ...edge.conditions,
];

/** The goals of a graph's reachable steps. */
export function goalsIn(graph: Graph): Set<string> {
  const reached = new Set([graph.initial]);
  const goals = new Set([...graph.start.transitions, ...graph.start.guardResults]);
  for (const key of reached)
    for (const edge of graph.states.get(key)?.edges ?? []) {
      reached.add(edge.to);
      for (const goal of goalsOf(edge)) goals.add(goal);
    }
  return goals;
}
