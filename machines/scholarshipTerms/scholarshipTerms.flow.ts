import { defineFlow } from '../paths/index.ts';
import { scholarshipTermsCases } from './scholarshipTerms.cases.ts';
import { scholarshipTermsJourneys } from './scholarshipTerms.journeys.ts';
import { scholarshipTermsActors, scholarshipTermsMachine } from './scholarshipTerms.machine.ts';

export const scholarshipTermsFlow = defineFlow({
  id: 'scholarshipTerms',
  title: 'Scholarship terms',
  purpose: 'The complete terms of the Excellence Scholarship are shown or hidden.',
  page: '/knowmore',
  machine: scholarshipTermsMachine,
  actors: scholarshipTermsActors,
  cases: scholarshipTermsCases,
  journeys: scholarshipTermsJourneys,
});
