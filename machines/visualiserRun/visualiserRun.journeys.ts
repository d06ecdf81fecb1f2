import type { Journey, Leg } from '../paths/journey.ts';
import { NO_ANSWER } from './visualiserRun.machine.ts';

const started: Leg = ['started: a path of two steps', 'performing', { done: 0, isHalting: false }];
const first: Leg = ['performLeg: the panel is shown', 'performing', { done: 1 }];
const nothing = { run: null, done: 0, isHalting: false, found: null, problem: null };

export const visualiserRunJourneys: readonly Journey[] = [
  {
    title: 'every step leads where it should',
    legs: [
      started,
      first,
      ['performLeg: the panel is hidden', 'resting.done', { done: 2, found: null, problem: null }],
      ['dismissed: by its button', 'resting.idle', nothing],
      started,
    ],
  },
  {
    title: 'stops at the step that leads elsewhere, and says where',
    legs: [
      started,
      first,
      ['performLeg: the panel is shown', 'resting.failed', { done: 1, found: 'shown', problem: null }],
      ['started: a path of two steps', 'performing', { done: 0, found: null }],
      ['performLeg: the panel is hidden', 'resting.failed', { done: 0, found: 'hidden' }],
      ['dismissed: by its button', 'resting.idle', nothing],
    ],
  },
  {
    title: 'stops at the step that cannot be done, or that the page says nothing of',
    legs: [
      started,
      [
        'performLeg: cannot be done',
        'resting.failed',
        { done: 0, found: null, problem: 'The flow does not run on the page.' },
      ],
      started,
      ['after legTimeout', 'resting.failed', { done: 0, found: null, problem: NO_ANSWER }],
    ],
  },
  {
    title: 'halts after the step that is under way, and goes on step by step or at once',
    legs: [
      started,
      ['haltPressed: by its button', 'performing', { done: 0, isHalting: true }],
      ['performLeg: the panel is shown', 'halted', { done: 1, isHalting: true }],
      ['stepped: by its button', 'performing', { done: 1, isHalting: true }],
      ['performLeg: the panel is hidden', 'resting.done', { done: 2 }],
      started,
      ['haltPressed: by its button', 'performing'],
      ['performLeg: the panel is shown', 'halted'],
      ['resumed: by its button', 'performing', { done: 1, isHalting: false }],
      ['performLeg: cannot be done', 'resting.failed'],
      started,
      ['haltPressed: by its button', 'performing'],
      ['performLeg: the panel is shown', 'halted'],
      ['dismissed: by its button', 'resting.idle', nothing],
    ],
  },
  {
    title: 'the speed can be chosen at any time',
    legs: [
      ['paceChosen: fast', 'resting.idle', { pace: 'fast' }],
      started,
      ['paceChosen: slow', 'performing', { pace: 'slow', done: 0 }],
      ['haltPressed: by its button', 'performing'],
      ['performLeg: the panel is shown', 'halted'],
      ['paceChosen: normal', 'halted', { pace: 'normal', done: 1 }],
    ],
  },
];
