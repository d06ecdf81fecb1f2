import { defineFlow } from '../../paths/index.ts';
import { visualiserMessagesCases } from './visualiserMessages.cases.ts';
import { visualiserMessagesJourneys } from './visualiserMessages.journeys.ts';
import { visualiserMessagesMachine } from './visualiserMessages.machine.ts';

export const visualiserMessagesFlow = defineFlow({
  id: 'visualiserMessages',
  title: 'Visualiser: messages',
  purpose: 'The messages that a visitor can read are ticked when a page has shown them.',
  machine: visualiserMessagesMachine,
  actors: {},
  cases: visualiserMessagesCases,
  journeys: visualiserMessagesJourneys,
});
