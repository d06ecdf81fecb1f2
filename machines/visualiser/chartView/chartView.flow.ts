import { defineFlow, never } from '../../paths/index.ts';
import { chartViewCases } from './chartView.cases.ts';
import { chartViewJourneys } from './chartView.journeys.ts';
import { chartViewMachine } from './chartView.machine.ts';

export const chartViewFlow = defineFlow({
  id: 'chartView',
  title: 'Visualiser: view of a chart',
  purpose: 'A chart follows the active state, is shown as a whole, or stays where a person moved it.',
  machine: chartViewMachine,
  actors: {},
  cases: chartViewCases,
  journeys: chartViewJourneys,
  properties: [
    never('a chart moves because the pointer or the window does', ({ before, step, after }) =>
      Boolean(
        step.kind === 'event' &&
          /^(lit|resized)$/.test(step.type) &&
          JSON.stringify(before.value) !== JSON.stringify(after.value),
      ),
    ),
  ],
});
