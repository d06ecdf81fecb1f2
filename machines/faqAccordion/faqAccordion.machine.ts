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
  guards: { isOpen: ({ context }, id: string) => context.open === id },
  actions: {
    open: assign((_, id: string) => ({ open: id })),
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
          actions: { type: 'open', params: ({ event }) => event.id },
        },
      },
    },
    open: {
      description: 'One answer is shown.',
      on: {
        questionPressed: [
          {
            guard: { type: 'isOpen', params: ({ event }) => event.id },
            target: 'closed',
            actions: 'close',
          },
          { actions: { type: 'open', params: ({ event }) => event.id } },
        ],
      },
    },
  },
});
