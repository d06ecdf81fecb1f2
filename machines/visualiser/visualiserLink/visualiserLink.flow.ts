import { defineFlow } from '../../paths/index.ts';
import { visualiserLinkCases } from './visualiserLink.cases.ts';
import { visualiserLinkJourneys } from './visualiserLink.journeys.ts';
import { visualiserLinkMachine } from './visualiserLink.machine.ts';
import { visualiserLinkProperties } from './visualiserLink.properties.ts';

export const visualiserLinkFlow = defineFlow({
  id: 'visualiserLink',
  title: 'Visualiser: link to a page',
  purpose: 'A visualiser follows a page of the site, and shows what has become of it.',
  machine: visualiserLinkMachine,
  actors: {},
  cases: visualiserLinkCases,
  journeys: visualiserLinkJourneys,
  properties: visualiserLinkProperties,
});
