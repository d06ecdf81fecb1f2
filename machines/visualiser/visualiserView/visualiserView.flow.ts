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
  // The list of devices sends nothing for the one that is chosen; a lane has buttons as long as a value is watched.
  isPossible: (name, { value, context }) =>
    !name.startsWith(`preview.${value.preview}:`) &&
    (context.watch !== null || !/^(laneToggled|watchEnded)/.test(name)),
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
