import type { AnyMachineSnapshot } from 'xstate';
import { visualiserLinkCases } from '../../machines/visualiserLink/visualiserLink.cases.ts';
import { visualiserRecorderCases } from '../../machines/visualiserRecorder/visualiserRecorder.cases.ts';
import type { RecorderContext } from '../../machines/visualiserRecorder/visualiserRecorder.machine.ts';
import { linkTo } from '../../src/visualiser/recordings.ts';
import { defineDriver } from './driver.ts';
import { on } from './focus.ts';
import type { Hands } from './hands.ts';

const { present, told } = visualiserLinkCases.events;
const PAGE = '/visualiser/scholarshipTerms?beside=tab';

const count = (steps: number) => `${steps} ${steps === 1 ? 'step' : 'steps'}`;
const press = (name: string) => (hands: Hands) => hands.press(name);
const contextOf = (snapshot: AnyMachineSnapshot): RecorderContext => snapshot.context;

export const visualiserRecorderDriver = defineDriver(visualiserRecorderCases, {
  page: PAGE,
  events: {
    recordPressed: async (hands) => {
      await hands.says({ type: 'present', ...present['a page'] });
      await hands.press('Recording', 'tab');
      await hands.press('Record');
    },
    happened: (hands) => hands.says({ type: 'told', ...told['by the page'] }),
    stopPressed: press('Stop'),
    discardPressed: press('Discard'),
    recordingOpened: async (hands, { recording }) => {
      await hands.open('/visualiser/messages');
      const [, fragment] = linkTo(recording, '').split('#');
      await hands.open(`${PAGE}#${fragment}`);
    },
  },
  outcomes: {},
  focus: on('recording', 'recordPressed', 'stopPressed', 'discardPressed'),
  states: {
    off: async (hands, _, after) => {
      if (after) await hands.sees('Open a recording');
    },
    recording: async (hands, snapshot) => {
      await hands.sees(`Recording: ${count(contextOf(snapshot).happenings.length)}`);
      await hands.seesButton('Stop', { press: true });
    },
    kept: async (hands, snapshot) => {
      const { opened, happenings } = contextOf(snapshot);
      await hands.sees(`${count(opened?.steps.length ?? happenings.length)} on /knowmore`);
      await hands.seesButton('Replay on the page', { press: true });
      await hands.seesButton('Save as a file', { press: true });
    },
  },
});
