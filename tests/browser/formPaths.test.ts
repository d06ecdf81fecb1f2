import { describe } from 'vitest';
import { plansWithDraft } from '../drivers/plans.ts';
import { areAllFlowsChosen } from '../support/chosenFlows.ts';
import { walkOnSite } from './walkOnSite.ts';

/** The paths of the forms, in a run of all flows. */
describe.runIf(areAllFlowsChosen)('the forms', () => walkOnSite(plansWithDraft().map(({ flow }) => flow)));
