import type { Checks } from '../checks/checks.types.ts';
import { type SendFormButton, sendFormFocus, sendFormStates } from '../sendForm/sendForm.checks.ts';
import { scholarshipCases } from './scholarship.cases.ts';
import { scholarshipForm, scholarshipMessages } from './scholarship.rules.ts';

export const scholarshipChecks = (button: SendFormButton): Checks => ({
  focus: sendFormFocus(scholarshipForm, button.submit),
  states: sendFormStates(scholarshipForm, button, [
    ...Object.values(scholarshipMessages),
    scholarshipCases.outcomes.send['refused by the server'].error.message,
    scholarshipCases.outcomes.send['accepted with a message'].output.message,
  ]),
});
