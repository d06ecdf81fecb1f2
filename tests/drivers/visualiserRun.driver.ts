import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { visualiserLinkCases } from '../../machines/visualiserLink/visualiserLink.cases.ts';
import { visualiserRunCases } from '../../machines/visualiserRun/visualiserRun.cases.ts';
import type { RunContext } from '../../machines/visualiserRun/visualiserRun.types.ts';
import { defineDriver } from './driver.ts';
import { anywhere } from './focus.ts';
import type { Hands } from './hands.ts';

const { present, told } = visualiserLinkCases.events;

/** The page does as it is told before the run begins. */
const held = { held: 'scholarshipTerms' };

/** The longest time that a state is shown before the next step. Milliseconds. */
const REST = 1_500;

const press = (name: string) => (hands: Hands) => hands.press(name);

/** The page says that the panel was toggled, and what it shows now. */
const toggled = (value: string) => async (hands: Hands) => {
  const { entries, ...world } = told['by the page'];
  const moved = entries.map((entry) => ({ ...entry, pose: { ...entry.pose, value } }));
  await hands.says({ type: 'told', ...world, ...held, entries: moved });
  await hands.pass(REST);
};

const ended = (hands: Hands) => hands.says({ type: 'told', ...told['by the page, which is held'] });

const seen =
  (sentence: (context: RunContext) => string) =>
  async (hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> => {
    const context: RunContext = snapshot.context;
    await hands.press('Paths', 'tab');
    await hands.sees(sentence(context));
    for (const pace of ['slow', 'normal', 'fast'])
      expect(await hands.attribute('button', pace, 'aria-pressed')).toBe(`${pace === context.pace}`);
  };

const title = 'Path 1 on the page';
const progress = ({ done }: RunContext) => `${title}: ${done} of 2 steps`;

export const visualiserRunDriver = defineDriver(visualiserRunCases, {
  page: '/visualiser/scholarshipTerms?beside=tab',
  events: {
    started: async (hands) => {
      await hands.says({ type: 'present', ...present['a page'], ...held });
      await hands.press('Run path 1 on the page');
    },
    haltPressed: press('Halt'),
    resumed: press('Go on'),
    stepped: press('One step'),
    dismissed: press('Dismiss'),
    paceChosen: (hands, { pace }) => hands.press(pace),
  },
  outcomes: {
    performLeg: {
      'the panel is shown': toggled('shown'),
      'the panel is hidden': toggled('hidden'),
      'cannot be done': ended,
    },
  },
  // To see a state, its panel is chosen first.
  focus: anywhere,
  states: {
    'resting.idle': seen(() => 'Nothing is run.'),
    performing: async (hands, snapshot, after) => {
      await seen(progress)(hands, snapshot);
      const { isHalting }: RunContext = snapshot.context;
      const isOff = () => hands.attribute('button', 'Halt', 'aria-disabled');
      if (after) await expect.poll(isOff).toBe(isHalting ? 'true' : null);
    },
    halted: seen(progress),
    'resting.failed': seen(({ run, done, found, problem }) => {
      const leg = run?.legs[done];
      const what = found === null ? problem : `led to "${found}", not to "${leg?.state}".`;
      return `${title}: stopped at step ${done + 1}, "${leg?.name}": ${what}`;
    }),
    'resting.done': seen(() => `${title}: every step led where it should.`),
  },
});
