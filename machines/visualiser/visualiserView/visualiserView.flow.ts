import { defineFlow, never } from '../../paths/index.ts';
import { visualiserViewCases } from './visualiserView.cases.ts';
import { visualiserViewJourneys } from './visualiserView.journeys.ts';
import { visualiserViewMachine } from './visualiserView.machine.ts';

export const visualiserViewFlow = defineFlow({
  id: 'visualiserView',
  title: 'Visualiser: view of a flow',
  purpose:
    'A visualiser shows a flow in a chart or an outline, with a panel and a preview of the page beside it.',
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
