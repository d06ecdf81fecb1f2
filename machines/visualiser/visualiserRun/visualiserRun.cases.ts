import type { Cases } from '../../paths/index.ts';
import type { visualiserRunActors, visualiserRunMachine } from './visualiserRun.machine.ts';
import type { Reached, Run, Target } from './visualiserRun.types.ts';

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

const target: Target = { page: 'first load', session: 'x:1', actor: null };

const reached = (value: string): Reached => ({
  page: target.page,
  entry: 1,
  snapshot: { status: 'active', value, context: {}, children: {} },
});

const stateShown = { check: 'the page shows the state "shown"', problem: null };
const button = 'the button "Hide Terms" is on';
const problem = 'The button "Hide Terms" is on the page, but not visible.';

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
    findTarget: {
      'the flow runs': { output: target },
      'the page is left': { error: new Error('The page was left.') },
    },
    sendStep: {
      'the panel is shown': { output: reached('shown') },
      'the panel is hidden': { output: reached('hidden') },
      'cannot be done': { error: new Error('The flow does not run on the page.') },
    },
    checkPage: {
      'all is seen': {
        output: { results: [stateShown, { check: button, problem: null }], focused: 'button Hide Terms' },
      },
      'the button cannot be seen': {
        output: { results: [stateShown, { check: button, problem }], focused: '' },
      },
      'the page is left': { error: new Error('The page was left.') },
    },
  },
  project: ({ run, completedSteps, pace, isPauseRequested }) => ({
    steps: run?.steps.length ?? 0,
    completedSteps,
    pace,
    isPauseRequested,
  }),
} satisfies Cases<typeof visualiserRunMachine, typeof visualiserRunActors>;
