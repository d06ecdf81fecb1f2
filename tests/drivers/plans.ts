import { catalogue } from '../../machines/catalogue.ts';
import { explore } from '../../machines/paths/explore.ts';
import { plan } from '../../machines/paths/plan.ts';
import { drivers } from './index.ts';

/** Every flow with its graph, its driver and the one plan that all three levels walk. */
export const plans = catalogue.map((flow) => {
  const graph = explore(flow);
  const driver = drivers[flow.id];
  if (!driver)
    throw new Error(`The flow "${flow.id}" has no driver: write tests/drivers/${flow.id}.driver.ts.`);
  const paths = plan(graph, ['states', 'transitions', 'guards', 'cases']).map((path, index) => ({
    path,
    title: `path ${index + 1}, ${path.length} steps`,
  }));
  return { id: flow.id, flow, graph, driver, paths };
});

/** The flows of the site, without those of the visualiser, which is for larger screens. */
export const sitePlans = plans.filter(({ id }) => !id.startsWith('visualiser'));
