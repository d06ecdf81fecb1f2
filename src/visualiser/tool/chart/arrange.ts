import type { ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { ChartModel } from '../../../../machines/paths/index.ts';
import { childrenOf } from './content.ts';
import { foldableIn } from './folding.ts';
import { graphOf, layoutOf } from './graph.ts';
import type { Detail, DrawnChart, Layout } from './layout.types.ts';

type Elk = { layout: (root: ElkNode, options: { layoutOptions: LayoutOptions }) => Promise<ElkNode> };

/** Returns the layouts of a chart with some details in both directions, the least detail first. */
export async function layOut(elk: Elk, chart: DrawnChart, details: readonly Detail[]): Promise<Layout[]> {
  const layouts: Layout[] = [];
  // One after the other: there is one worker.
  for (const detail of details)
    for (const direction of ['down', 'right'] as const) {
      const arranged = { ...chart, detail, direction };
      const graph = graphOf(arranged);
      const { root, layoutOptions } = graph;
      layouts.push(layoutOf(arranged, graph, await elk.layout(root, { layoutOptions })));
    }
  return layouts;
}

/** Returns the sets of states with children that can be active at once inside a state. */
function activeSets(model: ChartModel, id: string): string[][] {
  const sets = childrenOf(model, id).map((child) => {
    const inside = activeSets(model, child.id);
    return childrenOf(model, child.id).length === 0 ? [[]] : inside.map((set) => [child.id, ...set]);
  });
  const isParallel = model.states.some((state) => state.id === id && state.type === 'parallel');
  if (!isParallel) return sets.flat();
  return sets.reduce((all, regions) => all.flatMap((set) => regions.map((region) => [...set, ...region])), [
    [],
  ] as string[][]);
}

/** Returns a chart as it is drawn with each state active, and as a whole. */
export function drawnCharts(model: ChartModel): DrawnChart[] {
  const foldable = foldableIn(model);
  const [outermost] = model.states;
  const folded = activeSets(model, outermost?.id ?? '').map((open) =>
    foldable.filter((id) => !open.includes(id)),
  );
  const distinct = [...new Map(folded.map((ids) => [ids.join(), ids])).values()];
  return [
    ...distinct.map((ids) => ({ model, folded: ids, isExact: false })),
    { model, folded: [], isExact: true },
  ];
}
