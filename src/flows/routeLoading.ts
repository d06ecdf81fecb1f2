import { fromPromise } from 'xstate';
import {
  alreadyShowing,
  type Page,
  routeLoadingMachine,
} from '../../machines/routeLoading/routeLoading.machine.ts';
import { focusById } from '../browser/focus.ts';
import { loadedScreen, loadScreen, screenAt } from '../screens/screens.ts';
import type { SiteFlow } from './useFlow.ts';

/** The page at a path. */
export const pageAt = (to: string): Page => ({ to, screen: screenAt(to) });

/** The state to start in: nothing but for a first page whose code is there already, as when it was prerendered. */
export const startAt = (page: Page) => (loadedScreen(page.screen) ? alreadyShowing(page) : undefined);

/** The id of the notice about a page that takes long to come, or does not come. */
export const noticeId = 'route-notice';

/** The loading of pages as the site runs it. */
export const routeLoading: SiteFlow<typeof routeLoadingMachine> = {
  id: 'routeLoading',
  machine: routeLoadingMachine.provide({
    actors: { loadScreen: fromPromise(({ input }) => loadScreen(input.screen)) },
    actions: { focusNotice: () => focusById(noticeId) },
  }),
  fades: ({ context: { shown: before } }, { context: { shown: after } }) =>
    before !== null && before.to !== after?.to,
};
