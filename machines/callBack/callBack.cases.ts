import type { Cases } from '../paths/flow.ts';
import { projectionOf } from '../sendForm/sendForm.cases.ts';
import type { sendFormActors } from '../sendForm/sendForm.machine.ts';
import type { callBackMachine } from './callBack.machine.ts';
import { callBackForm, callBackMessages } from './callBack.rules.ts';

const right = { name: 'Meena Sharma', phone: '9988776655', messageUser: 'Please call after 6 pm.' };

/** The alphabet of the call-back. Each `changed` case sets every field, so that the last one decides. */
export const callBackCases = {
  events: {
    draftFound: {
      'everything kept': { values: right },
      'a name kept': { values: { name: right.name } },
    },
    openerPressed: { 'by click': {} },
    closePressed: { 'by click': {} },
    escapePressed: { 'by key': {} },
    changed: {
      'everything right': { values: right },
      'no message': { values: { ...right, messageUser: '' } },
      'phone pasted with country code': { values: { ...right, phone: '+91 99887-76655' } },
      'only spaces as name': { values: { ...right, name: '   ' } },
      'phone of nine digits': { values: { ...right, phone: '998877665' } },
      'spaces as name, phone of nine digits': { values: { ...right, name: '   ', phone: '998877665' } },
      'no phone': { values: { ...right, phone: '' } },
    },
    submitted: { 'by the button': {} },
    alertDismissed: { 'by its close button': {} },
  },
  outcomes: {
    send: {
      taken: { output: {} },
      'refused by the server': { error: new Error('Inquiries cannot be taken at the moment.') },
      'refused without a word': { error: new Error(callBackMessages.failed) },
      'connection broken': { error: new Error(callBackMessages.failed) },
    },
  },
  project: projectionOf(callBackForm),
} satisfies Cases<typeof callBackMachine, typeof sendFormActors>;
