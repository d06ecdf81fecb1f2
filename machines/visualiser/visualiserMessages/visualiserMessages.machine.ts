import { assertEvent, assign, setup } from 'xstate';

export type MessagesContext = {
  /** The titles of the messages that a page has shown. */
  seen: readonly string[];
  /** Why the last run to a message failed, by its title. */
  failures: Readonly<Record<string, string>>;
};

type MessagesEvent =
  /** A page shows messages. */
  | { type: 'shown'; titles: readonly string[] }
  /** The run to a message has ended; `failure` says why it did not lead there. */
  | { type: 'ran'; title: string; failure: string | null }
  /** QA forgets which messages were seen. */
  | { type: 'cleared' };

const union = (known: readonly string[], more: readonly string[]) => [...new Set([...known, ...more])];

/** The messages that a visitor can read: those shown by a page and those missed by a run. Spec §8. */
export const visualiserMessagesMachine = setup({
  types: {
    context: {} as MessagesContext,
    events: {} as MessagesEvent,
    /** The messages that the browser has kept as seen. */
    input: {} as { seen: readonly string[] },
  },
  guards: {
    isNew: ({ context, event }) => {
      assertEvent(event, 'shown');
      return event.titles.some((title) => !context.seen.includes(title));
    },
    hasFailed: ({ event }) => {
      assertEvent(event, 'ran');
      return event.failure !== null;
    },
    hasSeen: ({ context }) => context.seen.length > 0,
  },
  actions: {
    addSeen: assign(({ context, event }) => {
      assertEvent(event, ['shown', 'ran']);
      return { seen: union(context.seen, event.type === 'ran' ? [event.title] : event.titles) };
    }),
    setFailure: assign(({ context, event }) => {
      assertEvent(event, 'ran');
      return { failures: { ...context.failures, [event.title]: event.failure ?? '' } };
    }),
    removeFailure: assign(({ context, event }) => {
      assertEvent(event, 'ran');
      const { [event.title]: _, ...failures } = context.failures;
      return { failures };
    }),
    clear: assign({ seen: [], failures: {} }),
  },
}).createMachine({
  id: 'visualiserMessages',
  context: ({ input }) => ({ seen: input.seen, failures: {} }),
  initial: 'unseen',
  on: {
    shown: { guard: 'isNew', target: '.seen', actions: 'addSeen' },
    ran: [
      { guard: 'hasFailed', actions: 'setFailure' },
      { target: '.seen', actions: ['removeFailure', 'addSeen'] },
    ],
  },
  states: {
    unseen: {
      description: 'No page has shown a message.',
      always: { guard: 'hasSeen', target: 'seen' },
    },
    seen: {
      description: 'Pages have shown messages.',
      on: { cleared: { target: 'unseen', actions: 'clear' } },
    },
  },
});
