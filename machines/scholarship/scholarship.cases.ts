import type { Cases } from '../paths/flow.ts';
import { projectionOf } from '../sendForm/sendForm.cases.ts';
import type { sendFormActors } from '../sendForm/sendForm.machine.ts';
import type { scholarshipMachine } from './scholarship.machine.ts';
import { scholarshipForm, scholarshipMessages } from './scholarship.rules.ts';

const right = {
  name: 'Ravi Kumar',
  grade: 'Grade 8',
  course: 'Science Concepts',
  phone: '9123456780',
  city: 'Patna',
};

/** The alphabet of the scholarship application. Each `changed` case sets every field, so that the last one decides. */
export const scholarshipCases = {
  events: {
    draftFound: {
      'everything kept': { values: right },
      'a name kept': { values: { name: right.name } },
    },
    changed: {
      'everything right': { values: right },
      'phone pasted with country code': { values: { ...right, phone: '+91 91234 56780' } },
      'only spaces as name': { values: { ...right, name: '   ' } },
      'no grade': { values: { ...right, grade: '' } },
      'no course': { values: { ...right, course: '' } },
      'no phone': { values: { ...right, phone: '' } },
      'phone of nine digits': { values: { ...right, phone: '912345678' } },
      'no city, phone of nine digits': { values: { ...right, city: '', phone: '912345678' } },
      'no city': { values: { ...right, city: '' } },
    },
    submitted: { 'by the button': {} },
    alertDismissed: { 'by its close button': {} },
  },
  outcomes: {
    send: {
      'taken with a word': { output: { message: 'We have your application.' } },
      'taken without a word': { output: {} },
      'refused by the server': { error: new Error('Applications are closed at the moment.') },
      'refused without a word': { error: new Error(scholarshipMessages.failed) },
      'answered with a page': { error: new Error(scholarshipMessages.unexpected) },
      'connection broken': { error: new Error(scholarshipMessages.unexpected) },
    },
  },
  choices: ['grade', 'course'],
  project: projectionOf(scholarshipForm),
} satisfies Cases<typeof scholarshipMachine, typeof sendFormActors>;
