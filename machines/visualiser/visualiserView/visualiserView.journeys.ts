import type { Journey, JourneyStep } from '../../paths/index.ts';
import type { visualiserViewCases } from './visualiserView.cases.ts';
import { initialView, inspectorTabs, previewSizes, type ViewContext } from './visualiserView.machine.ts';

const watch = { flow: 'scholarshipTerms', expression: 'context', isLane: false };

type Shown = Partial<ViewContext> & { inspector?: string; preview?: string };

const journeyStep = (
  step: JourneyStep<typeof visualiserViewCases>[0],
  { inspector = 'now', preview = 'phone', ...context }: Shown,
): JourneyStep<typeof visualiserViewCases> => [
  step,
  `inspector.${inspector} | preview.${preview}`,
  { ...initialView, ...context },
];

/** Scenarios of the view: each choice changes only its own part. */
export const visualiserViewJourneys: readonly Journey<typeof visualiserViewCases>[] = [
  {
    title: 'each tab of the inspector can be chosen, also the current one',
    steps: [...inspectorTabs, ...inspectorTabs].flatMap((inspector) => [
      journeyStep(`inspector.${inspector}: by its button`, { inspector }),
      journeyStep(`inspector.${inspector}: by its button`, { inspector }),
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
      journeyStep('optionToggled: outline', { isOutline: true }),
      journeyStep('inspector.test: by its button', { inspector: 'test', isOutline: true }),
      journeyStep('optionToggled: outline', { inspector: 'test' }),
    ],
  },
  {
    title: 'typed values are masked and actions hidden by default',
    steps: [
      journeyStep('optionToggled: values', { areValuesShown: true }),
      journeyStep('optionToggled: actions', { areValuesShown: true, areActionsShown: true }),
      journeyStep('optionToggled: values', { areActionsShown: true }),
      journeyStep('optionToggled: actions', {}),
    ],
  },
  {
    title: 'the keys can be switched off and on',
    steps: [journeyStep('optionToggled: keys', { areKeysOn: false }), journeyStep('optionToggled: keys', {})],
  },
  {
    title: 'one expression at a time is watched, as a lane too',
    steps: [
      journeyStep('watched: the whole context', { watch }),
      journeyStep('laneToggled: by its button', { watch: { ...watch, isLane: true } }),
      journeyStep('watched: the whole context', { watch: { ...watch, isLane: true } }),
      journeyStep('watchEnded: by its button', {}),
      journeyStep('watched: the whole context', { watch }),
    ],
  },
];
