import { defineFlow } from '../paths/index.ts';
import { routeLoadingCases } from './routeLoading.cases.ts';
import { routeLoadingJourneys } from './routeLoading.journeys.ts';
import { routeLoadingActors, routeLoadingMachine } from './routeLoading.machine.ts';
import { routeLoadingProperties } from './routeLoading.properties.ts';

export const routeLoadingFlow = defineFlow({
  id: 'routeLoading',
  title: 'Loading of a page',
  purpose: 'The code of a page is loaded while the page before it stays usable.',
  page: '/',
  machine: routeLoadingMachine,
  actors: routeLoadingActors,
  cases: routeLoadingCases,
  journeys: routeLoadingJourneys,
  properties: routeLoadingProperties,
});
