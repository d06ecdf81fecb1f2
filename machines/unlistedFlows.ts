import type { Flow } from './paths/index.ts';
import { buildComparisonFlow } from './visualiser/buildComparison/buildComparison.flow.ts';
import { visualiserEnvironmentFlow } from './visualiser/visualiserEnvironment/visualiserEnvironment.flow.ts';
import { visualiserMessagesFlow } from './visualiser/visualiserMessages/visualiserMessages.flow.ts';

/** Flows of the visualiser that are in no list, and have no chart: their paths and mutants are tested on the bare machine alone. */
export const unlistedFlows: readonly Flow[] = [
  buildComparisonFlow,
  visualiserEnvironmentFlow,
  visualiserMessagesFlow,
];
