import { assertEvent, assign, setup } from 'xstate';
import { isEmail } from '../shared/email.ts';

export type NewsletterContext = { email: string };

export type NewsletterEvent = { type: 'changed'; email: string } | { type: 'submitted' };

export const newsletterActors = {};

/** The newsletter form of the footer. It makes no call. Spec §2; §7. */
export const newsletterMachine = setup({
  types: { context: {} as NewsletterContext, events: {} as NewsletterEvent },
  guards: {
    isValid: ({ context }) => isEmail(context.email.trim()),
    isProblemFixed: ({ event }) => {
      assertEvent(event, 'changed');
      return isEmail(event.email.trim());
    },
  },
  actions: {
    setEmail: assign(({ event }) => {
      assertEvent(event, 'changed');
      return { email: event.email };
    }),
    clearEmail: assign({ email: '' }),
    /** Moves the focus to the field. */
    focusProblem: () => {},
  },
}).createMachine({
  id: 'newsletter',
  context: { email: '' },
  initial: 'idle',
  states: {
    idle: {
      description: 'The form waits for an e-mail address.',
      on: {
        changed: { actions: 'setEmail' },
        submitted: [{ guard: 'isValid', target: 'done' }, { target: 'invalid' }],
      },
    },
    invalid: {
      description: 'What was typed is not an e-mail address; the field says so and has the focus.',
      entry: 'focusProblem',
      on: {
        changed: [
          {
            guard: 'isProblemFixed',
            target: 'idle',
            actions: 'setEmail',
          },
          { actions: 'setEmail' },
        ],
        submitted: { target: 'invalid', reenter: true },
      },
    },
    done: {
      description:
        'The visitor is thanked and told that nothing was kept, and the field is empty again. A second press is part of the first.',
      entry: 'clearEmail',
      on: {
        changed: { target: 'idle', actions: 'setEmail' },
      },
    },
  },
});
