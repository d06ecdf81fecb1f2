import type { AnyMachineSnapshot } from 'xstate';
import { routeLoadingCases } from '../../machines/routeLoading/routeLoading.cases.ts';
import type { RouteLoadingContext } from '../../machines/routeLoading/routeLoading.machine.ts';
import { messages } from '../../machines/routeLoading/routeLoading.messages.ts';
import { aboutText } from '../../src/content/about.ts';
import { mission } from '../../src/content/mission.ts';
import { servicesText } from '../../src/content/services.ts';
import { site } from '../../src/content/site.ts';
import { defineDriver } from './driver.ts';
import { anywhere, either, on, stays } from './focus.ts';
import type { Hands } from './hands.ts';

/** A link to each page, and what stands on that page and on no other. */
const pages: Record<string, { link: string; text: string }> = {
  '/': { link: site.name, text: mission.lead },
  '/about': { link: 'About', text: aboutText.intro },
  '/services': { link: 'Services', text: servicesText.intro },
};

const contextOf = (snapshot: AnyMachineSnapshot): RouteLoadingContext => snapshot.context;

async function page(hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> {
  const { shown } = contextOf(snapshot);
  for (const [path, { text }] of Object.entries(pages))
    await (path === shown?.to ? hands.sees(text) : hands.seesNot(text));
}

export const routeLoadingDriver = defineDriver(routeLoadingCases, {
  page: '/',
  prepare: (hands) => hands.holdScreens(),
  events: {
    navigated: (hands, { page: { to } }) => hands.press(pages[to]?.link ?? to, 'link'),
    retried: (hands) => hands.press(messages.retry),
  },
  outcomes: {
    loadScreen: {
      loaded: (hands) => hands.answerScreen('loaded'),
      'not loaded': (hands) => hands.answerScreen('not loaded'),
    },
  },
  focus: {
    'loading.prompt': either(on('route-notice', 'retried'), stays),
    'loading.slow': stays,
    // On the heading, but for the first page and for the one that is shown already.
    showing: anywhere,
    failed: stays,
  },
  states: {
    'loading.prompt': async (hands, snapshot) => {
      await page(hands, snapshot);
      await hands.seesNot(messages.slow);
      await hands.seesNot(messages.failed);
    },
    'loading.slow': async (hands, snapshot) => {
      await page(hands, snapshot);
      await hands.sees(messages.slow);
    },
    showing: async (hands, snapshot) => {
      await page(hands, snapshot);
      await hands.seesNot(messages.slow);
      await hands.seesNot(messages.failed);
    },
    failed: async (hands, snapshot) => {
      await page(hands, snapshot);
      await hands.sees(messages.failed);
      await hands.seesButton(messages.retry, { press: true });
    },
  },
});
