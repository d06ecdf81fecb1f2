import type { Journey, JourneyStep } from '../../paths/index.ts';
import type { visualiserViewCases } from './visualiserView.cases.ts';
import { initialView, panels, previewSizes, type ViewContext } from './visualiserView.machine.ts';

type Shown = Partial<ViewContext> & { panel?: string; preview?: string };

const journeyStep = (
  step: JourneyStep<typeof visualiserViewCases>[0],
  { panel = 'events', preview = 'phone', ...context }: Shown,
): JourneyStep<typeof visualiserViewCases> => [
  step,
  `panel.${panel} | preview.${preview}`,
  { ...initialView, ...context },
];

/** Scenarios of the view: each choice changes only what was chosen. */
export const visualiserViewJourneys: readonly Journey<typeof visualiserViewCases>[] = [
  {
    title: 'each panel can be chosen, also the current one',
    steps: [...panels, ...panels].flatMap((panel) => [
      journeyStep(`panel.${panel}: by its button`, { panel }),
      journeyStep(`panel.${panel}: by its button`, { panel }),
    ]),
  },
  {
    title: 'the preview has a size, or the page is in another tab',
    steps: [...previewSizes, ...previewSizes].flatMap((preview) => [
      journeyStep(`preview.${preview}: by its button`, { preview }),
      journeyStep(`preview.${preview}: by its button`, { preview }),
    ]),
  },
  {
    title: 'the chart or its outline is shown',
    steps: [
      journeyStep('chartChosen: by its button', {}),
      journeyStep('outlineChosen: by its button', { isOutline: true }),
      journeyStep('outlineChosen: by its button', { isOutline: true }),
      journeyStep('panel.log: by its button', { panel: 'log', isOutline: true }),
      journeyStep('chartChosen: by its button', { panel: 'log' }),
    ],
  },
  {
    title: 'typed values are masked and actions hidden by default',
    steps: [
      journeyStep('valuesToggled: by its button', { areValuesShown: true }),
      journeyStep('actionsToggled: by its button', { areValuesShown: true, areActionsShown: true }),
      journeyStep('valuesToggled: by its button', { areActionsShown: true }),
      journeyStep('actionsToggled: by its button', {}),
    ],
  },
  {
    title: 'page and panels can be put away, and are as large as they were afterwards',
    steps: [
      journeyStep('chartChosen: by its button', { sideWidth: 22, pageHeight: 55 }),
      journeyStep('sideResized: to the most', { sideWidth: 70 }),
      journeyStep('pageResized: to the least', { sideWidth: 70, pageHeight: 15 }),
      journeyStep('panelsToggled: by its button', { sideWidth: 70, pageHeight: 15, arePanelsShown: false }),
      journeyStep('pageToggled: by its button', {
        sideWidth: 70,
        pageHeight: 15,
        arePanelsShown: false,
        isPageShown: false,
      }),
      journeyStep('panelsToggled: by its button', { sideWidth: 70, pageHeight: 15, isPageShown: false }),
      journeyStep('pageToggled: by its button', { sideWidth: 70, pageHeight: 15 }),
      journeyStep('sideResized: to the least', { sideWidth: 15, pageHeight: 15 }),
      journeyStep('pageResized: to the most', { sideWidth: 15, pageHeight: 85 }),
    ],
  },
  {
    title: 'each panel explains itself until its line is hidden, and again when that is asked for',
    steps: [
      ...panels.flatMap((panel, index) => [
        journeyStep(`panel.${panel}: by its button`, { panel, hiddenHints: panels.slice(0, index) }),
        journeyStep('hintToggled: by its button', { panel, hiddenHints: panels.slice(0, index + 1) }),
      ]),
      journeyStep('hintToggled: by its button', { panel: 'changes', hiddenHints: panels.slice(0, -1) }),
    ],
  },
  {
    title: 'the keys can be switched off and on',
    steps: [
      journeyStep('keysToggled: by its button', { areKeysOn: false }),
      journeyStep('keysToggled: by its button', {}),
    ],
  },
];
