import type { AnyMachineSnapshot } from 'xstate';
import { routeLoadingCases } from '../../machines/routeLoading/routeLoading.cases.ts';
import type { RouteLoadingContext } from '../../machines/routeLoading/routeLoading.machine.ts';
import { routeLoadingMessages } from '../../machines/routeLoading/routeLoading.messages.ts';
import { aboutText } from '../../src/content/about.ts';
import { mission } from '../../src/content/mission.ts';
import { servicesText } from '../../src/content/services.ts';
import { site } from '../../src/content/site.ts';
import { defineDriver } from './driver.ts';
import { anyElement, firstOf, movedTo, unchanged } from './focus.ts';
import type { Hands } from './hands.ts';

/** A link to each page, and what stands on that page and on no other. */
const pages: Record<string, { link: string; text: string }> = {
  '/': { link: site.name, text: mission.lead },
  '/about': { link: 'About', text: aboutText.intro },
  '/services': { link: 'Services', text: servicesText.intro },
};

const contextOf = (snapshot: AnyMachineSnapshot): RouteLoadingContext => snapshot.context;

async function expectPage(hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> {
  const { shown } = contextOf(snapshot);
  for (const [path, { text }] of Object.entries(pages))
    await (path === shown?.to ? hands.sees(text) : hands.seesNot(text));
}

export const routeLoadingDriver = defineDriver(routeLoadingCases, {
  page: '/',
  prepare: (hands) => hands.holdScreens(),
  events: {
    navigated: (hands, { page: { to } }) => hands.press(pages[to]?.link ?? to, 'link'),
    retried: (hands) => hands.press(routeLoadingMessages.retry),
  },
  outcomes: {
    loadScreen: {
      loaded: (hands) => hands.answerScreen('loaded'),
      'not loaded': (hands) => hands.answerScreen('not loaded'),
    },
  },
  focus: {
    'loading.onTime': firstOf(movedTo('route-notice', 'retried'), unchanged),
    'loading.slow': unchanged,
    // On the heading, but for the first page and for the one that is shown already.
    shown: anyElement,
    failed: unchanged,
  },
  states: {
    'loading.onTime': async (hands, snapshot) => {
      await expectPage(hands, snapshot);
      await hands.seesNot(routeLoadingMessages.slow);
      await hands.seesNot(routeLoadingMessages.failed);
    },
    'loading.slow': async (hands, snapshot) => {
      await expectPage(hands, snapshot);
      await hands.sees(routeLoadingMessages.slow);
    },
    shown: async (hands, snapshot) => {
      await expectPage(hands, snapshot);
      await hands.seesNot(routeLoadingMessages.slow);
      await hands.seesNot(routeLoadingMessages.failed);
    },
    failed: async (hands, snapshot) => {
      await expectPage(hands, snapshot);
      await hands.sees(routeLoadingMessages.failed);
      await hands.seesButton(routeLoadingMessages.retry, { press: true });
    },
  },
});
