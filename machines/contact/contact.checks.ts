import type { Checks } from '../checks/checks.types.ts';
import { type SendFormButton, sendFormFocus, sendFormStates } from '../sendForm/sendForm.checks.ts';
import { contactCases } from './contact.cases.ts';
import { contactForm, contactMessages } from './contact.rules.ts';

export const contactChecks = (button: SendFormButton): Checks => ({
  focus: sendFormFocus(contactForm, button.submit),
  states: sendFormStates(contactForm, button, [
    ...Object.values(contactMessages),
    contactCases.outcomes.send['refused by the server'].error.message,
    contactCases.outcomes.send['connection broken'].error.message,
  ]),
});
