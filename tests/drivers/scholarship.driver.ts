import { scholarshipCases } from '../../machines/scholarship/scholarship.cases.ts';
import { scholarshipForm } from '../../machines/scholarship/scholarship.rules.ts';
import { defineDriver } from './driver.ts';
import { fillIn } from './fillIn.ts';
import { focusIn, seenIn } from './sendForm.ts';

const PATH = '/api/apply';

export const scholarshipDriver = defineDriver(scholarshipCases, {
  page: '/applyPath',
  events: {
    draftFound: async (hands, { values }) => {
      await hands.keepDraft('scholarship', values);
      await hands.open('/applyPath');
    },
    changed: (hands, { values }) =>
      fillIn(hands, values, [
        ['name', () => hands.fill('Name', values.name)],
        ['grade', () => hands.choose('Grade', values.grade)],
        ['course', () => hands.choose('Course', values.course)],
        ['phone', () => hands.fill('Phone', values.phone)],
        ['city', () => hands.fill('City', values.city)],
      ]),
    submitted: (hands) => hands.press('Submit Application'),
    alertDismissed: (hands) => hands.press('Close this message'),
  },
  inParts: ['changed'],
  outcomes: {
    send: {
      'taken with a word': (hands) =>
        hands.answer(PATH, { status: 200, json: { success: true, message: 'We have your application.' } }),
      'taken without a word': (hands) => hands.answer(PATH, { status: 201, json: {} }),
      'refused by the server': (hands) =>
        hands.answer(PATH, { status: 503, json: { message: 'Applications are closed at the moment.' } }),
      'refused without a word': (hands) => hands.answer(PATH, { status: 500, json: { success: false } }),
      'answered with a page': (hands) => hands.answer(PATH, { status: 200, text: '<h1>Welcome</h1>' }),
      'connection broken': (hands) => hands.answer(PATH, 'disconnected'),
    },
  },
  focus: focusIn(scholarshipForm, 'Submit Application'),
  states: seenIn(scholarshipForm, {
    submit: 'Submit Application',
    submitting: 'Submitting...',
    texts: [
      'Please fill all required fields',
      'Application submitted successfully!',
      'Failed to submit application',
      'An error occurred. Please try again later.',
      'Applications are closed at the moment.',
      'We have your application.',
    ],
  }),
});
