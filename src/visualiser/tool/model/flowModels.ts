import { allFlows } from '../../../../machines/allFlows.ts';
import { isOfServer } from '../../../../machines/folders.ts';
import { type ChartModel, chartOf, type Flow } from '../../../../machines/paths/index.ts';
import { memoize } from '../../../../machines/visualiser/memoize.ts';

/** Whether a flow is simulated: the server runs it, so that no page of the site does. */
export const isSimulated = isOfServer;

/** Whether a flow can be run: on a page of the site, or on a simulated one. */
export const isRunnable = (flow: Flow): boolean => flow.page !== null || isSimulated(flow);

export const flowWithId = (id: string) => allFlows.find((flow) => flow.id === id);

/** Null where there is no flow with the id. */
export const modelOf = memoize((id: string): ChartModel | null => {
  const flow = flowWithId(id);
  return flow ? chartOf(flow.machine) : null;
});
