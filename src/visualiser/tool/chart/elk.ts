import ELK, { type ELK as Elk } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type {
  Layout,
  LayoutRequest,
} from '../../../../machines/visualiser/chartViewport/chartViewport.types.ts';
import { whenIdle } from '../../../browser/whenIdle.ts';
import { layoutsOf } from './arrangements.ts';
import { graphOf, layoutOf } from './graph.ts';
import { preparedLayouts } from './preparedLayouts.ts';

const startElk = () =>
  new ELK({ algorithms: ['layered'], workerFactory: () => new Worker(workerUrl, { name: 'layout' }) });

let started: Elk | null = null;

function elk(): Elk {
  started ??= startElk();
  return started;
}

const isWhole = ({ model, folded, details }: LayoutRequest) =>
  folded.length === 0 && !details && !model.hasRemoved;

/**
 * Returns the layouts of a chart from which the viewport chooses, the same each time. The layouts of whole charts
 * come from the build, because a new worker needs half a second for each layout of a large chart. A folded chart is laid
 * out in the arrangements of the whole one.
 */
export async function layOut(request: LayoutRequest): Promise<readonly Layout[]> {
  const prepared = (await preparedLayouts(request.model.id))?.filter(
    ({ arrangement }) => request.direction === null || arrangement.direction === request.direction,
  );
  if (prepared && isWhole(request)) {
    // The worker's code is large: it is there when a state is folded, and does not delay the first drawing.
    whenIdle(elk);
    return prepared;
  }
  return layoutsOf(
    request,
    async (chart) => {
      const { root, layoutOptions, reversed } = graphOf(chart);
      return layoutOf(chart, await elk().layout(root, { layoutOptions }), reversed);
    },
    prepared?.map(({ arrangement }) => arrangement),
  );
}
