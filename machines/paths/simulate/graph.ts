import { stateName } from '../define/names.ts';
import type { Edge, Graph, GraphData, Path } from './graph.types.ts';
import { stateKey } from './stateKey.ts';

/** The last step of a way, and the way before it. */
export type Way = { edge: Edge; before: Way | null };

function stepsOf(last: Way): Path {
  const path: Path = [];
  for (let way: Way | null = last; way; way = way.before) path.push(way.edge);
  return path.reverse();
}

function shortestPath({ states }: GraphData, from: string, score: (edge: Edge) => number): Path | null {
  const seen = new Set([from]);
  let frontier: { state: string; before: Way | null }[] = [{ state: from, before: null }];
  while (frontier.length > 0) {
    let best: { score: number; way: Way } | null = null;
    const next: typeof frontier = [];
    for (const { state, before } of frontier)
      for (const edge of states.get(state)?.edges ?? []) {
        const edgeScore = score(edge);
        if (edgeScore > (best?.score ?? 0)) best = { score: edgeScore, way: { edge, before } };
        if (seen.has(edge.to)) continue;
        seen.add(edge.to);
        next.push({ state: edge.to, before: { edge, before } });
      }
    if (best) return stepsOf(best.way);
    frontier = next;
  }
  return null;
}

export function createGraph(data: GraphData): Graph {
  const { flow, initial, states } = data;
  return {
    ...data,
    stateNames: new Set([...states.values()].map(({ snapshot }) => stateName(snapshot))),
    keyOf: (snapshot) => {
      const wanted = stateKey(flow, snapshot);
      return [...states].find(([, known]) => stateKey(flow, known.snapshot) === wanted)?.[0] ?? null;
    },
    pathTo: (goal, from = initial) => {
      const start = states.get(from);
      if (start && stateName(start.snapshot) === goal) return [];
      const isGoal = ({ after, transitions }: Edge) =>
        stateName(after) === goal || transitions.includes(goal);
      return shortestPath(data, from, (edge) => (isGoal(edge) ? 1 : 0));
    },
    shortestPath: (score, from = initial) => shortestPath(data, from, score),
    without: (...events) =>
      withSteps(data, ({ step }) => step.kind !== 'event' || !events.includes(step.type)),
  };
}

/** A graph with only the wanted steps. */
export const withSteps = (data: GraphData, isWanted: (edge: Edge) => boolean): Graph =>
  createGraph({
    ...data,
    states: new Map(
      [...data.states].map(([key, state]) => [key, { ...state, edges: state.edges.filter(isWanted) }]),
    ),
  });
