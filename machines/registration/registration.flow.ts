import { defineFlow, type JourneyStep } from '../paths/index.ts';
import { registrationCases } from './registration.cases.ts';
import { registrationJourneys } from './registration.journeys.ts';
import { registrationMachine } from './registration.machine.ts';
import { registrationProperties } from './registration.properties.ts';
import { firstProblem } from './registration.rules.ts';
import { registrationActors } from './registration.setup.ts';

/** The changes that are tried in every editable state. The other ones are tried in `editing` without an order. */
const changesForEveryState = new Set<JourneyStep<typeof registrationCases>[0]>([
  'changed: everything valid',
  'changed: another e-mail address',
  'changed: no city',
]);

export const registrationFlow = defineFlow({
  id: 'registration',
  title: 'Student registration',
  purpose: 'A student is registered and the course fee is paid online.',
  page: '/register-re',
  machine: registrationMachine,
  actors: registrationActors,
  cases: registrationCases,
  isPossible: (name, snapshot) => {
    // The window opens or throws at once.
    if (name === 'checkout: cannot be opened') return snapshot.matches({ paying: 'open' });
    // A double click on an invalid form submits it twice.
    if (name === 'submitted: by a double click') return firstProblem(snapshot.context.values) === null;
    if (!name.startsWith('changed: ') || changesForEveryState.has(name)) return true;
    return snapshot.context.order === null && snapshot.matches('editing');
  },
  journeys: registrationJourneys,
  properties: registrationProperties,
});
