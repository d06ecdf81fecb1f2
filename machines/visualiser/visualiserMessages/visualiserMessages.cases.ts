import type { Cases } from '../../paths/index.ts';
import type { visualiserMessagesMachine } from './visualiserMessages.machine.ts';

/** Event cases of two messages. */
export const visualiserMessagesCases = {
  input: { seen: [] },
  events: {
    shown: {
      'an empty name': { titles: ['Contact: no name'] },
      'two problems': { titles: ['Contact: no name', 'Contact: no email'] },
    },
    ran: {
      'to its message': { title: 'Contact: no email', failure: null },
      'to another state': { title: 'Contact: no email', failure: 'The page is in "sent".' },
    },
    cleared: { 'by its button': {} },
  },
  outcomes: {},
  project: ({ seen, failures }) => ({ seen: [...seen].toSorted(), failures }),
} satisfies Cases<typeof visualiserMessagesMachine, Record<never, never>>;
