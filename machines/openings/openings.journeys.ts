import type { Journey } from '../paths/index.ts';
import type { openingsCases } from './openings.cases.ts';

/** Scenarios of the category tabs, from the specification. Spec §4, Career tabs. */
export const openingsJourneys: readonly Journey<typeof openingsCases>[] = [
  {
    title: '§4 tabs filter the job list by category',
    steps: [
      ['categoryChosen: teaching', 'listed', { category: 'teaching' }],
      ['categoryChosen: technical', 'listed', { category: 'technical' }],
      ['categoryChosen: all positions', 'listed', { category: null }],
    ],
  },
  {
    title: '§4 no match gives the empty state, and another category shows its openings',
    steps: [
      ['categoryChosen: a category without openings', 'empty', { category: 'content' }],
      ['categoryChosen: teaching', 'listed', { category: 'teaching' }],
    ],
  },
];
