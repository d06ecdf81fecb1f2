import type { Cases } from '../paths/flow.ts';
import type { visualiserViewMachine } from './visualiserView.machine.ts';

const pressed = { 'by its button': {} };

export const visualiserViewCases = {
  events: {
    'panel.events': pressed,
    'panel.world': pressed,
    'panel.paths': pressed,
    'panel.coverage': pressed,
    'panel.recording': pressed,
    'panel.log': pressed,
    'beside.phone': pressed,
    'beside.tablet': pressed,
    'beside.desktop': pressed,
    'beside.tab': pressed,
    chartChosen: pressed,
    outlineChosen: pressed,
    valuesToggled: pressed,
    actionsToggled: pressed,
  },
  outcomes: {},
  project: (context) => context,
} satisfies Cases<typeof visualiserViewMachine, Record<never, never>>;
