import type { Cases } from '../paths/index.ts';
import { isEmail } from '../shared/email.ts';
import type { newsletterActors, newsletterMachine } from './newsletter.machine.ts';

export const newsletterCases = {
  events: {
    changed: {
      'an e-mail address': { email: 'asha@example.com' },
      'another e-mail address': { email: 'ramesh@example.org' },
      'one without a dot': { email: 'asha@example' },
    },
    submitted: { 'by the button': {} },
  },
  outcomes: {},
  project: ({ email }) => ({ isValid: isEmail(email.trim()), isEmpty: email === '' }),
} satisfies Cases<typeof newsletterMachine, typeof newsletterActors>;
