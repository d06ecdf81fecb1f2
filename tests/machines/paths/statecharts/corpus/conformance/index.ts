import { actorConformance } from './actors.ts';
import { completionConformance } from './completion.ts';
import { orderConformance } from './order.ts';
import { queueConformance } from './queues.ts';
import { selectionConformance } from './selection.ts';

/** Machines in the manner of the published conformance tests of SCXML, named by what they test. */
export const conformanceCharts = [
  ...orderConformance,
  ...selectionConformance,
  ...queueConformance,
  ...completionConformance,
  ...actorConformance,
];
