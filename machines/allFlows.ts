import { catalogue } from './catalogue.ts';
import type { Flow } from './paths/index.ts';
import { buildComparisonFlow } from './visualiser/buildComparison/buildComparison.flow.ts';
import { chartViewFlow } from './visualiser/chartView/chartView.flow.ts';
import { visualiserFlow } from './visualiser/visualiser/visualiser.flow.ts';
import { visualiserEnvironmentFlow } from './visualiser/visualiserEnvironment/visualiserEnvironment.flow.ts';
import { visualiserMessagesFlow } from './visualiser/visualiserMessages/visualiserMessages.flow.ts';

/**
 * Flows of the visualiser without a driver: their paths are walked on the bare machine alone, because they run inside
 * the flows of the catalogue.
 */
export const bareFlows: readonly Flow[] = [
  buildComparisonFlow,
  chartViewFlow,
  visualiserEnvironmentFlow,
  visualiserMessagesFlow,
  visualiserFlow,
];

/** Every flow: the visualiser draws each as a chart. */
export const allFlows: readonly Flow[] = [...catalogue, ...bareFlows];
