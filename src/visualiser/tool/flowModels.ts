import { catalogue } from '../../../machines/catalogue.ts';
import { type ChartModel, chartOf } from '../../../machines/paths/index.ts';

const models = new Map<string, ChartModel>();

/** Returns the flow with an id, if there is one. */
export const flowWithId = (id: string) => catalogue.find((flow) => flow.id === id);

/** Returns the chart model of a flow; null where there is no flow with the id. */
export function modelOf(id: string): ChartModel | null {
  const known = models.get(id);
  if (known) return known;
  const flow = flowWithId(id);
  if (!flow) return null;
  const model = chartOf(flow.machine);
  models.set(id, model);
  return model;
}
