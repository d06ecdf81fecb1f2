import { defineFlow } from '../paths/index.ts';
import { registrationCases } from './registration.cases.ts';
import { registrationJourneys } from './registration.journeys.ts';
import { registrationMachine } from './registration.machine.ts';
import { registrationProperties } from './registration.properties.ts';
import { registrationActors } from './registration.setup.ts';

export const registrationFlow = defineFlow({
  id: 'registration',
  title: 'Student registration',
  purpose: 'A student is registered and the course fee is paid online.',
  page: '/register-re',
  machine: registrationMachine,
  actors: registrationActors,
  cases: registrationCases,
  journeys: registrationJourneys,
  properties: registrationProperties,
});
