import type { Cases } from '../../paths/index.ts';
import type { visualiserRunActors, visualiserRunMachine } from './visualiserRun.machine.ts';
import type { Run, StepResult } from './visualiserRun.types.ts';

const toggled = { kind: 'event', event: { type: 'toggled' } } as const;

const run: Run = {
  title: 'Path 1 on the page',
  flow: 'scholarshipTerms',
  tab: 'one tab',
  path: 'path 1, 2 steps',
  steps: [
    {
      name: 'toggled: by the button',
      command: toggled,
      state: 'shown',
      transitions: ['scholarshipTerms.hidden · toggled'],
    },
    {
      name: 'toggled: by the button',
      command: toggled,
      state: 'hidden',
      transitions: ['scholarshipTerms.shown · toggled'],
    },
  ],
};

const shown: StepResult = {
  state: 'shown',
  checks: {
    entry: 1,
    results: [
      { check: 'the page shows the state "shown"', problem: null },
      { check: 'the button "Hide Terms" is on', problem: null },
    ],
  },
  focused: 'button Hide Terms',
};

const notVisible = {
  check: 'the button "Hide Terms" is on',
  problem: 'The button "Hide Terms" is on the page, but not visible.',
};

/** Event cases and outcomes of a run of the one path of the scholarship's terms panel. */
export const visualiserRunCases = {
  events: {
    started: { 'a path of two steps': { run } },
    pauseRequested: { 'by its button': {} },
    resumed: { 'by its button': {} },
    stepped: { 'by its button': {} },
    dismissed: { 'by its button': {} },
    paceChosen: { slow: { pace: 'slow' }, normal: { pace: 'normal' }, fast: { pace: 'fast' } },
  },
  outcomes: {
    performStep: {
      'the panel is shown': { output: shown },
      'the panel is hidden': { output: { ...shown, state: 'hidden' } },
      'the panel is shown and cannot be seen': {
        output: {
          ...shown,
          checks: { entry: 1, results: [...shown.checks.results.slice(0, 1), notVisible] },
        },
      },
      'cannot be done': { error: new Error('The flow does not run on the page.') },
    },
  },
  project: ({ run, completedSteps, pace, isPauseRequested }) => ({
    steps: run?.steps.length ?? 0,
    completedSteps,
    pace,
    isPauseRequested,
  }),
} satisfies Cases<typeof visualiserRunMachine, typeof visualiserRunActors>;
