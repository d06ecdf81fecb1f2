import { stateName } from '../stateName.ts';
import { type Edge, type Graph, stepName } from './explore.ts';

/** What a plan has to reach. */
export const criteria = ['states', 'transitions', 'guards', 'cases', 'pairs'] as const;

export type Criterion = (typeof criteria)[number];

/** What the tests walk: everything but pairs, which are many. */
export const defaultCriteria = ['states', 'transitions', 'guards', 'cases'] as const satisfies Criterion[];

/** A test: steps from the initial state, each with the key of the state it leads to. */
export type Path = Edge[];

/** A step, together with the transition that was taken before it. */
type EdgeInPath = { edge: Edge; previous: string | undefined };

/** Two transitions, one after the other. */
export const transitionPair = (before: string | undefined, next: string): string => `${before} → ${next}`;

const goalsByCriterion: Record<Criterion, (move: EdgeInPath) => string[]> = {
  states: ({ edge }) => [stateName(edge.after)],
  transitions: ({ edge }) => edge.transitions,
  guards: ({ edge }) => edge.guardResults,
  cases: ({ edge }) => (edge.transitions.length > 0 ? [stepName(edge.step)] : []),
  pairs: ({ edge, previous: before }) => {
    const [first] = edge.transitions;
    return before !== undefined && first !== undefined ? [transitionPair(before, first)] : [];
  },
};

/** The last transition taken, after a move: a step that takes none does not come between two that do. */
const lastTransition = ({ edge, previous }: EdgeInPath): string | undefined =>
  edge.transitions.at(-1) ?? previous;

/** A node of the search graph: the key of a state and, where pairs matter, the transition that led there. */
type SearchNode = { state: string; previous: string | undefined };

/** The graph in which paths are searched; each node is expanded when it is first visited. */
class SearchGraph {
  readonly start: SearchNode;
  readonly #graph: Graph;
  readonly #criteria: readonly Criterion[];
  readonly #moves = new Map<string, { edge: Edge; to: SearchNode; goals: string[] }[]>();

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
    const cached = this.#moves.get(key);
    if (cached) return cached;
    const tracksPrevious = this.#criteria.includes('pairs');
    const moves = (this.#graph.states.get(node.state)?.edges ?? []).map((edge) => ({
      edge,
      to: {
        state: edge.to,
        previous: tracksPrevious ? lastTransition({ edge, previous: node.previous }) : undefined,
      },
      goals: this.#criteria.flatMap((criterion) =>
        goalsByCriterion[criterion]({ edge, previous: node.previous }).map((goal) => `${criterion}: ${goal}`),
      ),
    }));
    this.#moves.set(key, moves);
    return moves;
  }

  /** Every goal that can be reached at all. */
  goals(): Set<string> {
    const goals = new Set<string>();
    const seen = new Set([this.keyOf(this.start)]);
    const queue = [this.start];
    for (let node = queue.shift(); node; node = queue.shift())
      for (const move of this.successorsOf(node)) {
        for (const goal of move.goals) goals.add(goal);
        const key = this.keyOf(move.to);
        if (!seen.has(key)) {
          seen.add(key);
          queue.push(move.to);
        }
      }
    return goals;
  }

  /** The shortest path to a move that gains something; of several such moves the one that gains most. */
  shortestPathBy(
    from: SearchNode,
    score: (edge: Edge, goals: string[]) => number,
  ): { path: Edge[]; goals: string[]; to: SearchNode } | null {
    type Visit = { node: SearchNode; path: Edge[]; goals: string[] };
    const seen = new Set([this.keyOf(from)]);
    let frontier: Visit[] = [{ node: from, path: [], goals: [] }];
    while (frontier.length > 0) {
      let best: { gained: number; visit: Visit } | null = null;
      const next: Visit[] = [];
      for (const visit of frontier)
        for (const { edge, to, goals } of this.successorsOf(visit.node)) {
          const visitScore = score(edge, goals);
          const key = this.keyOf(to);
          if (visitScore <= (best?.gained ?? 0) && seen.has(key)) continue;
          const reached = { node: to, path: [...visit.path, edge], goals: [...visit.goals, ...goals] };
          if (visitScore > (best?.gained ?? 0)) best = { gained: visitScore, visit: reached };
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
 * Few paths that together reach every goal of the criteria that can be reached at all: always on to the nearest
 * step that brings something new, and back to the start when `budget` steps are used up. Deterministic.
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

/** Every goal of a criterion that can be reached at all. The initial state is reached without a step. */
export const reachableGoals = (graph: Graph, criterion: Criterion): string[] =>
  [...new SearchGraph(graph, [criterion]).goals()].map((goal) => goal.slice(`${criterion}: `.length));

/** The shortest path from a state to a step that gains something; of several such steps the one that gains most. */
export function shortestPathBy(graph: Graph, from: string, score: (edge: Edge) => number): Path | null {
  return new SearchGraph(graph, []).shortestPathBy({ state: from, previous: undefined }, score)?.path ?? null;
}

/** The shortest path from a state to a state or a transition, by its name or id; null where there is none. */
export function pathTo(graph: Graph, goal: string, from = graph.initial): Path | null {
  const start = graph.states.get(from);
  if (start && stateName(start.snapshot) === goal) return [];
  return shortestPathBy(graph, from, ({ after, transitions }) =>
    stateName(after) === goal || transitions.includes(goal) ? 1 : 0,
  );
}

/** A graph without the steps of some events. Its states stay, also where nothing leads there any more. */
export const withoutEvents = (graph: Graph, ...types: string[]): Graph => ({
  ...graph,
  states: new Map(
    [...graph.states].map(([key, { snapshot, edges }]) => [
      key,
      { snapshot, edges: edges.filter(({ step }) => step.kind !== 'event' || !types.includes(step.type)) },
    ]),
  ),
});

/** One shortest path for each transition, as tools without a planner make them. To compare with. */
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
