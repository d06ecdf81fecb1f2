import type { AnyMachineSnapshot } from 'xstate';
import { visualiserLinkCases } from '../../machines/visualiserLink/visualiserLink.cases.ts';
import { visualiserRecorderCases } from '../../machines/visualiserRecorder/visualiserRecorder.cases.ts';
import type { RecorderContext } from '../../machines/visualiserRecorder/visualiserRecorder.machine.ts';
import { recordingUrl } from '../../src/visualiser/recordings.ts';
import { defineDriver } from './driver.ts';
import { movedTo } from './focus.ts';
import type { Hands } from './hands.ts';

const { present, observed } = visualiserLinkCases.events;
const PAGE = '/visualiser/scholarshipTerms?preview=tab';

const stepCount = (steps: number) => `${steps} ${steps === 1 ? 'step' : 'steps'}`;
const pressButton = (name: string) => (hands: Hands) => hands.press(name);
const contextOf = (snapshot: AnyMachineSnapshot): RecorderContext => snapshot.context;

export const visualiserRecorderDriver = defineDriver(visualiserRecorderCases, {
  page: PAGE,
  events: {
    recordingStarted: async (hands) => {
      await hands.says({ type: 'present', ...present['a page'] });
      await hands.press('Recording', 'tab');
      await hands.press('Record');
    },
    transitionObserved: (hands) => hands.says({ type: 'observed', ...observed['by the page'] }),
    recordingStopped: pressButton('Stop'),
    recordingDiscarded: pressButton('Discard'),
    recordingOpened: async (hands, { recording }) => {
      await hands.open('/visualiser/messages');
      const [, fragment] = recordingUrl(recording, '').split('#');
      await hands.open(`${PAGE}#${fragment}`);
    },
  },
  outcomes: {},
  focus: movedTo('recording', 'recordingStarted', 'recordingStopped', 'recordingDiscarded'),
  states: {
    idle: async (hands, _, after) => {
      if (after) await hands.sees('Open a recording');
    },
    recording: async (hands, snapshot) => {
      await hands.sees(`Recording: ${stepCount(contextOf(snapshot).observedTransitions.length)}`);
      await hands.seesButton('Stop', { press: true });
    },
    recorded: async (hands, snapshot) => {
      const { opened, observedTransitions } = contextOf(snapshot);
      await hands.sees(`${stepCount(opened?.steps.length ?? observedTransitions.length)} on /knowmore`);
      await hands.seesButton('Replay on the page', { press: true });
      await hands.seesButton('Save as a file', { press: true });
    },
  },
});
