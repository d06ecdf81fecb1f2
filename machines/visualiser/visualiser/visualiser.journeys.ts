import type { Journey, JourneyStep } from '../../paths/index.ts';
import { visualiserLinkCases } from '../visualiserLink/visualiserLink.cases.ts';
import { visualiserCases } from './visualiser.cases.ts';

type Step = JourneyStep<typeof visualiserCases>;

/** A step that leaves the address read, with what runs afterwards and what the context then has. */
const step = (name: Step[0], runs: 'idle' | 'running', context: Step[2] = {}): Step => [
  name,
  `link | messages | environment | recorder | stop | address.read | runs.${runs}`,
  context,
];

/** Scenarios of the visualiser as a whole. */
export const visualiserJourneys: readonly Journey<typeof visualiserCases>[] = [
  {
    title: 'runs that are requested together wait for each other, until they are stopped',
    steps: [
      step('readAddress: nothing in it', 'idle'),
      step('runsRequested: two runs to one', 'running', {
        next: [visualiserCases.events.runsRequested['two runs to one'].runs[1]],
      }),
      step('runsStopped: by its button', 'running', { next: [] }),
      step('runDismissed: by its button', 'idle'),
    ],
  },
  {
    title: 'a failure in the address is run at once, and its dismissal ends it',
    steps: [
      step('readAddress: a failure in it', 'running', { openProblem: null }),
      step('runDismissed: by its button', 'idle'),
    ],
  },
  {
    title: 'a page stops once where it was to stop, and is no longer stopped when it goes on',
    steps: [
      step('readAddress: nothing in it', 'idle'),
      step('reported: a page', 'idle', {
        followed: {
          id: 'first load',
          tab: 'one tab',
          path: '/knowmore',
          title: 'Scholarship',
          isPaused: false,
        },
      }),
      step('stopChosen: at a state', 'idle', { stoppedAt: null }),
      step('reported: a transition of the page', 'idle', {
        stop: null,
        stoppedAt: {
          stop: { flow: 'scholarshipTerms', id: 'scholarshipTerms.shown', state: 'shown' },
          entry: visualiserLinkCases.events.observed['by the page'].entries[0],
        },
      }),
      step('reported: a page that is paused', 'idle'),
      step('reported: a transition of the page', 'idle', { stoppedAt: null }),
    ],
  },
];
