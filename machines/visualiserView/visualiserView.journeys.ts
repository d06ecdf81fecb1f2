import type { Journey, JourneyStep } from '../paths/index.ts';
import { initialView, panels, previewSizes, type ViewContext } from './visualiserView.machine.ts';

type Shown = Partial<ViewContext> & { panel?: string; preview?: string };

const journeyStep = (
  type: string,
  { panel = 'events', preview = 'phone', ...context }: Shown,
  name = 'by its button',
): JourneyStep => [`${type}: ${name}`, `panel.${panel} | preview.${preview}`, { ...initialView, ...context }];

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
  {
    title: 'page and panels can be put away, and are as large as they were afterwards',
    steps: [
      journeyStep('chartChosen', { sideWidth: 22, pageHeight: 55 }),
      journeyStep('sideResized', { sideWidth: 70 }, 'to the most'),
      journeyStep('pageResized', { sideWidth: 70, pageHeight: 15 }, 'to the least'),
      journeyStep('panelsToggled', { sideWidth: 70, pageHeight: 15, arePanelsShown: false }),
      journeyStep('pageToggled', {
        sideWidth: 70,
        pageHeight: 15,
        arePanelsShown: false,
        isPageShown: false,
      }),
      journeyStep('panelsToggled', { sideWidth: 70, pageHeight: 15, isPageShown: false }),
      journeyStep('pageToggled', { sideWidth: 70, pageHeight: 15 }),
      journeyStep('sideResized', { sideWidth: 15, pageHeight: 15 }, 'to the least'),
      journeyStep('pageResized', { sideWidth: 15, pageHeight: 85 }, 'to the most'),
    ],
  },
  {
    title: 'each panel explains itself until its line is hidden, and again when that is asked for',
    steps: [
      ...panels.flatMap((panel, index) => [
        journeyStep(`panel.${panel}`, { panel, hiddenHints: panels.slice(0, index) }),
        journeyStep('hintToggled', { panel, hiddenHints: panels.slice(0, index + 1) }),
      ]),
      journeyStep('hintToggled', { panel: 'changes', hiddenHints: panels.slice(0, -1) }),
    ],
  },
  {
    title: 'the keys can be switched off and on',
    steps: [journeyStep('keysToggled', { areKeysOn: false }), journeyStep('keysToggled', {})],
  },
];
