import ELK, { type ELK as Elk } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { Layout, LayoutRequest } from '../../../machines/chartViewport/chartViewport.types.ts';
import { graphOf, layoutOf } from './graph.ts';
import { preparedLayouts } from './preparedLayouts.ts';

const startElk = () =>
  new ELK({ algorithms: ['layered'], workerFactory: () => new Worker(workerUrl, { name: 'layout' }) });

// The worker's code is large: it starts to load before the first chart is requested.
let elk: Elk | null = typeof Worker === 'undefined' ? null : startElk();

const isWhole = ({ folded, details }: LayoutRequest) => folded.length === 0 && !details;

/**
 * Lays a chart out in a worker, with the same result each time. The layouts of whole charts come from the build,
 * because a worker that has just started needs half a second for a large chart.
 */
export async function layOut(request: LayoutRequest): Promise<Layout> {
  elk ??= startElk();
  const prepared = isWhole(request) ? await preparedLayouts(request.model.id) : null;
  if (prepared) return prepared[request.direction];
  const { root, layoutOptions, reversed } = graphOf(request);
  return layoutOf(request.model, await elk.layout(root, { layoutOptions }), reversed);
}
