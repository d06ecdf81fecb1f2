import { scholarshipCases } from '../../machines/scholarship/scholarship.cases.ts';
import { scholarshipForm } from '../../machines/scholarship/scholarship.rules.ts';
import { defineDriver } from './driver.ts';
import { fillFields } from './fillFields.ts';
import { focusRulesFor, stateChecksFor } from './sendForm.ts';

const PATH = '/api/apply';

export const scholarshipDriver = defineDriver(scholarshipCases, {
  page: '/applyPath',
  events: {
    draftFound: async (hands, { values }) => {
      await hands.keepDraft('scholarship', values);
      await hands.open('/applyPath');
    },
    changed: (hands, { values }) =>
      fillFields(hands, values, [
        ['name', () => hands.fill('Name', values.name)],
        ['grade', () => hands.choose('Grade', values.grade)],
        ['course', () => hands.choose('Course', values.course)],
        ['phone', () => hands.fill('Phone', values.phone)],
        ['city', () => hands.fill('City', values.city)],
      ]),
    submitted: (hands) => hands.press('Submit Application'),
    alertDismissed: (hands) => hands.press('Close this message'),
  },
  multiEventTypes: ['changed'],
  outcomes: {
    send: {
      'accepted with a message': (hands) =>
        hands.answer(PATH, { status: 200, json: { success: true, message: 'We have your application.' } }),
      'accepted without a message': (hands) => hands.answer(PATH, { status: 201, json: {} }),
      'refused by the server': (hands) =>
        hands.answer(PATH, { status: 503, json: { message: 'Applications are closed at the moment.' } }),
      'refused without a message': (hands) => hands.answer(PATH, { status: 500, json: { success: false } }),
      'replied with an HTML page': (hands) => hands.answer(PATH, { status: 200, text: '<h1>Welcome</h1>' }),
      'connection broken': (hands) => hands.answer(PATH, 'disconnected'),
    },
  },
  focus: focusRulesFor(scholarshipForm, 'Submit Application'),
  states: stateChecksFor(scholarshipForm, {
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
