import { stateName } from '../stateName.ts';
import { type Edge, type Graph, stepName } from './explore.ts';

/** What a plan has to reach. */
export const criteria = ['states', 'transitions', 'guards', 'cases', 'pairs'] as const;

export type Criterion = (typeof criteria)[number];

/** What the tests walk: everything but pairs, which are many. */
export const usual = ['states', 'transitions', 'guards', 'cases'] as const satisfies Criterion[];

/** A test: steps from the initial state, each with the key of the state it leads to. */
export type Path = Edge[];

/** A step, together with the transition that was taken before it. */
type Move = { edge: Edge; before: string | undefined };

/** Two transitions, one after the other. */
export const pairOf = (before: string | undefined, next: string): string => `${before} → ${next}`;

const goalsOf: Record<Criterion, (move: Move) => string[]> = {
  states: ({ edge }) => [stateName(edge.after)],
  transitions: ({ edge }) => edge.transitions,
  guards: ({ edge }) => edge.answers,
  cases: ({ edge }) => (edge.transitions.length > 0 ? [stepName(edge.step)] : []),
  pairs: ({ edge, before }) => {
    const [first] = edge.transitions;
    return before !== undefined && first !== undefined ? [pairOf(before, first)] : [];
  },
};

/** The last transition taken, after a move: a step that takes none does not come between two that do. */
const lastOf = ({ edge, before }: Move): string | undefined => edge.transitions.at(-1) ?? before;

/** A place in a maze: the key of a state and, where pairs matter, the transition that led there. */
type Place = { at: string; before: string | undefined };

/** The graph as a maze of places with moves and their goals; each place is made when it is first entered. */
class Maze {
  readonly start: Place;
  readonly #graph: Graph;
  readonly #criteria: readonly Criterion[];
  readonly #moves = new Map<string, { edge: Edge; to: Place; goals: string[] }[]>();

  constructor(graph: Graph, wanted: readonly Criterion[]) {
    this.start = { at: graph.initial, before: undefined };
    this.#graph = graph;
    this.#criteria = wanted;
  }

  nameOf({ at, before }: Place): string {
    return before === undefined ? at : `${at} ${before}`;
  }

  movesFrom(place: Place) {
    const name = this.nameOf(place);
    const known = this.#moves.get(name);
    if (known) return known;
    const remembers = this.#criteria.includes('pairs');
    const moves = (this.#graph.states.get(place.at)?.edges ?? []).map((edge) => ({
      edge,
      to: { at: edge.to, before: remembers ? lastOf({ edge, before: place.before }) : undefined },
      goals: this.#criteria.flatMap((criterion) =>
        goalsOf[criterion]({ edge, before: place.before }).map((goal) => `${criterion}: ${goal}`),
      ),
    }));
    this.#moves.set(name, moves);
    return moves;
  }

  /** Every goal that can be reached at all. */
  goals(): Set<string> {
    const goals = new Set<string>();
    const seen = new Set([this.nameOf(this.start)]);
    const queue = [this.start];
    for (let place = queue.shift(); place; place = queue.shift())
      for (const move of this.movesFrom(place)) {
        for (const goal of move.goals) goals.add(goal);
        const name = this.nameOf(move.to);
        if (!seen.has(name)) {
          seen.add(name);
          queue.push(move.to);
        }
      }
    return goals;
  }

  /** The shortest way to a move that gains something; of several such moves the one that gains most. */
  nearest(
    from: Place,
    gain: (edge: Edge, goals: string[]) => number,
  ): { way: Edge[]; goals: string[]; to: Place } | null {
    type Visit = { place: Place; way: Edge[]; goals: string[] };
    const seen = new Set([this.nameOf(from)]);
    let ring: Visit[] = [{ place: from, way: [], goals: [] }];
    while (ring.length > 0) {
      let best: { gained: number; visit: Visit } | null = null;
      const next: Visit[] = [];
      for (const visit of ring)
        for (const { edge, to, goals } of this.movesFrom(visit.place)) {
          const gained = gain(edge, goals);
          const name = this.nameOf(to);
          if (gained <= (best?.gained ?? 0) && seen.has(name)) continue;
          const reached = { place: to, way: [...visit.way, edge], goals: [...visit.goals, ...goals] };
          if (gained > (best?.gained ?? 0)) best = { gained, visit: reached };
          if (!seen.has(name)) {
            seen.add(name);
            next.push(reached);
          }
        }
      if (best) return { way: best.visit.way, goals: best.visit.goals, to: best.visit.place };
      ring = next;
    }
    return null;
  }
}

/**
 * Few paths that together reach every goal of the criteria that can be reached at all: always on to the nearest
 * step that brings something new, and back to the start when `budget` steps are used up. Deterministic.
 */
export function plan(graph: Graph, wanted: readonly Criterion[], { budget = 60 } = {}): Path[] {
  const maze = new Maze(graph, wanted);
  const open = maze.goals();
  const gain = (_: Edge, goals: string[]) => new Set(goals.filter((goal) => open.has(goal))).size;
  const paths: Path[] = [];
  while (open.size > 0) {
    const path: Path = [];
    let place = maze.start;
    for (;;) {
      const found = maze.nearest(place, gain);
      if (!found || (path.length > 0 && path.length + found.way.length > budget)) break;
      path.push(...found.way);
      for (const goal of found.goals) open.delete(goal);
      place = found.to;
    }
    if (path.length === 0) throw new Error(`no way to ${[...open].join(', ')}`);
    paths.push(path);
  }
  return paths;
}

/** Every goal of a criterion that can be reached at all. The initial state is reached without a step. */
export const goalsIn = (graph: Graph, criterion: Criterion): string[] =>
  [...new Maze(graph, [criterion]).goals()].map((goal) => goal.slice(`${criterion}: `.length));

/** The shortest way from a state to a step that gains something; of several such steps the one that gains most. */
export function nearest(graph: Graph, from: string, gain: (edge: Edge) => number): Path | null {
  return new Maze(graph, []).nearest({ at: from, before: undefined }, gain)?.way ?? null;
}

/** The shortest way from a state to a state or a transition, by its name or id; null where there is none. */
export function wayTo(graph: Graph, goal: string, from = graph.initial): Path | null {
  const start = graph.states.get(from);
  if (start && stateName(start.snapshot) === goal) return [];
  return nearest(graph, from, ({ after, transitions }) =>
    stateName(after) === goal || transitions.includes(goal) ? 1 : 0,
  );
}

/** A graph without the steps of some events. Its states stay, also where nothing leads there any more. */
export const without = (graph: Graph, ...types: string[]): Graph => ({
  ...graph,
  states: new Map(
    [...graph.states].map(([key, { snapshot, edges }]) => [
      key,
      { snapshot, edges: edges.filter(({ step }) => step.kind !== 'event' || !types.includes(step.type)) },
    ]),
  ),
});

/** One shortest path for each transition, as tools without a planner make them. To compare with. */
export function shortestPathEach(graph: Graph): Path[] {
  const ids = new Set(
    [...graph.states.values()].flatMap(({ edges }) => edges.flatMap(({ transitions }) => transitions)),
  );
  return [...ids].flatMap((id) => {
    const way = nearest(graph, graph.initial, ({ transitions }) => (transitions.includes(id) ? 1 : 0));
    return way ? [way] : [];
  });
}
