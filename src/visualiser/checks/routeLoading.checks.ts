import type { AnyMachineSnapshot } from 'xstate';
import type { RouteLoadingContext } from '../../../machines/routeLoading/routeLoading.machine.ts';
import { routeLoadingMessages } from '../../../machines/routeLoading/routeLoading.messages.ts';
import { aboutText } from '../../content/about.ts';
import { mission } from '../../content/mission.ts';
import { servicesText } from '../../content/services.ts';
import type { Checks, Expectation } from './checks.types.ts';
import { button, noText, text, textWhere } from './expectations.ts';
import { anyElement, firstOf, movedTo, unchanged } from './focus.ts';

/** A text that is on each page alone. */
const textOfPage: Readonly<Record<string, string>> = {
  '/': mission.lead,
  '/about': aboutText.intro,
  '/services': servicesText.intro,
};

function shownPage(snapshot: AnyMachineSnapshot): Expectation[] {
  const { shown }: RouteLoadingContext = snapshot.context;
  return Object.entries(textOfPage).map(([path, ofPage]) => textWhere(path === shown?.to, ofPage));
}

export const routeLoadingChecks: Checks = {
  focus: {
    'loading.onTime': firstOf(movedTo('route-notice', 'retried'), unchanged),
    'loading.slow': unchanged,
    // The heading has the focus, except on the first page and on one that is shown already.
    shown: anyElement,
    failed: unchanged,
  },
  states: {
    'loading.onTime': (snapshot) => [
      ...shownPage(snapshot),
      noText(routeLoadingMessages.slow),
      noText(routeLoadingMessages.failed),
    ],
    'loading.slow': (snapshot) => [...shownPage(snapshot), text(routeLoadingMessages.slow)],
    shown: (snapshot) => [
      ...shownPage(snapshot),
      noText(routeLoadingMessages.slow),
      noText(routeLoadingMessages.failed),
    ],
    failed: (snapshot) => [
      ...shownPage(snapshot),
      text(routeLoadingMessages.failed),
      button(routeLoadingMessages.retry, { isEnabled: true }),
    ],
  },
};
