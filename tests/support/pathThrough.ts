import { type Flow, type Graph, type Journey, type Path, stepName } from '../../machines/paths/index.ts';

/**
 * Returns the path from the initial state of a graph through steps with these names; null where one of them is impossible
 * in the state that the steps before it lead to.
 */
export function findPathThrough(graph: Graph, names: readonly string[]): Path | null {
  const path: Path = [];
  for (const name of names) {
    const state = graph.states.get(path.at(-1)?.to ?? graph.initial);
    const edge = state?.edges.find(({ step }) => stepName(step) === name);
    if (!edge) return null;
    path.push(edge);
  }
  return path;
}

/**
 * Returns the path from the initial state of a flow through steps with these names.
 *
 * @throws Error if a step is impossible in the state that the steps before it lead to.
 */
export function pathThrough({ flow, graph }: { flow: Flow; graph: Graph }, ...names: string[]): Path {
  const path = findPathThrough(graph, names);
  if (!path) throw new Error(`${flow.id}: "${names.join('" → "')}" cannot happen`);
  return path;
}

/** Returns the journey that is printed at the end of a text, evaluated as source code. */
export async function journeyIn(text: string): Promise<Journey> {
  const source = text.match(/^\{\n {2}title: [\s\S]*?^\}/m)?.[0];
  if (source === undefined) throw new Error(`no journey is printed: ${text}`);
  const module = await import(`data:text/javascript,${encodeURIComponent(`export default ${source}`)}`);
  return module.default;
}
