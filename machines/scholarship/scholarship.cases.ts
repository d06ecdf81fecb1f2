import type { Cases } from '../paths/index.ts';
import { formProjection } from '../sendForm/sendForm.cases.ts';
import type { sendFormActors } from '../sendForm/sendForm.machine.ts';
import type { scholarshipMachine } from './scholarship.machine.ts';
import {
  scholarshipCourses,
  scholarshipForm,
  scholarshipGrades,
  scholarshipMessages,
} from './scholarship.rules.ts';

const validValues = {
  name: 'Ravi Kumar',
  grade: 'Grade 8',
  course: 'Science Concepts',
  phone: '9123456780',
  city: 'Patna',
};

/** Event cases and outcomes of the scholarship application. Each `changed` case sets every field, so that the last one decides. */
export const scholarshipCases = {
  events: {
    draftFound: {
      'everything saved': { values: validValues },
      'a name saved': { values: { name: validValues.name } },
    },
    changed: {
      'everything valid': { values: validValues },
      'phone pasted with country code': { values: { ...validValues, phone: '+91 91234 56780' } },
      'only spaces as name': { values: { ...validValues, name: '   ' } },
      'no grade': { values: { ...validValues, grade: '' } },
      'no course': { values: { ...validValues, course: '' } },
      'no phone': { values: { ...validValues, phone: '' } },
      'phone of nine digits': { values: { ...validValues, phone: '912345678' } },
      'no city, phone of nine digits': { values: { ...validValues, city: '', phone: '912345678' } },
      'no city': { values: { ...validValues, city: '' } },
    },
    submitted: { 'by the button': {} },
    alertDismissed: { 'by its close button': {} },
  },
  outcomes: {
    send: {
      'accepted with a message': { output: { message: 'We have your application.' } },
      'accepted without a message': { output: {} },
      'refused by the server': { error: new Error('Applications are closed at the moment.') },
      'refused without a message': { error: new Error(scholarshipMessages.failed) },
      'replied with an HTML page': { error: new Error(scholarshipMessages.unexpected) },
      'connection broken': { error: new Error(scholarshipMessages.unexpected) },
    },
  },
  choiceFields: ['grade', 'course'],
  choices: { grade: scholarshipGrades, course: scholarshipCourses },
  project: formProjection(scholarshipForm),
} satisfies Cases<typeof scholarshipMachine, typeof sendFormActors>;
