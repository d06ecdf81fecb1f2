import { defineFlow } from '../../paths/index.ts';
import { visualiserRecorderCases } from './visualiserRecorder.cases.ts';
import { visualiserRecorderJourneys } from './visualiserRecorder.journeys.ts';
import { visualiserRecorderMachine } from './visualiserRecorder.machine.ts';

export const visualiserRecorderFlow = defineFlow({
  id: 'visualiserRecorder',
  title: 'Visualiser: recorder',
  purpose: 'The steps of a flow are recorded, to be replayed, shared or saved as a test.',
  machine: visualiserRecorderMachine,
  actors: {},
  cases: visualiserRecorderCases,
  isPossible: (name, { context }) =>
    name !== 'transitionObserved: to the flow' || context.observedTransitions.length < 2,
  journeys: visualiserRecorderJourneys,
});
