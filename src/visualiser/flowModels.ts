import { catalogue } from '../../machines/catalogue.ts';
import { type ChartModel, chartOf } from '../../machines/paths/chart.ts';

const models = new Map<string, ChartModel>();

/** The flow of an id, if there is one. */
export const flowWithId = (id: string) => catalogue.find((flow) => flow.id === id);

/** What is drawn of a flow. */
export function modelOf(id: string): ChartModel | null {
  const known = models.get(id);
  if (known) return known;
  const flow = flowWithId(id);
  if (!flow) return null;
  const model = chartOf(flow.machine);
  models.set(id, model);
  return model;
}

const regionNames = (stateName: string) => stateName.split(' | ');

/** The ids of the states that are active in a state, ancestors included, by its name. */
export function activeStateIds(machine: string, stateName: string): string[] {
  const ids = regionNames(stateName).flatMap((part) => {
    const path = part.split('.');
    return path.map((_, depth) => [machine, ...path.slice(0, depth + 1)].join('.'));
  });
  return [machine, ...new Set(ids)];
}
