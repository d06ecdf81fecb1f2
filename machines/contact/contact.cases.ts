import type { Cases } from '../paths/flow.ts';
import { projectionOf } from '../sendForm/sendForm.cases.ts';
import type { sendFormActors } from '../sendForm/sendForm.machine.ts';
import type { contactMachine } from './contact.machine.ts';
import { contactForm, contactMessages } from './contact.rules.ts';

const right = {
  name: 'Asha Verma',
  email: 'asha@example.com',
  phone: '9876543210',
  message: 'When does the next batch of Grade 8 start?',
};

/** The alphabet of the contact form. Each `changed` case sets every field, so that the last one decides. */
export const contactCases = {
  events: {
    draftFound: {
      'everything kept': { values: right },
      'a name kept': { values: { name: right.name } },
    },
    changed: {
      'everything right': { values: right },
      'no phone': { values: { ...right, phone: '' } },
      'phone of two digits': { values: { ...right, phone: '98' } },
      'phone pasted with country code': { values: { ...right, phone: '+91 98765-43210' } },
      'only spaces as name': { values: { ...right, name: '   ' } },
      'e-mail address without a dot': { values: { ...right, email: 'asha@example' } },
      'only spaces as message': { values: { ...right, message: '   ' } },
      'spaces as name, e-mail without a dot': { values: { ...right, name: '   ', email: 'asha@example' } },
      'no name': { values: { ...right, name: '' } },
    },
    submitted: { 'by the button': {} },
    alertDismissed: { 'by its close button': {} },
  },
  outcomes: {
    send: {
      taken: { output: {} },
      'refused by the server': { error: new Error('Messages cannot be taken at the moment.') },
      'refused without a word': { error: new Error(contactMessages.failed) },
      'answered with a page': { error: new Error(contactMessages.notJson) },
      'connection broken': { error: new Error('Failed to fetch') },
    },
  },
  project: projectionOf(contactForm),
} satisfies Cases<typeof contactMachine, typeof sendFormActors>;
