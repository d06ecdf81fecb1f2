import { defineFlow } from '../paths/index.ts';
import { newsletterCases } from './newsletter.cases.ts';
import { newsletterJourneys } from './newsletter.journeys.ts';
import { newsletterActors, newsletterMachine } from './newsletter.machine.ts';

export const newsletterFlow = defineFlow({
  id: 'newsletter',
  title: 'Newsletter',
  purpose: 'A visitor asks for the newsletter and is told that it has not started; nothing is sent.',
  page: '/',
  machine: newsletterMachine,
  actors: newsletterActors,
  cases: newsletterCases,
  journeys: newsletterJourneys,
});
