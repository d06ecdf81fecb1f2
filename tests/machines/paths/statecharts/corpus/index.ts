import type { Chart } from '../chart.ts';
import { actorCharts } from './actors.ts';
import { childCharts } from './children.ts';
import { conformanceCharts } from './conformance.ts';
import { errors, features, refused } from './failing.ts';
import { flows } from './flows.ts';
import { guards } from './guards.ts';
import { microsteps } from './microsteps.ts';
import { history, transitions } from './states.ts';
import { delays, timers } from './time.ts';

/** Every machine of the corpus. Those of conformance are in the manner of the published tests of SCXML, named by what they test. */
export const allCharts: readonly Chart[] = [
  ...timers,
  ...delays,
  ...transitions,
  ...history,
  ...microsteps,
  ...guards,
  ...actorCharts,
  ...childCharts,
  ...errors,
  ...features,
  ...refused,
  ...flows,
  ...conformanceCharts,
];
