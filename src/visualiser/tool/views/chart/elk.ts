import ELK, { type ELK as Elk } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { ChartModel } from '../../../../../machines/paths/index.ts';
import { layOut, withLimit } from './arrange.ts';
import type { DrawnChart } from './layout.types.ts';
import { preparedLayouts } from './preparedLayouts.ts';
import type { LaidOutChart } from './view.ts';

/** Milliseconds for a layout before the quick one is tried. */
const LIMIT = 5_000;

/** Starts ELK in a worker. Its layouts fail where the worker cannot be loaded. */
function startElk() {
  let fail = () => {};
  const failure = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('The worker of the layout has failed.'));
  });
  // It may fail before anything is laid out.
  failure.catch(() => {});
  const workerFactory = () => {
    const worker = new Worker(workerUrl, { name: 'layout' });
    worker.addEventListener('error', fail);
    return worker;
  };
  const elk = new ELK({ algorithms: ['layered'], workerFactory });
  return {
    layout: (...of: Parameters<Elk['layout']>) => Promise.race([elk.layout(...of), failure]),
    terminateWorker: () => elk.terminateWorker(),
  };
}

const elk = withLimit(startElk, LIMIT);

/** Lays a chart out; those of the build are read, because a new worker needs half a second for a large chart. */
async function requestLayouts(chart: DrawnChart, hasActions: boolean): Promise<LaidOutChart> {
  const { model, folded, isExact } = chart;
  const prepared = model.hasRemoved || hasActions ? null : await preparedLayouts(model.id);
  const known = prepared?.find((each) => each.isExact === isExact && each.folded.join() === folded.join());
  return { ...chart, layouts: known?.layouts ?? (await layOut(elk, chart, hasActions)) };
}

type Layouts = Promise<LaidOutChart>;

const requested = new WeakMap<ChartModel, Map<string, Layouts>>();

/** A chart with its layouts, the same promise each time until it is forgotten. */
export function layoutsOf(chart: DrawnChart, hasActions: boolean): Layouts {
  const ofModel = requested.get(chart.model) ?? new Map<string, Layouts>();
  requested.set(chart.model, ofModel);
  const key = JSON.stringify([chart.folded, chart.isExact, hasActions]);
  const known = ofModel.get(key);
  if (known) return known;
  const layouts = requestLayouts(chart, hasActions);
  ofModel.set(key, layouts);
  return layouts;
}

/** Forgets the layouts of a chart, to try again after a failure. */
export const forgetLayouts = (model: ChartModel): void => void requested.delete(model);
