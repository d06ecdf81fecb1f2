import type { Journey, JourneyStep } from '../paths/paths.types.ts';
import { panels, previewSizes, type ViewContext } from './visualiserView.machine.ts';

type Shown = Partial<ViewContext> & { panel?: string; preview?: string };

const initialContext: ViewContext = { isOutline: false, areValuesShown: false, areActionsShown: false };

const journeyStep = (
  type: string,
  { panel = 'events', preview = 'phone', ...context }: Shown,
): JourneyStep => [
  `${type}: by its button`,
  `panel.${panel} | preview.${preview}`,
  { ...initialContext, ...context },
];

/** Scenarios of the view: each choice changes only what was chosen. */
export const visualiserViewJourneys: readonly Journey[] = [
  {
    title: 'each panel can be chosen, also the current one',
    steps: [...panels, ...panels].flatMap((panel) => [
      journeyStep(`panel.${panel}`, { panel }),
      journeyStep(`panel.${panel}`, { panel }),
    ]),
  },
  {
    title: 'the preview has a size, or the page is in another tab',
    steps: [...previewSizes, ...previewSizes].flatMap((preview) => [
      journeyStep(`preview.${preview}`, { preview }),
      journeyStep(`preview.${preview}`, { preview }),
    ]),
  },
  {
    title: 'the chart or its outline',
    steps: [
      journeyStep('chartChosen', {}),
      journeyStep('outlineChosen', { isOutline: true }),
      journeyStep('outlineChosen', { isOutline: true }),
      journeyStep('panel.log', { panel: 'log', isOutline: true }),
      journeyStep('chartChosen', { panel: 'log' }),
    ],
  },
  {
    title: 'typed values are masked and actions hidden by default',
    steps: [
      journeyStep('valuesToggled', { areValuesShown: true }),
      journeyStep('actionsToggled', { areValuesShown: true, areActionsShown: true }),
      journeyStep('valuesToggled', { areActionsShown: true }),
      journeyStep('actionsToggled', {}),
    ],
  },
];
