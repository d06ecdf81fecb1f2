import type { Cases } from '../../paths/index.ts';
import type { visualiserViewMachine } from './visualiserView.machine.ts';

const pressed = { 'by its button': {} };

export const visualiserViewCases = {
  events: {
    'inspector.now': pressed,
    'inspector.test': pressed,
    'inspector.compare': pressed,
    'preview.phone': pressed,
    'preview.tablet': pressed,
    'preview.desktop': pressed,
    'preview.tab': pressed,
    optionToggled: {
      outline: { option: 'isOutline' },
      values: { option: 'areValuesShown' },
      actions: { option: 'areActionsShown' },
      keys: { option: 'areKeysOn' },
    },
    watched: { 'the whole context': { flow: 'scholarshipTerms', expression: 'context' } },
    laneToggled: pressed,
    watchEnded: pressed,
  },
  outcomes: {},
  // Nothing else has an influence on what can be chosen.
  project: ({ watch }) => ({ watch }),
} satisfies Cases<typeof visualiserViewMachine, Record<never, never>>;
