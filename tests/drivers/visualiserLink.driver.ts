import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { visualiserLinkCases } from '../../machines/visualiserLink/visualiserLink.cases.ts';
import { missing } from '../../machines/visualiserLink/visualiserLink.rules.ts';
import type { LinkContext, PageInfo } from '../../machines/visualiserLink/visualiserLink.types.ts';
import { defineDriver } from './driver.ts';
import { either, on, stays } from './focus.ts';
import type { Hands } from './hands.ts';

const SHARED = 'Another visualiser is open: both can steer the same page.';

const nameOf = ({ title, path }: PageInfo) => `${title} (${path})`;

const says =
  (type: string) =>
  (hands: Hands, payload: object): Promise<void> =>
    hands.says({ ...payload, type });

const seen =
  (sentence: (page: string) => string) =>
  async (hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> => {
    const context: LinkContext = snapshot.context;
    const { chosen, pages, others, told } = context;
    await hands.sees(sentence(chosen ? nameOf(chosen) : ''));
    await (others.length > 0 ? hands.sees(SHARED) : hands.seesNot(SHARED));
    if (snapshot.matches('following') && told > 0)
      await hands.sees(`${told} microsteps, ${missing(context) || 'none'} missing`);
    if (pages.length > 1) for (const page of pages) await hands.seesButton(nameOf(page), { press: true });
  };

export const visualiserLinkDriver = defineDriver(visualiserLinkCases, {
  page: '/visualiser/scholarshipTerms?beside=tab',
  events: {
    present: says('present'),
    told: says('told'),
    ponged: says('ponged'),
    parted: says('parted'),
    chosen: async (hands, { page }) => {
      const asked = await hands.heard('greeted');
      await hands.press(page === 'first load' ? /\(\/knowmore\)$/ : /\(\/contact\)$/);
      await expect.poll(() => hands.heard('greeted')).toBe(asked + 1);
    },
    otherSeen: says('greeted'),
    otherLeft: says('left'),
    logCleared: async (hands) => {
      await hands.press('Log', 'tab');
      await hands.press('Clear the log');
    },
  },
  outcomes: {},
  focus: either(on('button Clear the log', 'logCleared'), stays),
  states: {
    'unlinked.searching': seen(() => 'Looking for a page of the site…'),
    'unlinked.alone': seen(() => 'No page of the site answers.'),
    'following.answering': seen((page) => `Following ${page}`),
    'following.silent': seen(
      (page) => `${page} does not answer. It may be frozen, or stopped in a debugger.`,
    ),
    closed: seen((page) => `${page} was closed.`),
  },
});
