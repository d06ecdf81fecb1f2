import { stateName } from '../stateName.ts';
import type { Edge, Graph } from './explore.ts';
import { stepName } from './steps.ts';

/** The criteria of a plan. */
export const criteria = ['states', 'transitions', 'guards', 'cases', 'pairs'] as const;

export type Criterion = (typeof criteria)[number];

/** The criteria of the tests: all but pairs, of which there are too many. */
export const defaultCriteria = ['states', 'transitions', 'guards', 'cases'] as const satisfies Criterion[];

/** Consecutive steps, as a rule from the initial state. */
export type Path = Edge[];

/** A step with the transition that was taken before it. */
type EdgeInPath = { edge: Edge; previous: string | undefined };

/** Returns the id of a pair of consecutive transitions. */
export const transitionPair = (before: string | undefined, next: string): string => `${before} → ${next}`;

const goalsByCriterion: Record<Criterion, (edgeInPath: EdgeInPath) => string[]> = {
  states: ({ edge }) => [stateName(edge.after)],
  transitions: ({ edge }) => edge.transitions,
  guards: ({ edge }) => edge.guardResults,
  cases: ({ edge }) => (edge.transitions.length > 0 ? [stepName(edge.step)] : []),
  pairs: ({ edge, previous }) => {
    const [first] = edge.transitions;
    return previous !== undefined && first !== undefined ? [transitionPair(previous, first)] : [];
  },
};

/** Returns the last transition taken after a step. A step without transitions leaves it unchanged. */
const lastTransition = ({ edge, previous }: EdgeInPath): string | undefined =>
  edge.transitions.at(-1) ?? previous;

/** A node of the search graph: the key of a state and, where pairs matter, the transition that led there. */
type SearchNode = { state: string; previous: string | undefined };

/** The graph in which paths are searched; each node is expanded when it is first visited. */
class SearchGraph {
  readonly start: SearchNode;
  readonly #graph: Graph;
  readonly #criteria: readonly Criterion[];
  readonly #successors = new Map<string, { edge: Edge; to: SearchNode; goals: string[] }[]>();

  constructor(graph: Graph, selectedCriteria: readonly Criterion[]) {
    this.start = { state: graph.initial, previous: undefined };
    this.#graph = graph;
    this.#criteria = selectedCriteria;
  }

  keyOf({ state, previous }: SearchNode): string {
    return previous === undefined ? state : `${state} ${previous}`;
  }

  successorsOf(node: SearchNode) {
    const key = this.keyOf(node);
    const cached = this.#successors.get(key);
    if (cached) return cached;
    const tracksPrevious = this.#criteria.includes('pairs');
    const successors = (this.#graph.states.get(node.state)?.edges ?? []).map((edge) => ({
      edge,
      to: {
        state: edge.to,
        previous: tracksPrevious ? lastTransition({ edge, previous: node.previous }) : undefined,
      },
      goals: this.#criteria.flatMap((criterion) =>
        goalsByCriterion[criterion]({ edge, previous: node.previous }).map((goal) => `${criterion}: ${goal}`),
      ),
    }));
    this.#successors.set(key, successors);
    return successors;
  }

  /** Returns every reachable goal. */
  goals(): Set<string> {
    const goals = new Set<string>();
    const seen = new Set([this.keyOf(this.start)]);
    const queue = [this.start];
    for (let node = queue.shift(); node; node = queue.shift())
      for (const successor of this.successorsOf(node)) {
        for (const goal of successor.goals) goals.add(goal);
        const key = this.keyOf(successor.to);
        if (!seen.has(key)) {
          seen.add(key);
          queue.push(successor.to);
        }
      }
    return goals;
  }

  /** Returns the shortest path to a step with a positive score, of several the one with the highest; null where there is none. */
  shortestPathBy(
    from: SearchNode,
    score: (edge: Edge, goals: string[]) => number,
  ): { path: Edge[]; goals: string[]; to: SearchNode } | null {
    type Visit = { node: SearchNode; path: Edge[]; goals: string[] };
    const seen = new Set([this.keyOf(from)]);
    let frontier: Visit[] = [{ node: from, path: [], goals: [] }];
    while (frontier.length > 0) {
      let best: { score: number; visit: Visit } | null = null;
      const next: Visit[] = [];
      for (const visit of frontier)
        for (const { edge, to, goals } of this.successorsOf(visit.node)) {
          const visitScore = score(edge, goals);
          const key = this.keyOf(to);
          if (visitScore <= (best?.score ?? 0) && seen.has(key)) continue;
          const reached = { node: to, path: [...visit.path, edge], goals: [...visit.goals, ...goals] };
          if (visitScore > (best?.score ?? 0)) best = { score: visitScore, visit: reached };
          if (!seen.has(key)) {
            seen.add(key);
            next.push(reached);
          }
        }
      if (best) return { path: best.visit.path, goals: best.visit.goals, to: best.visit.node };
      frontier = next;
    }
    return null;
  }
}

/**
 * Returns few paths that together reach every reachable goal of the criteria. Greedy and deterministic: each path
 * extends to the nearest step with unreached goals, and a new one starts when a path would exceed `budget` steps.
 */
export function plan(graph: Graph, selectedCriteria: readonly Criterion[], { budget = 60 } = {}): Path[] {
  const searchGraph = new SearchGraph(graph, selectedCriteria);
  const unreached = searchGraph.goals();
  const score = (_: Edge, goals: string[]) => new Set(goals.filter((goal) => unreached.has(goal))).size;
  const paths: Path[] = [];
  while (unreached.size > 0) {
    const path: Path = [];
    let node = searchGraph.start;
    for (;;) {
      const nearest = searchGraph.shortestPathBy(node, score);
      if (!nearest || (path.length > 0 && path.length + nearest.path.length > budget)) break;
      path.push(...nearest.path);
      for (const goal of nearest.goals) unreached.delete(goal);
      node = nearest.to;
    }
    if (path.length === 0) throw new Error(`no path to ${[...unreached].join(', ')}`);
    paths.push(path);
  }
  return paths;
}

/** Returns every reachable goal of a criterion. The initial state needs no step, so it counts only where a step leads to it. */
export const reachableGoals = (graph: Graph, criterion: Criterion): string[] =>
  [...new SearchGraph(graph, [criterion]).goals()].map((goal) => goal.slice(`${criterion}: `.length));

/** Returns the shortest path from a state to a step with a positive score, of several the one with the highest; null where there is none. */
export function shortestPathBy(graph: Graph, from: string, score: (edge: Edge) => number): Path | null {
  return new SearchGraph(graph, []).shortestPathBy({ state: from, previous: undefined }, score)?.path ?? null;
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
