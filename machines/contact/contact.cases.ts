import type { Cases } from '../paths/index.ts';
import { formProjection } from '../sendForm/sendForm.cases.ts';
import type { sendFormActors } from '../sendForm/sendForm.machine.ts';
import type { contactMachine } from './contact.machine.ts';
import { contactForm, contactMessages } from './contact.rules.ts';

const validValues = {
  name: 'Asha Verma',
  email: 'asha@example.com',
  phone: '9876543210',
  message: 'When does the next batch of Grade 8 start?',
};

/** Event cases and outcomes of the contact form. Each `changed` case sets every field, so that the last one decides. */
export const contactCases = {
  events: {
    draftFound: {
      'everything saved': { values: validValues },
      'a name saved': { values: { name: validValues.name } },
    },
    changed: {
      'everything valid': { values: validValues },
      'no phone': { values: { ...validValues, phone: '' } },
      'phone of two digits': { values: { ...validValues, phone: '98' } },
      'phone pasted with country code': { values: { ...validValues, phone: '+91 98765-43210' } },
      'only spaces as name': { values: { ...validValues, name: '   ' } },
      'e-mail address without a dot': { values: { ...validValues, email: 'asha@example' } },
      'only spaces as message': { values: { ...validValues, message: '   ' } },
      'spaces as name, e-mail without a dot': {
        values: { ...validValues, name: '   ', email: 'asha@example' },
      },
      'no name': { values: { ...validValues, name: '' } },
    },
    submitted: { 'by the button': {} },
    alertDismissed: { 'by its close button': {} },
  },
  outcomes: {
    send: {
      accepted: { output: {} },
      'refused by the server': { error: new Error('Messages cannot be taken at the moment.') },
      'refused without a message': { error: new Error(contactMessages.failed) },
      'replied with an HTML page': { error: new Error(contactMessages.notJson) },
      'connection broken': { error: new Error('Failed to fetch') },
    },
  },
  project: formProjection(contactForm),
} satisfies Cases<typeof contactMachine, typeof sendFormActors>;
