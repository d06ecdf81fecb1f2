import type { Journey } from '../paths/index.ts';
import type { faqAccordionCases } from './faqAccordion.cases.ts';

/** Scenarios of the accordion, from the specification. Spec §2, Home. */
export const faqAccordionJourneys: readonly Journey<typeof faqAccordionCases>[] = [
  {
    title: '§2 clicking a question opens its answer and closes any other',
    steps: [
      ['questionPressed: first', 'open', { open: 'grades' }],
      ['questionPressed: fourth', 'open', { open: 'refund' }],
    ],
  },
  {
    title: '§2 clicking the open question closes it',
    steps: [
      ['questionPressed: fifth', 'open', { open: 'register' }],
      ['questionPressed: fifth', 'closed', { open: null }],
    ],
  },
];
