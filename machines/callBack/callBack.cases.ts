import type { Cases } from '../paths/index.ts';
import { formProjection } from '../sendForm/sendForm.cases.ts';
import type { sendFormActors } from '../sendForm/sendForm.machine.ts';
import type { callBackMachine } from './callBack.machine.ts';
import { callBackForm, callBackMessages } from './callBack.rules.ts';

const validValues = { name: 'Meena Sharma', phone: '9988776655', messageUser: 'Please call after 6 pm.' };

/** Event cases and outcomes of the call-back. Each `changed` case sets every field, so that the last one decides. */
export const callBackCases = {
  events: {
    draftFound: {
      'everything saved': { values: validValues },
      'a name saved': { values: { name: validValues.name } },
    },
    opened: { 'by click': {} },
    closed: { 'by click': {} },
    cancelled: { 'by key': {} },
    changed: {
      'everything valid': { values: validValues },
      'no message': { values: { ...validValues, messageUser: '' } },
      'phone pasted with country code': { values: { ...validValues, phone: '+91 99887-76655' } },
      'only spaces as name': { values: { ...validValues, name: '   ' } },
      'phone of nine digits': { values: { ...validValues, phone: '998877665' } },
      'spaces as name, phone of nine digits': { values: { ...validValues, name: '   ', phone: '998877665' } },
      'no phone': { values: { ...validValues, phone: '' } },
    },
    submitted: { 'by the button': {} },
    alertDismissed: { 'by its close button': {} },
  },
  outcomes: {
    send: {
      accepted: { output: {} },
      'refused by the server': { error: new Error('Inquiries cannot be taken at the moment.') },
      'refused without a message': { error: new Error(callBackMessages.failed) },
      'connection broken': { error: new Error(callBackMessages.failed) },
    },
  },
  project: formProjection(callBackForm),
} satisfies Cases<typeof callBackMachine, typeof sendFormActors>;
