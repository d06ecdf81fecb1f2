import { defineFlow } from '../paths/flow.ts';
import { visualiserRecorderCases } from './visualiserRecorder.cases.ts';
import { visualiserRecorderJourneys } from './visualiserRecorder.journeys.ts';
import { visualiserRecorderMachine } from './visualiserRecorder.machine.ts';

export const visualiserRecorderFlow = defineFlow({
  id: 'visualiserRecorder',
  title: 'Visualiser: recorder',
  purpose: 'What happens to a flow is recorded, to be replayed, shared or kept as a test.',
  machine: visualiserRecorderMachine,
  actors: {},
  cases: visualiserRecorderCases,
  journeys: visualiserRecorderJourneys,
});
