import { fromPromise } from 'xstate';
import {
  type Page,
  prerenderedSnapshot,
  routeLoadingMachine,
} from '../../machines/routeLoading/routeLoading.machine.ts';
import { focusById } from '../browser/focus.ts';
import { loadedScreen, loadScreen, screenNameForPath } from '../screens.ts';
import type { SiteFlow } from './useFlow.ts';

export const pageForPath = (to: string): Page => ({ to, screen: screenNameForPath(to) });

/** The first snapshot for a page whose code is loaded, as when it was prerendered; else undefined. */
export const loadedPageSnapshot = (page: Page) =>
  loadedScreen(page.screen) ? prerenderedSnapshot(page) : undefined;

/** The id of the notice about a page that loads slowly or could not be loaded. */
export const noticeId = 'route-notice';

/** The loading of pages. A page fades into the next. */
export const routeLoading: SiteFlow<typeof routeLoadingMachine> = {
  id: 'routeLoading',
  machine: routeLoadingMachine.provide({
    actors: { loadScreen: fromPromise(({ input }) => loadScreen(input.screen)) },
    actions: { focusNotice: () => focusById(noticeId) },
  }),
  shouldCrossFade: ({ context: { shown: before } }, { context: { shown: after } }) =>
    before !== null && before.to !== after?.to,
};
