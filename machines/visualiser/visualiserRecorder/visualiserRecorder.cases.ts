import type { Cases } from '../../paths/index.ts';
import type { ObservedTransition, Recording } from '../recording.ts';
import { persistedSnapshot } from '../visualiserLink/visualiserLink.cases.ts';
import type { visualiserRecorderMachine } from './visualiserRecorder.machine.ts';

const toggled: ObservedTransition = {
  before: persistedSnapshot('hidden'),
  event: { type: 'toggled' },
  after: persistedSnapshot('shown'),
};

const recording: Recording = {
  flow: 'scholarshipTerms',
  path: '/knowmore',
  start: null,
  steps: [
    { name: 'toggled: by the button', state: 'shown' },
    { name: 'toggled: by the button', state: 'hidden' },
  ],
};

/** Event cases of the recorder, which records the scholarship's terms panel. */
export const visualiserRecorderCases = {
  events: {
    recordingStarted: { 'by its button': { flow: 'scholarshipTerms', path: '/knowmore' } },
    transitionObserved: { 'to the flow': { transition: toggled } },
    recordingStopped: { 'by its button': {} },
    recordingDiscarded: { 'by its button': {} },
    recordingOpened: { 'from a link': { recording } },
    comparedOpened: { 'from a file': { recording: { ...recording, steps: recording.steps.slice(0, 1) } } },
  },
  outcomes: {},
  project: ({ flow, observedTransitions, opened, compared }) => ({
    flow,
    observedTransitions: observedTransitions.length,
    opened: opened !== null,
    compared: compared !== null,
  }),
} satisfies Cases<typeof visualiserRecorderMachine, Record<never, never>>;
