import type { Journey } from '../../paths/index.ts';
import type { visualiserMessagesCases } from './visualiserMessages.cases.ts';

const NAME = 'Contact: no name';
const EMAIL = 'Contact: no email';
const failures = { [EMAIL]: 'The page is in "sent".' };

export const visualiserMessagesJourneys: readonly Journey<typeof visualiserMessagesCases>[] = [
  {
    title: 'messages are ticked when a page shows them, each once, until the ticks are cleared',
    steps: [
      ['shown: an empty name', 'seen', { seen: [NAME], failures: {} }],
      ['shown: two problems', 'seen', { seen: [NAME, EMAIL] }],
      ['cleared: by its button', 'unseen', { seen: [], failures: {} }],
      ['shown: two problems', 'seen', { seen: [NAME, EMAIL] }],
    ],
  },
  {
    title: 'a run that does not lead to its message says why, until one does',
    steps: [
      ['ran: to another state', 'unseen', { seen: [], failures }],
      ['ran: to its message', 'seen', { seen: [EMAIL], failures: {} }],
      ['ran: to another state', 'seen', { seen: [EMAIL], failures }],
      ['shown: an empty name', 'seen', { seen: [EMAIL, NAME], failures }],
      ['cleared: by its button', 'unseen', { seen: [], failures: {} }],
    ],
  },
];
