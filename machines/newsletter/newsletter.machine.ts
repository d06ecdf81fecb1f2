import { assign, setup } from 'xstate';
import { isEmail } from '../email.ts';

export type NewsletterContext = { email: string };

export type NewsletterEvent = { type: 'changed'; email: string } | { type: 'submitted' };

export const newsletterActors = {};

/** The newsletter form of the footer. It makes no call. Spec §2; §7. */
export const newsletterMachine = setup({
  types: { context: {} as NewsletterContext, events: {} as NewsletterEvent },
  guards: {
    hasEmail: ({ context }) => isEmail(context.email),
    isFixed: (_, email: string) => isEmail(email),
  },
  actions: {
    keepEmail: assign((_, email: string) => ({ email })),
    clearEmail: assign({ email: '' }),
    /** Moves the focus to the field. */
    focusEmail: () => {},
  },
}).createMachine({
  id: 'newsletter',
  context: { email: '' },
  initial: 'ready',
  states: {
    ready: {
      description: 'The form waits for an e-mail address.',
      on: {
        changed: { actions: { type: 'keepEmail', params: ({ event }) => event.email } },
        submitted: [{ guard: 'hasEmail', target: 'thanked' }, { target: 'invalid' }],
      },
    },
    invalid: {
      description: 'What was typed is not an e-mail address; the field says so and has the focus.',
      entry: 'focusEmail',
      on: {
        changed: [
          {
            guard: { type: 'isFixed', params: ({ event }) => event.email },
            target: 'ready',
            actions: { type: 'keepEmail', params: ({ event }) => event.email },
          },
          { actions: { type: 'keepEmail', params: ({ event }) => event.email } },
        ],
        submitted: { target: 'invalid', reenter: true },
      },
    },
    thanked: {
      description:
        'The visitor is thanked and told that nothing was kept, and the field is empty again. A second press is part of the first.',
      entry: 'clearEmail',
      on: {
        changed: { target: 'ready', actions: { type: 'keepEmail', params: ({ event }) => event.email } },
      },
    },
  },
});
