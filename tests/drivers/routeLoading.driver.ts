import { routeLoadingCases } from '../../machines/routeLoading/routeLoading.cases.ts';
import { routeLoadingMessages } from '../../machines/routeLoading/routeLoading.messages.ts';
import { site } from '../../src/content/site.ts';
import { checks } from '../../src/flows/checks.ts';
import { defineDriver } from './driver.ts';

/** The name of a link to each page. */
const links: Record<string, string> = { '/': site.name, '/about': 'About', '/services': 'Services' };

export const routeLoadingDriver = defineDriver(routeLoadingCases, {
  prepare: ({ network }) => network.pauseScreens(),
  events: {
    navigated: ({ user }, { page: { to } }) => user.press(links[to] ?? to, 'link'),
    retried: ({ user }) => user.press(routeLoadingMessages.retry),
  },
  outcomes: {
    loadScreen: {
      loaded: ({ network }) => network.replyForScreen('loaded'),
      'not loaded': ({ network }) => network.replyForScreen('not loaded'),
    },
  },
  checks: checks.routeLoading,
});
