import type { Journey, JourneyStep } from '../../paths/index.ts';
import type { visualiserRunCases } from './visualiserRun.cases.ts';
import { pathKey, STEP_TIMED_OUT } from './visualiserRun.machine.ts';

const PATH = pathKey('scholarshipTerms', 'path 1, 2 steps');

const started: JourneyStep<typeof visualiserRunCases> = [
  'started: a path of two steps',
  'performing',
  { completedSteps: 0, isPauseRequested: false },
];
const state = { check: 'the page shows the state "shown"', problem: null };
const button = { check: 'the button "Hide Terms" is on', problem: null };
const checked = { results: [state, button] };
const firstStep: JourneyStep<typeof visualiserRunCases> = [
  'performStep: the panel is shown',
  'performing',
  { completedSteps: 1, checks: [checked], focused: 'button Hide Terms' },
];
const noRun = {
  run: null,
  completedSteps: 0,
  checks: [],
  focused: '',
  isPauseRequested: false,
  actualState: null,
  error: null,
};

export const visualiserRunJourneys: readonly Journey<typeof visualiserRunCases>[] = [
  {
    title: 'every step leads where it should',
    steps: [
      started,
      firstStep,
      [
        'performStep: the panel is hidden',
        'inactive.done',
        {
          completedSteps: 2,
          checks: [checked, checked],
          actualState: null,
          error: null,
          pathResults: { [PATH]: null },
        },
      ],
      ['dismissed: by its button', 'inactive.idle', { ...noRun, pathResults: { [PATH]: null } }],
      started,
    ],
  },
  {
    title: 'a run stops at a step that leads to another state, and reports that state',
    steps: [
      started,
      firstStep,
      [
        'performStep: the panel is shown',
        'inactive.failed',
        {
          completedSteps: 1,
          actualState: 'shown',
          error: null,
          pathResults: {
            [PATH]: 'stopped at step 2, "toggled: by the button": led to "shown", not to "hidden".',
          },
        },
      ],
      ['started: a path of two steps', 'performing', { completedSteps: 0, actualState: null }],
      [
        'performStep: the panel is hidden',
        'inactive.failed',
        {
          completedSteps: 0,
          actualState: 'hidden',
          pathResults: {
            [PATH]: 'stopped at step 1, "toggled: by the button": led to "hidden", not to "shown".',
          },
        },
      ],
      ['dismissed: by its button', 'inactive.idle', noRun],
    ],
  },
  {
    title: 'a run stops at a step whose state the page does not show, and says what is not seen',
    steps: [
      started,
      firstStep,
      [
        'performStep: the panel is shown and cannot be seen',
        'inactive.failed',
        { completedSteps: 1, actualState: 'shown' },
      ],
      started,
      [
        'performStep: the panel is shown and cannot be seen',
        'inactive.failed',
        {
          completedSteps: 0,
          actualState: null,
          error: 'The button "Hide Terms" is on the page, but not visible.',
          checks: [
            {
              results: [
                state,
                { ...button, problem: 'The button "Hide Terms" is on the page, but not visible.' },
              ],
            },
          ],
        },
      ],
      [
        'started: a path of two steps',
        'performing',
        { completedSteps: 0, checks: [], focused: '', error: null },
      ],
    ],
  },
  {
    title: 'a run stops at a step that cannot be performed, or that times out',
    steps: [
      started,
      [
        'performStep: cannot be done',
        'inactive.failed',
        { completedSteps: 0, actualState: null, error: 'The flow does not run on the page.' },
      ],
      started,
      [
        'after stepTimeout',
        'inactive.failed',
        { completedSteps: 0, actualState: null, error: STEP_TIMED_OUT },
      ],
    ],
  },
  {
    title: 'a run pauses after the current step, and continues step by step or at once',
    steps: [
      started,
      ['pauseRequested: by its button', 'performing', { completedSteps: 0, isPauseRequested: true }],
      [
        'performStep: the panel is shown',
        'paused',
        { completedSteps: 1, checks: [checked], isPauseRequested: true },
      ],
      ['stepped: by its button', 'performing', { completedSteps: 1, isPauseRequested: true }],
      ['performStep: the panel is hidden', 'inactive.done', { completedSteps: 2 }],
      started,
      ['pauseRequested: by its button', 'performing'],
      ['performStep: the panel is shown', 'paused'],
      ['resumed: by its button', 'performing', { completedSteps: 1, isPauseRequested: false }],
      ['performStep: cannot be done', 'inactive.failed'],
      started,
      ['pauseRequested: by its button', 'performing'],
      ['performStep: the panel is shown', 'paused'],
      ['dismissed: by its button', 'inactive.idle', noRun],
    ],
  },
  {
    title: 'the speed can be chosen at any time',
    steps: [
      ['paceChosen: fast', 'inactive.idle', { pace: 'fast' }],
      started,
      ['paceChosen: slow', 'performing', { pace: 'slow', completedSteps: 0 }],
      ['pauseRequested: by its button', 'performing'],
      ['performStep: the panel is shown', 'paused'],
      ['paceChosen: normal', 'paused', { pace: 'normal', completedSteps: 1 }],
    ],
  },
];
