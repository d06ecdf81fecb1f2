import { stateName } from '../stateName.ts';
import { type Edge, type Graph, stepName } from './explore.ts';

/** What a plan has to reach. */
export type Criterion = 'states' | 'transitions' | 'guards' | 'cases';

/** A test: steps from the initial state, each with the key of the state it leads to. */
export type Path = Edge[];

const goalsOf: Record<Criterion, (edge: Edge, graph: Graph) => string[]> = {
  states: (edge, graph) => {
    const reached = graph.states.get(edge.to);
    return reached ? [`state ${stateName(reached.snapshot)}`] : [];
  },
  transitions: (edge) => edge.transitions.map((id) => `transition ${id}`),
  guards: (edge) => edge.answers.map((answer) => `guard ${answer}`),
  cases: (edge) => (edge.transitions.length > 0 ? [`case ${stepName(edge.step)}`] : []),
};

/**
 * Few paths that together reach every goal of the criteria that can be reached at all: always on to the nearest
 * step that brings something new, and back to the start when `budget` steps are used up. Deterministic.
 */
export function plan(graph: Graph, criteria: readonly Criterion[], { budget = 60 } = {}): Path[] {
  const goals = new Map<Edge, string[]>();
  const open = new Set<string>();
  for (const { edges } of graph.states.values())
    for (const edge of edges) {
      const reached = criteria.flatMap((criterion) => goalsOf[criterion](edge, graph));
      goals.set(edge, reached);
      for (const goal of reached) open.add(goal);
    }

  const gain = (edge: Edge) => new Set(goals.get(edge)?.filter((goal) => open.has(goal))).size;
  const paths: Path[] = [];
  while (open.size > 0) {
    const path: Path = [];
    let at = graph.initial;
    for (;;) {
      const way = nearest(graph, at, gain);
      if (!way || (path.length > 0 && path.length + way.length > budget)) break;
      for (const edge of way) {
        path.push(edge);
        for (const goal of goals.get(edge) ?? []) open.delete(goal);
        at = edge.to;
      }
    }
    if (path.length === 0) throw new Error(`no way to ${[...open].join(', ')}`);
    paths.push(path);
  }
  return paths;
}

/** The shortest way from a state to a step that gains something; of several such steps the one that gains most. */
export function nearest(graph: Graph, from: string, gain: (edge: Edge) => number): Path | null {
  const cameBy = new Map<string, Edge | null>([[from, null]]);
  let ring = [from];
  while (ring.length > 0) {
    const out = ring.flatMap((key) => graph.states.get(key)?.edges ?? []);
    const best = out.reduce<Edge | null>((found, edge) => {
      const gained = gain(edge);
      return gained > 0 && (found === null || gained > gain(found)) ? edge : found;
    }, null);
    if (best) return [...wayTo(cameBy, best.from), best];
    const next: string[] = [];
    for (const edge of out)
      if (!cameBy.has(edge.to)) {
        cameBy.set(edge.to, edge);
        next.push(edge.to);
      }
    ring = next;
  }
  return null;
}

function wayTo(cameBy: Map<string, Edge | null>, key: string): Path {
  const edge = cameBy.get(key);
  return edge ? [...wayTo(cameBy, edge.from), edge] : [];
}
