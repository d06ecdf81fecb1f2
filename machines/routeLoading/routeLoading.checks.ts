import type { AnyMachineSnapshot } from 'xstate';
import type { Checks, Expectation } from '../checks/checks.types.ts';
import { button, noText, text, textWhere } from '../checks/expectations.ts';
import { anyElement, firstOf, movedTo, unchanged } from '../checks/focus.ts';
import type { RouteLoadingContext } from './routeLoading.machine.ts';
import { routeLoadingMessages } from './routeLoading.messages.ts';

function shownPage(
  textOfPage: Readonly<Record<string, string>>,
  snapshot: AnyMachineSnapshot,
): Expectation[] {
  const { shown }: RouteLoadingContext = snapshot.context;
  return Object.entries(textOfPage).map(([path, ofPage]) => textWhere(path === shown?.to, ofPage));
}

/** The checks of page loading. `textOfPage` has, by path, a text that only this page shows. */
export const routeLoadingChecks = (textOfPage: Readonly<Record<string, string>>): Checks => ({
  focus: {
    'loading.onTime': firstOf(movedTo('route-notice', 'retried'), unchanged),
    'loading.slow': unchanged,
    // The heading has the focus, except on the first page and on one that is shown already.
    shown: anyElement,
    failed: unchanged,
  },
  states: {
    'loading.onTime': (snapshot) => [
      ...shownPage(textOfPage, snapshot),
      noText(routeLoadingMessages.slow),
      noText(routeLoadingMessages.failed),
    ],
    'loading.slow': (snapshot) => [...shownPage(textOfPage, snapshot), text(routeLoadingMessages.slow)],
    shown: (snapshot) => [
      ...shownPage(textOfPage, snapshot),
      noText(routeLoadingMessages.slow),
      noText(routeLoadingMessages.failed),
    ],
    failed: (snapshot) => [
      ...shownPage(textOfPage, snapshot),
      text(routeLoadingMessages.failed),
      button(routeLoadingMessages.retry, { isEnabled: true }),
    ],
  },
});
