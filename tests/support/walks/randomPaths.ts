import { type Edge, type Graph, type Path, stepName } from '../../../machines/paths/index.ts';
import { stateName } from '../../../machines/stateName.ts';
import { CoverageGuide } from './coverageGuide.ts';
import { chooseByWeight, randomOf } from './random.ts';

/**
 * Returns random paths through a graph, the same for the same seed. They go on from where the `walked` paths, and those
 * before them, took few pairs of transitions.
 */
export function randomPaths(
  graph: Graph,
  {
    seed,
    count,
    maxLength,
    walked,
  }: { seed: number; count: number; maxLength: number; walked: readonly Path[] },
): Path[] {
  const random = randomOf(seed);
  const guide = new CoverageGuide();
  const edgesAt = (key: string): Edge[] => {
    const state = graph.states.get(key);
    if (!state) return [];
    guide.enter(
      stateName(state.snapshot),
      state.edges.map(({ step }) => stepName(step)),
    );
    return state.edges;
  };
  const follow = (edge: Edge) =>
    guide.performed(stepName(edge.step), edge.transitions, stateName(edge.after));

  for (const path of walked) {
    guide.begin();
    for (const edge of path) {
      edgesAt(edge.from);
      follow(edge);
    }
  }
  return Array.from({ length: count }, () => {
    const beginning = guide.beginning(random, maxLength);
    guide.begin();
    const path: Path = [];
    while (path.length < maxLength) {
      const edges = edgesAt(path.at(-1)?.to ?? graph.initial);
      const name = beginning[path.length];
      const edge =
        name === undefined
          ? chooseByWeight(edges, random(), ({ step }) => guide.weightOf(stepName(step)))
          : edges.find(({ step }) => stepName(step) === name);
      if (!edge) break;
      path.push(edge);
      follow(edge);
    }
    return path;
  });
}
