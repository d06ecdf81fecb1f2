import { defineFlow } from '../paths/flow.ts';
import { visualiserViewCases } from './visualiserView.cases.ts';
import { visualiserViewJourneys } from './visualiserView.journeys.ts';
import { visualiserViewMachine } from './visualiserView.machine.ts';

export const visualiserViewFlow = defineFlow({
  id: 'visualiserView',
  title: 'Visualiser: view of a flow',
  purpose: 'What a visualiser shows of a flow, and beside which page.',
  machine: visualiserViewMachine,
  actors: {},
  cases: visualiserViewCases,
  journeys: visualiserViewJourneys,
});
