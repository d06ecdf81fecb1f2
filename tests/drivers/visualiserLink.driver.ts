import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { firstOf, movedTo, unchanged } from '../../machines/checks/focus.ts';
import { visualiserLinkCases } from '../../machines/visualiser/visualiserLink/visualiserLink.cases.ts';
import { missingMicrosteps } from '../../machines/visualiser/visualiserLink/visualiserLink.rules.ts';
import type { LinkContext, PageInfo } from '../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { defineDriver } from './driver.ts';
import type { PageDriver } from './pageDriver.ts';

const PAGE = '/visualiser/scholarshipTerms?preview=tab';

const SHARED = 'Another visualiser is open: both can steer the same page.';

const PAUSED = 'The environment of "Scholarship terms" is paused.';

const nameOf = ({ title, path }: PageInfo) => `${title} (${path})`;

const receiveMessage =
  (type: string) =>
  ({ channel }: PageDriver, payload: object): Promise<void> =>
    channel.post({ ...payload, type });

const expectSentence =
  (sentence: (page: string) => string) =>
  async ({ screen }: PageDriver, snapshot: AnyMachineSnapshot): Promise<void> => {
    const context: LinkContext = snapshot.context;
    const { followedPage: chosen, pages, otherVisualisers: others, counted: reported } = context;
    await screen.expectText(sentence(chosen?.path ?? ''));
    await (others.length > 0 ? screen.expectText(SHARED) : screen.expectNoText(SHARED));
    await (context.paused === null ? screen.expectNoText(PAUSED) : screen.expectText(PAUSED));
    const missing = snapshot.matches('following') ? missingMicrosteps(context) : 0;
    if (missing > 0) await screen.expectText(`${missing} of ${reported} microsteps are missing.`);
    if (pages.length > 1)
      for (const page of pages) await screen.expectButton(nameOf(page), { isEnabled: true });
  };

export const visualiserLinkDriver = defineDriver(visualiserLinkCases, {
  page: PAGE,
  events: {
    present: receiveMessage('present'),
    observed: receiveMessage('observed'),
    pictured: receiveMessage('pictured'),
    pong: receiveMessage('pong'),
    goodbye: receiveMessage('goodbye'),
    pageChosen: async ({ channel, user }, { page }) => {
      const asked = await channel.countPosted('hello');
      await user.press(page === 'first load' ? /\(\/knowmore\)$/ : /\(\/contact\)$/);
      await expect.poll(() => channel.countPosted('hello')).toBe(asked + 1);
    },
    otherVisualiserOpened: receiveMessage('hello'),
    otherVisualiserClosed: receiveMessage('goodbye'),
    logCleared: async ({ channel, user }) => {
      const asked = await channel.countPosted('hello');
      await user.press('Ctrl-K');
      await user.press('Clear the timeline', 'option');
      await expect.poll(() => channel.countPosted('hello')).toBe(asked + 1);
    },
    entryShown: ({ user }, { number }) => user.pressKey(number === null ? 'End' : 'Home'),
    pinToggled: ({ user }) => user.press('Pin this entry'),
    coverageCleared: async ({ user }) => {
      await user.press('Ctrl-K');
      await user.press('Clear what was done by hand', 'option');
    },
  },
  // The palette lists no command, and an entry that is not shown has no button.
  untried: ['logCleared', 'pinToggled'],
  outcomes: {},
  focus: firstOf(
    movedTo('button Pin this entry', 'pinToggled'),
    movedTo('button Ctrl-K', 'logCleared', 'coverageCleared'),
    unchanged,
  ),
  states: {
    'disconnected.searching': expectSentence(() => 'Looking for a page of the site…'),
    'disconnected.noPage': expectSentence(() => 'No page of the site answers.'),
    'following.responsive': expectSentence((page) => `Following ${page}`),
    'following.unresponsive': expectSentence(
      (page) => `${page} does not answer. It may be frozen, or stopped in a debugger.`,
    ),
    closed: expectSentence((page) => `${page} was closed.`),
  },
});
