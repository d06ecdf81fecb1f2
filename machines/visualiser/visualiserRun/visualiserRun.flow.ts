import { defineFlow, timersLast } from '../../paths/index.ts';
import { visualiserRunCases } from './visualiserRun.cases.ts';
import { visualiserRunJourneys } from './visualiserRun.journeys.ts';
import { visualiserRunActors, visualiserRunMachine } from './visualiserRun.machine.ts';

export const visualiserRunFlow = defineFlow({
  id: 'visualiserRun',
  title: 'Visualiser: run of a path',
  purpose: 'A path is walked on the page step by step, and stops at the step that goes wrong.',
  machine: visualiserRunMachine,
  actors: visualiserRunActors,
  cases: visualiserRunCases,
  // The button is off until the pause comes.
  isPossible: (name, { context }) => name !== 'pauseRequested: by its button' || !context.isPauseRequested,
  journeys: visualiserRunJourneys,
  properties: [
    timersLast({
      findTimeout: 10_000,
      stepTimeout: 30_000,
      checkTimeout: 10_000,
      normalPause: 600,
      slowPause: 1_500,
    }),
  ],
});
