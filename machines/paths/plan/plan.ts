import { stateName } from '../../stateName.ts';
import type { Edge, Graph } from '../simulate/explore.ts';
import { searchPaths } from './beamSearch.ts';
import { type Criterion, type Goal, worthOfCriterion } from './criteria.ts';
import { noRequirements, type Requirements } from './requirements.ts';
import { SearchGraph } from './searchGraph.ts';

export { type Criterion, criteria, defaultCriteria, TooManyGoalsError } from './criteria.ts';

/** Consecutive steps, as a rule from the initial state. */
export type Path = Edge[];

export type PlanOptions = {
  /** The greatest length of a path, unless one goal alone is further away. */
  maxLength?: number;
  /** The greatest number of steps of all paths together; they are spent on the goals that are worth most. */
  budget?: number;
  /** The n of the n-switch criterion. */
  switchDepth?: number;
  /** The journeys and properties that the requirements criterion covers: a flow, as a rule. */
  requirements?: Requirements;
};

/**
 * Returns few paths with few steps that together reach every reachable goal of the criteria, or with a budget the goals
 * that are worth most. It is the same every time.
 */
export function plan(
  graph: Graph,
  selectedCriteria: readonly Criterion[],
  {
    maxLength = 60,
    budget = Number.POSITIVE_INFINITY,
    switchDepth = 2,
    requirements = noRequirements,
  }: PlanOptions = {},
): Path[] {
  const searchGraph = new SearchGraph(graph, selectedCriteria, { switchDepth, requirements });
  const hasBudget = Number.isFinite(budget);
  const worth = searchGraph.goals().map(({ criterion }) => (hasBudget ? worthOfCriterion[criterion] : 1));
  return searchPaths(searchGraph, { maxLength, budget, worth });
}

/** Returns every reachable goal of a criterion. The initial state needs no step, so it counts only where a step leads to it. */
export const reachableGoals = (graph: Graph, criterion: Criterion, options: PlanOptions = {}): string[] =>
  goalsLeftOut(graph, [criterion], [], options).map(({ id }) => id);

/** Returns the reachable goals of the criteria that none of the paths reaches. */
export function goalsLeftOut(
  graph: Graph,
  selectedCriteria: readonly Criterion[],
  paths: readonly Path[],
  { switchDepth = 2, requirements = noRequirements }: PlanOptions = {},
): Goal[] {
  const searchGraph = new SearchGraph(graph, selectedCriteria, { switchDepth, requirements });
  const goals = searchGraph.goals();
  const reached = new Set(paths.flatMap((path) => searchGraph.goalsOn(path)));
  return goals.filter((_, number) => !reached.has(number));
}

/** Returns the shortest path from a state to a step with a positive score, of several the one with the highest; null where there is none. */
export function shortestPathBy(graph: Graph, from: string, score: (edge: Edge) => number): Path | null {
  const seen = new Set([from]);
  let frontier: { state: string; path: Path }[] = [{ state: from, path: [] }];
  while (frontier.length > 0) {
    let best: { score: number; path: Path } | null = null;
    const next: typeof frontier = [];
    for (const { state, path } of frontier)
      for (const edge of graph.states.get(state)?.edges ?? []) {
        const edgeScore = score(edge);
        if (edgeScore > (best?.score ?? 0)) best = { score: edgeScore, path: [...path, edge] };
        if (seen.has(edge.to)) continue;
        seen.add(edge.to);
        next.push({ state: edge.to, path: [...path, edge] });
      }
    if (best) return best.path;
    frontier = next;
  }
  return null;
}

/** Returns the shortest path from a state to a state (by name) or a transition (by id); null where there is none. */
export function pathTo(graph: Graph, goal: string, from = graph.initial): Path | null {
  const start = graph.states.get(from);
  if (start && stateName(start.snapshot) === goal) return [];
  return shortestPathBy(graph, from, ({ after, transitions }) =>
    stateName(after) === goal || transitions.includes(goal) ? 1 : 0,
  );
}

/** Returns a graph without the steps of some events. States that become unreachable stay in it. */
export const withoutEvents = (graph: Graph, ...types: string[]): Graph => ({
  ...graph,
  states: new Map(
    [...graph.states].map(([key, { edges, ...state }]) => [
      key,
      { ...state, edges: edges.filter(({ step }) => step.kind !== 'event' || !types.includes(step.type)) },
    ]),
  ),
});

/** Returns one shortest path for each transition: the baseline with which a plan is compared. */
export function shortestPathPerTransition(graph: Graph): Path[] {
  const ids = new Set(
    [...graph.states.values()].flatMap(({ edges }) => edges.flatMap(({ transitions }) => transitions)),
  );
  return [...ids].flatMap((id) => {
    const path = shortestPathBy(graph, graph.initial, ({ transitions }) =>
      transitions.includes(id) ? 1 : 0,
    );
    return path ? [path] : [];
  });
}
