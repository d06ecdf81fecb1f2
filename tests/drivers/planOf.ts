import { explore, type Graph } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import { defaultCriteria, type Path, plan } from '../../machines/paths/plan.ts';
import type { Driver } from './driver.ts';
import { drivers } from './index.ts';

/** A flow with its graph, its driver and the one plan that all three levels walk. */
export type Plan = {
  id: string;
  flow: Flow;
  graph: Graph;
  driver: Driver;
  paths: { path: Path; title: string }[];
};

function createPlan(flow: Flow): Plan {
  const graph = explore(flow);
  const driver = drivers[flow.id];
  if (!driver)
    throw new Error(`The flow "${flow.id}" has no driver: write tests/drivers/${flow.id}.driver.ts.`);
  const paths = plan(graph, defaultCriteria).map((path, index) => ({
    path,
    title: `path ${index + 1}, ${path.length} steps`,
  }));
  return { id: flow.id, flow, graph, driver, paths };
}

const cachedPlans = new Map<Flow, Plan>();

/** The plan of a flow, made once for all test files of a worker that share their imports. */
export function planOf(flow: Flow): Plan {
  const plan = cachedPlans.get(flow) ?? createPlan(flow);
  cachedPlans.set(flow, plan);
  return plan;
}
