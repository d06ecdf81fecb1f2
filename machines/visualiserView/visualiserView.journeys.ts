import type { Journey, Leg } from '../paths/journey.ts';
import { panels, type ViewContext, widths } from './visualiserView.machine.ts';

type Shown = Partial<ViewContext> & { panel?: string; beside?: string };

const untouched: ViewContext = { isOutline: false, areValuesShown: false, areActionsShown: false };

const leg = (type: string, { panel = 'events', beside = 'phone', ...context }: Shown): Leg => [
  `${type}: by its button`,
  `panel.${panel} | beside.${beside}`,
  { ...untouched, ...context },
];

/** What is chosen is shown, and nothing else changes. */
export const visualiserViewJourneys: readonly Journey[] = [
  {
    title: 'each panel can be chosen, also the one that is shown',
    legs: [...panels, ...panels].flatMap((panel) => [
      leg(`panel.${panel}`, { panel }),
      leg(`panel.${panel}`, { panel }),
    ]),
  },
  {
    title: 'the page has a width, or is in another tab',
    legs: [...widths, ...widths].flatMap((beside) => [
      leg(`beside.${beside}`, { beside }),
      leg(`beside.${beside}`, { beside }),
    ]),
  },
  {
    title: 'the chart or its outline',
    legs: [
      leg('chartChosen', {}),
      leg('outlineChosen', { isOutline: true }),
      leg('outlineChosen', { isOutline: true }),
      leg('panel.log', { panel: 'log', isOutline: true }),
      leg('chartChosen', { panel: 'log' }),
    ],
  },
  {
    title: 'typed values are masked until asked for, actions hidden',
    legs: [
      leg('valuesToggled', { areValuesShown: true }),
      leg('actionsToggled', { areValuesShown: true, areActionsShown: true }),
      leg('valuesToggled', { areActionsShown: true }),
      leg('actionsToggled', {}),
    ],
  },
];
