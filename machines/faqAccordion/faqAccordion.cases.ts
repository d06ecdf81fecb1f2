import type { Cases } from '../paths/index.ts';
import type { faqAccordionActors, faqAccordionMachine } from './faqAccordion.machine.ts';

/** Event cases of the accordion, with the five questions of the home page. */
export const faqAccordionCases = {
  events: {
    questionPressed: {
      first: { id: 'grades' },
      second: { id: 'classes' },
      third: { id: 'progress' },
      fourth: { id: 'refund' },
      fifth: { id: 'register' },
    },
  },
  outcomes: {},
  choiceFields: ['id', 'open'],
  project: ({ open }) => ({ open }),
} satisfies Cases<typeof faqAccordionMachine, typeof faqAccordionActors>;
