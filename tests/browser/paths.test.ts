import { isOfTool } from '../../machines/folders.ts';
import { areAllFlowsChosen, chosenFlows } from '../support/chosenFlows.ts';
import { isMore } from '../support/more.ts';
import { walkOnSite } from './walkOnSite.ts';

/**
 * The paths of the chosen flows. In a run of all flows, formPaths.test.ts has those of the forms, and those of the
 * visualiser are walked on the React screen alone, and here by `npm run test:more`.
 */
walkOnSite(
  areAllFlowsChosen
    ? chosenFlows.filter((flow) => !('draftFound' in flow.events) && (isMore || !isOfTool(flow)))
    : chosenFlows,
);
