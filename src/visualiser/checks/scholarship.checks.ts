import { scholarshipForm } from '../../../machines/scholarship/scholarship.rules.ts';
import type { Checks } from './checks.types.ts';
import { sendFormFocus, sendFormStates } from './sendForm.ts';

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
