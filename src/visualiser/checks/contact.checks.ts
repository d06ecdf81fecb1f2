import { contactForm } from '../../../machines/contact/contact.rules.ts';
import type { Checks } from './checks.types.ts';
import { sendFormFocus, sendFormStates } from './sendForm.ts';

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
