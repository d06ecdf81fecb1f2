import { connectionCases } from '../../machines/connection/connection.cases.ts';
import { mobileMenuCases } from '../../machines/mobileMenu/mobileMenu.cases.ts';
import { routeLoadingCases } from '../../machines/routeLoading/routeLoading.cases.ts';
import { routeLoadingMessages } from '../../machines/routeLoading/routeLoading.messages.ts';
import { site } from '../../src/content/site.ts';
import { checks } from '../../src/flows/checks.ts';
import { defineDriver } from './driver.ts';

/** The flows around every page. */

export const mobileMenuDriver = defineDriver(mobileMenuCases, {
  page: '/services',
  prepare: ({ browser }) => browser.resizeToPhone(),
  events: {
    toggled: ({ user }) => user.press('Menu'),
    overlayPressed: ({ user }) => user.point('Close the menu'),
    cancelled: async ({ user }) => {
      await user.focus('Register', 'link');
      await user.pressKey('Escape');
    },
    focusLeft: async ({ user }) => {
      await user.focus('Register', 'link');
      await user.pressKey('Tab');
    },
    navigated: ({ user }) => user.press('Services', 'link'),
  },
  outcomes: {},
  checks: checks.mobileMenu,
});

export const connectionDriver = defineDriver(connectionCases, {
  events: {
    wentOffline: ({ browser }) => browser.setOffline(true),
    wentOnline: ({ browser }) => browser.setOffline(false),
  },
  outcomes: {},
  checks: checks.connection,
});

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
