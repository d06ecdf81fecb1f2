import { defineFlow } from '../paths/flow.ts';
import { never } from '../paths/properties.ts';
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
  properties: [
    never('a display option changes the panel or the preview', ({ before, step, after }) =>
      Boolean(
        step.kind === 'event' &&
          !/^(panel|preview)\./.test(step.type) &&
          JSON.stringify(before.value) !== JSON.stringify(after.value),
      ),
    ),
  ],
});
