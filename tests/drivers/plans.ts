import { catalogue } from '../../machines/catalogue.ts';
import { planOf } from './planOf.ts';

/** The plans of all flows. */
export const plans = catalogue.map(planOf);

/** The flows of the site, without those of the visualiser, which is for larger screens. */
export const sitePlans = plans.filter(({ id }) => !id.startsWith('visualiser'));
