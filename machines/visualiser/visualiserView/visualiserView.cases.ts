import type { Cases } from '../../paths/index.ts';
import type { visualiserViewMachine } from './visualiserView.machine.ts';

const pressed = { 'by its button': {} };

export const visualiserViewCases = {
  events: {
    'panel.events': pressed,
    'panel.environment': pressed,
    'panel.paths': pressed,
    'panel.coverage': pressed,
    'panel.recording': pressed,
    'panel.log': pressed,
    'panel.sequence': pressed,
    'panel.changes': pressed,
    'preview.phone': pressed,
    'preview.tablet': pressed,
    'preview.desktop': pressed,
    'preview.tab': pressed,
    chartChosen: pressed,
    outlineChosen: pressed,
    valuesToggled: pressed,
    actionsToggled: pressed,
    panelsToggled: pressed,
    pageToggled: pressed,
    keysToggled: pressed,
    hintToggled: pressed,
    sideResized: { 'to the most': { percent: 99 }, 'to the least': { percent: 1 } },
    pageResized: { 'to the most': { percent: 99 }, 'to the least': { percent: 1 } },
  },
  outcomes: {},
  // Nothing else has an influence on what can be chosen.
  project: ({ arePanelsShown, isPageShown }) => ({ arePanelsShown, isPageShown }),
} satisfies Cases<typeof visualiserViewMachine, Record<never, never>>;
