import { catalogue } from '../../machines/catalogue.ts';
import { isOfTool } from '../../machines/folders.ts';
import { type Plan, planOf } from './planOf.ts';

/** The plans of all flows. */
export const plans = catalogue.map(planOf);

/** The flows of the site, without those of the visualiser, which is for larger screens. */
export const sitePlans = plans.filter(({ flow }) => !isOfTool(flow));

/**
 * Returns the plan of the flow with an id.
 * @throws where there is none.
 */
export function planWithId(id: string): Plan {
  const found = plans.find((plan) => plan.id === id);
  if (!found) throw new Error(`there is no flow "${id}"`);
  return found;
}
