import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { firstOf, movedTo } from '../../machines/checks/focus.ts';
import { visualiserLinkCases } from '../../machines/visualiser/visualiserLink/visualiserLink.cases.ts';
import { visualiserRecorderCases } from '../../machines/visualiser/visualiserRecorder/visualiserRecorder.cases.ts';
import type { RecorderContext } from '../../machines/visualiser/visualiserRecorder/visualiserRecorder.machine.ts';
import { recordingUrl } from '../../src/visualiser/tool/storage/index.ts';
import { defineDriver } from './driver.ts';
import type { PageDriver } from './pageDriver.ts';

const { present, observed } = visualiserLinkCases.events;
const PAGE = '/visualiser/scholarshipTerms?preview=tab';

const stepCount = (steps: number) => `${steps} ${steps === 1 ? 'step' : 'steps'}`;
const pressButton =
  (name: string) =>
  ({ user }: PageDriver) =>
    user.press(name);
const contextOf = (snapshot: AnyMachineSnapshot): RecorderContext => snapshot.context;

export const visualiserRecorderDriver = defineDriver(visualiserRecorderCases, {
  page: PAGE,
  events: {
    recordingStarted: async ({ channel, user }) => {
      await channel.post({ type: 'present', ...present['a page'] });
      await user.press('Rec');
      await user.press('Test', 'tab');
    },
    transitionObserved: ({ channel }) => channel.post({ type: 'observed', ...observed['by the page'] }),
    recordingStopped: pressButton('Rec'),
    recordingDiscarded: pressButton('Discard'),
    recordingOpened: async ({ browser, screen }, { recording }) => {
      await browser.open('/visualiser/messages');
      const [, fragment] = (await recordingUrl(recording, '')).split('#');
      await browser.open(`${PAGE}#${fragment}`);
      // The link is decompressed, which takes a moment.
      await expect.poll(() => screen.state()).toBe('recorded');
    },
    comparedOpened: async ({ user }, { recording }) => {
      await user.press('Compare', 'tab');
      await user.upload(
        'Compare with the file of another recording',
        'recorded.json',
        JSON.stringify(recording),
      );
      await user.press('Test', 'tab');
    },
  },
  // One button starts and stops a recording.
  untried: ['recordingStarted', 'recordingStopped'],
  outcomes: {},
  focus: firstOf(
    movedTo('recording', 'recordingDiscarded'),
    movedTo('button Rec', 'recordingStopped'),
    movedTo('inspector-tabs-tab-test', 'recordingStarted'),
  ),
  states: {
    idle: async ({ screen }, _, after) => {
      if (after) await screen.expectText('Open a recording');
    },
    recording: async ({ screen }, snapshot) => {
      await screen.expectText(`Recording: ${stepCount(contextOf(snapshot).observedTransitions.length)}`);
      await screen.expectButton('Rec', { isEnabled: true });
    },
    recorded: async ({ screen }, snapshot) => {
      const { opened, observedTransitions } = contextOf(snapshot);
      await screen.expectText(
        `${stepCount(opened?.steps.length ?? observedTransitions.length)} on /knowmore`,
      );
      await screen.expectButton('Replay on the page', { isEnabled: true });
      await screen.expectButton('Save as a file', { isEnabled: true });
    },
  },
});
