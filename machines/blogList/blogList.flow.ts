import { listingProperties } from '../listing/listing.properties.ts';
import { defineFlow } from '../paths/index.ts';
import { blogListCases } from './blogList.cases.ts';
import { blogListJourneys } from './blogList.journeys.ts';
import { blogListMachine } from './blogList.machine.ts';

export const blogListFlow = defineFlow({
  id: 'blogList',
  title: 'Blog list',
  purpose: 'Blog posts are filtered by the category in the address.',
  page: '/blog',
  machine: blogListMachine,
  actors: {},
  cases: blogListCases,
  // A link to the current address changes nothing.
  isPossible: (name, { context }) =>
    !Object.entries(blogListCases.events.categoryChosen).some(
      ([chosen, { category }]) => name === `categoryChosen: ${chosen}` && category === context.category,
    ),
  journeys: blogListJourneys,
  properties: listingProperties,
});
