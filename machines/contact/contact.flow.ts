import { defineFlow } from '../paths/index.ts';
import { sendFormActors } from '../sendForm/sendForm.machine.ts';
import { sendFormProperties } from '../sendForm/sendForm.properties.ts';
import { contactCases } from './contact.cases.ts';
import { contactJourneys } from './contact.journeys.ts';
import { contactMachine } from './contact.machine.ts';
import { contactForm } from './contact.rules.ts';

export const contactFlow = defineFlow({
  id: 'contact',
  title: 'Contact message',
  purpose: 'A visitor sends a message to the provider.',
  page: '/contact',
  machine: contactMachine,
  actors: sendFormActors,
  cases: contactCases,
  journeys: contactJourneys,
  properties: sendFormProperties(contactForm, { name: 120, email: 254, message: 5000 }),
});
