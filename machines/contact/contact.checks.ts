import type { Checks } from '../checks/checks.types.ts';
import { sendFormFocus, sendFormStates } from '../sendForm/sendForm.checks.ts';
import { contactForm } from './contact.rules.ts';

const SUBMIT = 'Send Message';

export const contactChecks: Checks = {
  focus: sendFormFocus(contactForm, SUBMIT),
  states: sendFormStates(contactForm, {
    submit: SUBMIT,
    submitting: 'Sending...',
    texts: [
      'Message sent successfully!',
      'Failed to send message',
      'Invalid response from server',
      'Failed to fetch',
      'Messages cannot be taken at the moment.',
      'Please give your name.',
    ],
  }),
};
