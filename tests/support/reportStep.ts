import type { ReportStep } from '../../src/visualiser/report/types.ts';

/** A step of a bug report: the contact form is sent. */
export const reportStep: ReportStep = {
  number: 1,
  at: 1_234,
  who: 'Visitor',
  text: 'submitted: by the button',
  state: 'submitting',
  description: 'The form is being sent.',
  failure: null,
  transitions: [],
  guards: [],
  payload: null,
  changes: [],
  picture: null,
};
