import type { Journey, JourneyStep } from '../../paths/index.ts';
import type { visualiserRunCases } from './visualiserRun.cases.ts';
import { pathKey, STEP_TIMED_OUT } from './visualiserRun.machine.ts';

const PATH = pathKey('scholarshipTerms', 'path 1, 2 steps');

type Step = JourneyStep<typeof visualiserRunCases>;

const FINDING = 'performing.finding';
/** The context with which a run begins, and that is left of it after it is dismissed. */
const fresh = {
  completedSteps: 0,
  target: null,
  reached: [],
  isPauseRequested: false,
  focused: '',
  error: null,
};
const started: Step = ['started: a path of two steps', FINDING, fresh];

const found: Step = ['findTarget: the flow runs', 'performing.sending', { target: { page: 'first load' } }];
const shown: Step[] = [
  found,
  ['sendStep: the panel is shown', 'performing.checking', { reached: [{ page: 'first load' }] }],
];
const hidden: Step[] = [found, ['sendStep: the panel is hidden', 'performing.checking']];
const seen: Step = [
  'checkPage: all is seen',
  'performing.showing',
  { focused: 'button Hide Terms', error: null },
];
const firstStep: Step[] = [
  ...shown,
  seen,
  ['after normalPause', FINDING, { completedSteps: 1, focused: 'button Hide Terms' }],
];
const noRun = { ...fresh, run: null };

const NOT_VISIBLE = 'The button "Hide Terms" is on the page, but not visible.';

export const visualiserRunJourneys: readonly Journey<typeof visualiserRunCases>[] = [
  {
    title: 'every step leads where it should',
    steps: [
      started,
      ...firstStep,
      ...hidden,
      ['checkPage: all is seen', 'performing.showing', { completedSteps: 2 }],
      ['after normalPause', 'inactive.done', { error: null, pathResults: { [PATH]: null } }],
      ['dismissed: by its button', 'inactive.idle', { ...noRun, pathResults: { [PATH]: null } }],
      started,
    ],
  },
  {
    title: 'a run stops at a step that leads to another state, and reports that state',
    steps: [
      started,
      ...firstStep,
      found,
      [
        'sendStep: the panel is shown',
        'inactive.failed',
        {
          completedSteps: 1,
          error: 'led to "shown", not to "hidden".',
          pathResults: {
            [PATH]: 'stopped at step 2, "toggled: by the button": led to "shown", not to "hidden".',
          },
        },
      ],
      started,
      found,
      [
        'sendStep: the panel is hidden',
        'inactive.failed',
        {
          completedSteps: 0,
          error: 'led to "hidden", not to "shown".',
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
      ...shown,
      [
        'checkPage: the button cannot be seen',
        'inactive.failed',
        {
          completedSteps: 0,
          error: NOT_VISIBLE,
        },
      ],
      started,
    ],
  },
  {
    title: 'a run stops at a step that cannot be performed or checked, or that times out',
    steps: [
      started,
      ['findTarget: the page is left', 'inactive.failed', { error: 'The page was left.' }],
      started,
      ['after findTimeout', 'inactive.failed', { error: 'The flow does not run on the page.' }],
      started,
      found,
      [
        'sendStep: cannot be done',
        'inactive.failed',
        { completedSteps: 0, error: 'The flow does not run on the page.' },
      ],
      started,
      found,
      ['after stepTimeout', 'inactive.failed', { completedSteps: 0, error: STEP_TIMED_OUT }],
      started,
      ...shown,
      ['checkPage: the page is left', 'inactive.failed', { error: 'The page was left.' }],
      started,
      ...shown,
      ['after checkTimeout', 'inactive.failed', { completedSteps: 0, error: STEP_TIMED_OUT }],
      ['dismissed: by its button', 'inactive.idle', noRun],
    ],
  },
  {
    title: 'a run pauses after the current step, and continues step by step or at once',
    steps: [
      started,
      ['pauseRequested: by its button', FINDING, { completedSteps: 0, isPauseRequested: true }],
      ...shown,
      seen,
      ['after normalPause', 'paused', { completedSteps: 1, isPauseRequested: true }],
      ['stepped: by its button', FINDING, { completedSteps: 1, isPauseRequested: true }],
      ...hidden,
      seen,
      ['after normalPause', 'inactive.done', { completedSteps: 2 }],
      started,
      ...shown,
      seen,
      ['pauseRequested: by its button', 'performing.showing'],
      ['after normalPause', 'paused'],
      ['resumed: by its button', FINDING, { completedSteps: 1, isPauseRequested: false }],
      found,
      ['sendStep: cannot be done', 'inactive.failed'],
      started,
      ['pauseRequested: by its button', FINDING],
      ...shown,
      seen,
      ['after normalPause', 'paused'],
      ['dismissed: by its button', 'inactive.idle', noRun],
    ],
  },
  {
    title: 'the speed can be chosen at any time, and a fast run makes no pause',
    steps: [
      ['paceChosen: fast', 'inactive.idle', { pace: 'fast' }],
      started,
      ...shown,
      ['checkPage: all is seen', FINDING, { completedSteps: 1 }],
      ...hidden,
      ['checkPage: all is seen', 'inactive.done', { completedSteps: 2 }],
      started,
      ['paceChosen: slow', FINDING, { pace: 'slow', completedSteps: 0 }],
      ...shown,
      seen,
      ['paceChosen: normal', 'performing.showing', { pace: 'normal', completedSteps: 1 }],
      ['after normalPause', FINDING],
      ['paceChosen: slow', FINDING],
      ...hidden,
      seen,
      ['after normalPause', 'performing.showing'],
      ['after slowPause', 'inactive.done', { completedSteps: 2 }],
    ],
  },
];
