import { defineFlow } from '../paths/index.ts';
import { sendFormActors } from '../sendForm/sendForm.machine.ts';
import { sendFormProperties } from '../sendForm/sendForm.properties.ts';
import { scholarshipCases } from './scholarship.cases.ts';
import { scholarshipJourneys } from './scholarship.journeys.ts';
import { scholarshipMachine } from './scholarship.machine.ts';
import { scholarshipForm } from './scholarship.rules.ts';

export const scholarshipFlow = defineFlow({
  id: 'scholarship',
  title: 'Scholarship application',
  purpose: 'A student applies for the scholarship.',
  page: '/applyPath',
  machine: scholarshipMachine,
  actors: sendFormActors,
  cases: scholarshipCases,
  journeys: scholarshipJourneys,
  properties: sendFormProperties(scholarshipForm, { name: 120, city: 120 }),
});
