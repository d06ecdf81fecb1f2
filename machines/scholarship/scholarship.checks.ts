import type { Checks } from '../checks/checks.types.ts';
import { sendFormFocus, sendFormStates } from '../sendForm/sendForm.checks.ts';
import { scholarshipForm } from './scholarship.rules.ts';

const SUBMIT = 'Submit Application';

export const scholarshipChecks: Checks = {
  focus: sendFormFocus(scholarshipForm, SUBMIT),
  states: sendFormStates(scholarshipForm, {
    submit: SUBMIT,
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
};
