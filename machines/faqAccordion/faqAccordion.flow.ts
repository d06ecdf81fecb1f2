import { defineFlow } from '../paths/index.ts';
import { faqAccordionCases } from './faqAccordion.cases.ts';
import { faqAccordionJourneys } from './faqAccordion.journeys.ts';
import { faqAccordionActors, faqAccordionMachine } from './faqAccordion.machine.ts';

export const faqAccordionFlow = defineFlow({
  id: 'faqAccordion',
  title: 'FAQ accordion',
  purpose: 'A question is opened and its answer read, one at a time.',
  page: '/',
  machine: faqAccordionMachine,
  actors: faqAccordionActors,
  cases: faqAccordionCases,
  journeys: faqAccordionJourneys,
});
