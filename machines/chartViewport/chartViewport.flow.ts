import { defineFlow } from '../paths/index.ts';
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
  journeys: chartViewportJourneys,
  properties: chartViewportProperties,
});
