import { defineFlow, never } from '../../paths/index.ts';
import { visualiserViewCases } from './visualiserView.cases.ts';
import { visualiserViewJourneys } from './visualiserView.journeys.ts';
import { visualiserViewMachine } from './visualiserView.machine.ts';

export const visualiserViewFlow = defineFlow({
  id: 'visualiserView',
  title: 'Visualiser: view of a flow',
  purpose:
    'A visualiser shows a flow in a chart or an outline, between the preview of its page and an inspector.',
  machine: visualiserViewMachine,
  actors: {},
  cases: visualiserViewCases,
  // Its list sends nothing where a device is chosen again.
  isPossible: (name, { value }) => !name.startsWith(`preview.${value.preview}:`),
  journeys: visualiserViewJourneys,
  properties: [
    never('a display option changes the inspector or the preview', ({ before, step, after }) =>
      Boolean(
        step.kind === 'event' &&
          !/^(inspector|preview)\./.test(step.type) &&
          JSON.stringify(before.value) !== JSON.stringify(after.value),
      ),
    ),
  ],
});
