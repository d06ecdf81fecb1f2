import type { ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { ChartModel } from '../../../../../machines/paths/index.ts';
import { foldableIn } from '../../model/chart/folding.ts';
import { childrenOf } from './content.ts';
import { graphOf, layoutOf } from './graph.ts';
import type { DrawnChart, Layout } from './layout.types.ts';

export type Elk = {
  layout: (root: ElkNode, options: { layoutOptions: LayoutOptions }) => Promise<ElkNode>;
};

/** The layouts of a chart in both directions. */
export async function layOut(elk: Elk, chart: DrawnChart, hasActions: boolean): Promise<Layout[]> {
  const layouts: Layout[] = [];
  // One after the other: there is one worker.
  for (const direction of ['down', 'right'] as const) {
    const arranged = { ...chart, hasActions, direction };
    const graph = graphOf(arranged);
    const { root, layoutOptions } = graph;
    layouts.push(layoutOf(arranged, graph, await elk.layout(root, { layoutOptions })));
  }
  return layouts;
}

/** The placement of states that is quick however large a chart is. Its arrows have more bends. */
const QUICK = { 'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF' };

/**
 * Limits the time of a layout, in milliseconds: a chart that takes longer is laid out in the quick way, and fails
 * where that takes four times as long, too.
 */
export function withLimit(start: () => Elk & { terminateWorker: () => void }, limit: number): Elk {
  let elk: ReturnType<typeof start> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const attempt = async (root: ElkNode, layoutOptions: LayoutOptions, time: number): Promise<ElkNode> => {
    elk ??= start();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The layout takes too long.')), time);
    });
    try {
      return await Promise.race([elk.layout(root, { layoutOptions }), late]);
    } catch (error) {
      elk.terminateWorker();
      elk = null;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    layout: (root, { layoutOptions }) => {
      const layout = last.then(() =>
        attempt(root, layoutOptions, limit).catch(() =>
          attempt(root, { ...layoutOptions, ...QUICK }, 4 * limit),
        ),
      );
      // The time of a layout begins when those before it are done.
      last = layout.catch(() => {});
      return layout;
    },
  };
}

/** The sets of states with children that can be active at once inside a state. */
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

/** A chart drawn with each state active, and as a whole. */
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
