import { describe } from 'vitest';
import { plansWithDraft } from '../drivers/plans.ts';
import { areAllFlowsChosen } from '../support/chosenFlows.ts';
import { walkOnSite } from './walkOnSite.ts';

/** The paths of the forms, where those of all flows are walked. */
describe.runIf(areAllFlowsChosen)('the forms', () => walkOnSite(plansWithDraft().map(({ flow }) => flow)));
