import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { anyElement } from '../../machines/checks/focus.ts';
import { visualiserLinkCases } from '../../machines/visualiser/visualiserLink/visualiserLink.cases.ts';
import { visualiserRunCases } from '../../machines/visualiser/visualiserRun/visualiserRun.cases.ts';
import type { RunContext } from '../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { defineDriver } from './driver.ts';
import type { PageDriver } from './pageDriver.ts';

const { present, observed } = visualiserLinkCases.events;

const EARLIER = 'earlier load';

const PAUSED = { paused: 'scholarshipTerms' };

/** Presents the page with its flow; the environment is paused before the run begins. */
const presentPage = ({ channel }: PageDriver) =>
  channel.post({ type: 'present', ...present['a page'], ...PAUSED });

/** Reports an earlier load of the page late: until the page is presented again a run finds no flow in its tab. */
const reportEarlierLoad = ({ channel }: PageDriver) => {
  const earlier = observed['by the page, which is paused'];
  return channel.post({ type: 'observed', ...earlier, page: { ...earlier.page, id: EARLIER } });
};

const NOT_VISIBLE = 'The button "Hide Terms" is on the page, but not visible.';

const pressButton =
  (name: string) =>
  ({ user }: PageDriver) =>
    user.press(name);

/** Reports as the page does that the panel was toggled, with its new state. */
const reportToggled =
  (value: string) =>
  ({ channel }: PageDriver) => {
    const { entries, ...environment } = observed['by the page'];
    const moved = entries.map((entry) => ({ ...entry, snapshot: { ...entry.snapshot, value } }));
    return channel.post({ type: 'observed', ...environment, ...PAUSED, entries: moved });
  };

/** Answers the last check as the page does, whose flow the next step has to find. */
const reportChecked = (problem: string | null) => async (page: PageDriver) => {
  const { channel } = page;
  await reportEarlierLoad(page);
  const step = { flow: 'scholarshipTerms', step: '', results: [{ check: 'the button', problem }] };
  const found = { kind: 'check', check: await channel.lastCheck(), at: 1_060, focused: '', ...step };
  await channel.post({
    type: 'observed',
    ...observed['by the page'],
    ...PAUSED,
    entries: [],
    observations: [found],
  });
  await reportEarlierLoad(page);
};

/** The last check that was asked for, by the channel of its page. */
const lastChecks = new WeakMap<PageDriver['channel'], number>();

/** The channels whose page is left, so that it has no environment to restore. */
const channelsWithoutPage = new WeakSet<PageDriver['channel']>();

const leave =
  (page: string) =>
  async ({ channel }: PageDriver): Promise<void> => {
    await channel.post({ type: 'goodbye', page });
    channelsWithoutPage.add(channel);
  };

const reportEnded = ({ channel }: PageDriver) =>
  channel.post({ type: 'observed', ...observed['by the page, which is paused'] });

const expectSentence =
  (sentence: (context: RunContext) => string) =>
  async ({ user, screen }: PageDriver, snapshot: AnyMachineSnapshot): Promise<void> => {
    const context: RunContext = snapshot.context;
    await user.press('Test', 'tab');
    await screen.expectText(sentence(context));
    for (const pace of ['slow', 'normal', 'fast'])
      expect(await screen.attribute('button', pace, 'aria-pressed')).toBe(`${pace === context.pace}`);
  };

/**
 * Expects that the visualiser has restored the environment of the page, if there is one: the run itself finds it
 * paused.
 */
const expectRestored = async ({ channel }: PageDriver): Promise<void> => {
  if (channelsWithoutPage.has(channel)) return;
  await expect.poll(() => channel.countPosted('pause')).toBeGreaterThan(0);
};

const title = 'Path 1 on the page';
const progress = ({ completedSteps: done }: RunContext) => `${done} of 2 steps: ${title}`;

const expectProgress = async (page: PageDriver, snapshot: AnyMachineSnapshot): Promise<void> => {
  await expectSentence(progress)(page, snapshot);
  const { isPauseRequested }: RunContext = snapshot.context;
  const isOff = () => page.screen.attribute('button', 'Pause run', 'aria-disabled');
  await expect.poll(isOff).toBe(isPauseRequested ? 'true' : null);
};

export const visualiserRunDriver = defineDriver(visualiserRunCases, {
  page: '/visualiser/scholarshipTerms?preview=tab',
  events: {
    started: async (page) => {
      await presentPage(page);
      await reportEarlierLoad(page);
      channelsWithoutPage.delete(page.channel);
      await page.user.press('Run path 1 on the page');
    },
    pauseRequested: pressButton('Pause run'),
    resumed: pressButton('Resume run'),
    stepped: pressButton('Step'),
    dismissed: pressButton('Stop run'),
    paceChosen: ({ user }, { pace }) => user.press(pace),
  },
  // Its page answers before the button is pressed.
  untried: ['started'],
  outcomes: {
    findTarget: {
      'the flow runs': presentPage,
      'the page is left': leave(EARLIER),
    },
    sendStep: {
      'the panel is shown': reportToggled('shown'),
      'the panel is hidden': reportToggled('hidden'),
      'cannot be done': reportEnded,
    },
    checkPage: {
      'all is seen': reportChecked(null),
      'the button cannot be seen': reportChecked(NOT_VISIBLE),
      'the page is left': leave(observed['by the page'].page.id),
    },
  },
  // Each check of a state presses the tab of its panel.
  focus: anyElement,
  states: {
    'inactive.idle': async (page, snapshot, after) => {
      await expectSentence(() => 'Recording')(page, snapshot);
      if (after?.kind === 'event' && after.type === 'dismissed') await expectRestored(page);
    },
    'performing.finding': expectProgress,
    'performing.sending': expectProgress,
    'performing.checking': async (page, snapshot, after) => {
      const { channel } = page;
      if (after?.kind === 'outcome') {
        await expect.poll(channel.lastCheck).not.toBe(lastChecks.get(channel) ?? 0);
        lastChecks.set(channel, await channel.lastCheck());
      }
      await expectProgress(page, snapshot);
    },
    'performing.showing': expectProgress,
    paused: expectSentence(progress),
    'inactive.failed': async (page, snapshot) => {
      const stop = ({ run, completedSteps: done, error: problem }: RunContext) => {
        const step = run?.steps[done];
        return `stopped at step ${done + 1}, "${step?.name}": ${problem}`;
      };
      await expectSentence((context) => `${title}: ${stop(context)}`)(page, snapshot);
      await page.screen.expectText(`page ✗ ${stop(snapshot.context)}`);
      await expectRestored(page);
    },
    'inactive.done': async (page, snapshot) => {
      await expectSentence(() => `${title}: every step led where it should.`)(page, snapshot);
      await page.screen.expectText('page ✓ passed');
      await expectRestored(page);
    },
  },
});
