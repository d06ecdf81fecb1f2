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
import type { ScreenDriver } from './pageDriver.ts';

/** The name of a link to each page, and a text that is on that page alone. */
const pages: Record<string, { link: string; text: string }> = {
  '/': { link: site.name, text: mission.lead },
  '/about': { link: 'About', text: aboutText.intro },
  '/services': { link: 'Services', text: servicesText.intro },
};

const contextOf = (snapshot: AnyMachineSnapshot): RouteLoadingContext => snapshot.context;

async function expectPage(screen: ScreenDriver, snapshot: AnyMachineSnapshot): Promise<void> {
  const { shown } = contextOf(snapshot);
  for (const [path, { text }] of Object.entries(pages))
    await (path === shown?.to ? screen.expectText(text) : screen.expectNoText(text));
}

export const routeLoadingDriver = defineDriver(routeLoadingCases, {
  prepare: ({ network }) => network.pauseScreens(),
  events: {
    navigated: ({ user }, { page: { to } }) => user.press(pages[to]?.link ?? to, 'link'),
    retried: ({ user }) => user.press(routeLoadingMessages.retry),
  },
  outcomes: {
    loadScreen: {
      loaded: ({ network }) => network.replyForScreen('loaded'),
      'not loaded': ({ network }) => network.replyForScreen('not loaded'),
    },
  },
  focus: {
    'loading.onTime': firstOf(movedTo('route-notice', 'retried'), unchanged),
    'loading.slow': unchanged,
    // The heading has the focus, except on the first page and on one that is shown already.
    shown: anyElement,
    failed: unchanged,
  },
  states: {
    'loading.onTime': async ({ screen }, snapshot) => {
      await expectPage(screen, snapshot);
      await screen.expectNoText(routeLoadingMessages.slow);
      await screen.expectNoText(routeLoadingMessages.failed);
    },
    'loading.slow': async ({ screen }, snapshot) => {
      await expectPage(screen, snapshot);
      await screen.expectText(routeLoadingMessages.slow);
    },
    shown: async ({ screen }, snapshot) => {
      await expectPage(screen, snapshot);
      await screen.expectNoText(routeLoadingMessages.slow);
      await screen.expectNoText(routeLoadingMessages.failed);
    },
    failed: async ({ screen }, snapshot) => {
      await expectPage(screen, snapshot);
      await screen.expectText(routeLoadingMessages.failed);
      await screen.expectButton(routeLoadingMessages.retry, { isEnabled: true });
    },
  },
});
