import { defineFlow } from '../../paths/index.ts';
import { chartViewportCases } from './chartViewport.cases.ts';
import { chartViewportJourneys } from './chartViewport.journeys.ts';
import { chartViewportActors, chartViewportMachine } from './chartViewport.machine.ts';
import { chartViewportProperties } from './chartViewport.properties.ts';

export const chartViewportFlow = defineFlow({
  id: 'chartViewport',
  title: 'Viewport of a chart',
  purpose:
    'A chart of the visualiser follows the active state, and is panned, zoomed, fitted, folded and searched.',
  machine: chartViewportMachine,
  actors: chartViewportActors,
  cases: chartViewportCases,
  // Nobody presses the chart and its buttons at once; what the page brings may come at any time.
  isPossible: (name, snapshot) => {
    if (/^(chartChanged|resized|activeChanged|layOut):/.test(name)) return true;
    return name.startsWith('pointer')
      ? snapshot.matches({ search: 'idle' })
      : snapshot.matches({ gesture: 'idle' });
  },
  journeys: chartViewportJourneys,
  properties: chartViewportProperties,
});
