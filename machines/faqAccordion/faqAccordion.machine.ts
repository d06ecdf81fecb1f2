import { assign, setup } from 'xstate';

export type FaqAccordionContext = {
  /** The question whose answer is open. */
  open: string | null;
};

export type FaqAccordionEvent = { type: 'questionPressed'; id: string };

export const faqAccordionActors = {};

/** A list of questions with at most one open answer; a second press closes it. Spec §2, Home. */
export const faqAccordionMachine = setup({
  types: { context: {} as FaqAccordionContext, events: {} as FaqAccordionEvent },
  guards: { isOpen: ({ context, event }) => context.open === event.id },
  actions: {
    open: assign({ open: ({ event }) => event.id }),
    close: assign({ open: null }),
  },
}).createMachine({
  id: 'faqAccordion',
  context: { open: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'Only the questions are shown.',
      on: {
        questionPressed: {
          target: 'open',
          actions: 'open',
        },
      },
    },
    open: {
      description: 'One answer is shown.',
      on: {
        questionPressed: [
          {
            guard: 'isOpen',
            target: 'closed',
            actions: 'close',
          },
          { actions: 'open' },
        ],
      },
    },
  },
});
