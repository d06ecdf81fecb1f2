import { listingProperties } from '../listing/listing.properties.ts';
import { defineFlow } from '../paths/index.ts';
import { openingsCases } from './openings.cases.ts';
import { openingsJourneys } from './openings.journeys.ts';
import { openingsMachine } from './openings.machine.ts';

export const openingsFlow = defineFlow({
  id: 'openings',
  title: 'Job openings',
  purpose: 'Job postings are filtered by category.',
  page: '/careers',
  machine: openingsMachine,
  actors: {},
  cases: openingsCases,
  journeys: openingsJourneys,
  properties: listingProperties,
});
