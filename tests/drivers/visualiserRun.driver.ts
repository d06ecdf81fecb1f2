import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { visualiserLinkCases } from '../../machines/visualiserLink/visualiserLink.cases.ts';
import { visualiserRunCases } from '../../machines/visualiserRun/visualiserRun.cases.ts';
import type { RunContext } from '../../machines/visualiserRun/visualiserRun.types.ts';
import { defineDriver } from './driver.ts';
import { anyElement } from './focus.ts';
import type { Hands } from './hands.ts';

const { present, observed } = visualiserLinkCases.events;

/** The page does as it is told before the run begins. */
const pausedPage = { paused: 'scholarshipTerms' };

/** The longest time that a state is shown before the next step. Milliseconds. */
const LONGEST_PAUSE = 1_500;

const pressButton = (name: string) => (hands: Hands) => hands.press(name);

/** The page says that the panel was toggled, and what it shows now. */
const reportToggled = (value: string) => async (hands: Hands) => {
  const { entries, ...world } = observed['by the page'];
  const moved = entries.map((entry) => ({ ...entry, snapshot: { ...entry.snapshot, value } }));
  await hands.says({ type: 'observed', ...world, ...pausedPage, entries: moved });
  await hands.pass(LONGEST_PAUSE);
};

const reportEnded = (hands: Hands) =>
  hands.says({ type: 'observed', ...observed['by the page, which is paused'] });

const expectSentence =
  (sentence: (context: RunContext) => string) =>
  async (hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> => {
    const context: RunContext = snapshot.context;
    await hands.press('Paths', 'tab');
    await hands.sees(sentence(context));
    for (const pace of ['slow', 'normal', 'fast'])
      expect(await hands.attribute('button', pace, 'aria-pressed')).toBe(`${pace === context.pace}`);
  };

const title = 'Path 1 on the page';
const progress = ({ completedSteps: done }: RunContext) => `${title}: ${done} of 2 steps`;

export const visualiserRunDriver = defineDriver(visualiserRunCases, {
  page: '/visualiser/scholarshipTerms?preview=tab',
  events: {
    started: async (hands) => {
      await hands.says({ type: 'present', ...present['a page'], ...pausedPage });
      await hands.press('Run path 1 on the page');
    },
    pauseRequested: pressButton('Pause'),
    resumed: pressButton('Resume'),
    stepped: pressButton('One step'),
    dismissed: pressButton('Dismiss'),
    paceChosen: (hands, { pace }) => hands.press(pace),
  },
  outcomes: {
    performStep: {
      'the panel is shown': reportToggled('shown'),
      'the panel is hidden': reportToggled('hidden'),
      'cannot be done': reportEnded,
    },
  },
  // To see a state, its panel is chosen first.
  focus: anyElement,
  states: {
    'inactive.idle': expectSentence(() => 'Nothing is run.'),
    performing: async (hands, snapshot, after) => {
      await expectSentence(progress)(hands, snapshot);
      const { isPauseRequested }: RunContext = snapshot.context;
      const isOff = () => hands.attribute('button', 'Pause', 'aria-disabled');
      if (after) await expect.poll(isOff).toBe(isPauseRequested ? 'true' : null);
    },
    paused: expectSentence(progress),
    'inactive.failed': expectSentence(({ run, completedSteps: done, actualState: found, error: problem }) => {
      const step = run?.steps[done];
      const what = found === null ? problem : `led to "${found}", not to "${step?.state}".`;
      return `${title}: stopped at step ${done + 1}, "${step?.name}": ${what}`;
    }),
    'inactive.done': expectSentence(() => `${title}: every step led where it should.`),
  },
});
