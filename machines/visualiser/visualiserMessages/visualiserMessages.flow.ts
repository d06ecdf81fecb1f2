import { defineFlow, never } from '../../paths/index.ts';
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
  properties: [
    never('a message is ticked twice', ({ before, step, after }) =>
      Boolean(
        step.kind === 'event' &&
          step.type === 'shown' &&
          before.context.seen.length === after.context.seen.length,
      ),
    ),
    never('a run that led to its message leaves a failure', ({ before, step, after }) =>
      Boolean(
        step.kind === 'event' &&
          step.type === 'ran' &&
          before.context.seen.length < after.context.seen.length &&
          Object.keys(after.context.failures).length > 0,
      ),
    ),
    never('ticks that are cleared leave a failure', ({ step, after }) =>
      Boolean(
        step.kind === 'event' && step.type === 'cleared' && Object.keys(after.context.failures).length > 0,
      ),
    ),
  ],
});
