import type { Chart } from '../chart.ts';
import { actorCharts } from './actors.ts';
import { childCharts } from './children.ts';
import { conformanceCharts } from './conformance/index.ts';
import { delays } from './delays.ts';
import { errors } from './errors.ts';
import { features } from './features.ts';
import { flows } from './flows.ts';
import { guards } from './guards.ts';
import { history } from './history.ts';
import { microsteps } from './microsteps.ts';
import { refused } from './refused.ts';
import { timers } from './timers.ts';
import { transitions } from './transitions.ts';
import { unreachable } from './unreachable.ts';

/** Every machine of the corpus. */
export const allCharts: readonly Chart[] = [
  ...timers,
  ...history,
  ...delays,
  ...microsteps,
  ...transitions,
  ...guards,
  ...actorCharts,
  ...childCharts,
  ...errors,
  ...unreachable,
  ...flows,
  ...features,
  ...refused,
  ...conformanceCharts,
];
