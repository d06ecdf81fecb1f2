import { explore, type Flow, type Graph, type Path, plan } from '../../machines/paths/index.ts';
import { pathTitle } from '../../machines/visualiser/pathFailures.ts';
import { type Driver, missingDriver } from './driver.ts';
import { drivers } from './index.ts';

/** A flow with its graph, its driver and the one plan that all three levels walk. */
export type Plan = {
  id: string;
  flow: Flow;
  graph: Graph;
  driver: Driver;
  paths: { path: Path; title: string }[];
};

/**
 * Returns the driver of a flow.
 * @throws where it has none.
 */
export function driverOf({ id }: Flow): Driver {
  const driver = drivers[id];
  if (!driver) throw new Error(missingDriver(id));
  return driver;
}

function createPlan(flow: Flow): Plan {
  const graph = explore(flow);
  const driver = driverOf(flow);
  const paths = plan(graph).paths.map((path, index) => ({
    path,
    title: pathTitle(index, path.length),
  }));
  return { id: flow.id, flow, graph, driver, paths };
}

const cachedPlans = new Map<Flow, Plan>();

/** Returns the plan of a flow, which is made once for all test files of a worker that share their imports. */
export function planOf(flow: Flow): Plan {
  const plan = cachedPlans.get(flow) ?? createPlan(flow);
  cachedPlans.set(flow, plan);
  return plan;
}
