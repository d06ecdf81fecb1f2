import { assertEvent, assign, setup } from 'xstate';
import { declarePromiseActor } from '../shared/actors.ts';

/** A page that can be shown: its address, and the name of the screen whose code it needs. */
export type Page = { to: string; screen: string };

export type RouteLoadingContext = {
  /** The page that is shown; null until the first one is loaded. */
  shown: Page | null;
  /** The page that the address asks for. */
  requested: Page;
  /** Names of the screens whose code is loaded. */
  loaded: string[];
};

export type RouteLoadingEvent =
  /** The address has changed: by a link, or by going back or forward. */
  { type: 'navigated'; page: Page } | { type: 'retried' };

export const routeLoadingActors = {
  /** Loads the code of a screen. */
  loadScreen: declarePromiseActor<void, { screen: string }>('loadScreen'),
};

const isSamePage = (one: Page, other: Page) => one.to === other.to;

/**
 * Loading of a page's code. The shown page stays until the next one can be shown; a page whose code is loaded is
 * shown at once. Spec §2, Route table; §9, script chunk load time-out.
 */
export const routeLoadingMachine = setup({
  types: {
    context: {} as RouteLoadingContext,
    events: {} as RouteLoadingEvent,
    input: {} as { first: Page },
    tags: {} as 'busy',
  },
  actors: routeLoadingActors,
  guards: {
    isLoaded: ({ context, event }) => {
      assertEvent(event, 'navigated');
      return context.loaded.includes(event.page.screen);
    },
    isRequestedPage: ({ context, event }) => {
      assertEvent(event, 'navigated');
      return isSamePage(event.page, context.requested);
    },
    isAnotherPage: ({ context, event }) => {
      assertEvent(event, 'navigated');
      return !isSamePage(event.page, context.requested);
    },
  },
  actions: {
    setRequested: assign(({ event }) => {
      assertEvent(event, 'navigated');
      return { requested: event.page };
    }),
    setShown: assign(({ event }) => {
      assertEvent(event, 'navigated');
      return { shown: event.page, requested: event.page };
    }),
    addLoadedScreen: assign(({ context }) => ({ loaded: [...context.loaded, context.requested.screen] })),
    setRequestedShown: assign(({ context }) => ({ shown: context.requested })),
    /** Moves the focus to the notice, because the focused button is removed. */
    focusNotice: () => {},
  },
  delays: {
    slowNotice: 400,
    chunkTimeout: 120_000,
  },
}).createMachine({
  id: 'routeLoading',
  context: ({ input }) => ({
    shown: null,
    requested: input.first,
    loaded: [],
  }),
  initial: 'loading',
  on: {
    navigated: [
      {
        guard: 'isLoaded',
        target: '.shown',
        actions: 'setShown',
      },
      {
        guard: 'isAnotherPage',
        target: '.loading',
        actions: 'setRequested',
      },
    ],
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadScreen',
        src: 'loadScreen',
        input: ({ context }) => ({ screen: context.requested.screen }),
        onDone: { target: 'shown', actions: ['addLoadedScreen', 'setRequestedShown'] },
        onError: 'failed',
      },
      after: { chunkTimeout: 'failed' },
      initial: 'onTime',
      states: {
        onTime: {
          description: 'The code of the page is on its way; nothing is said about it yet.',
          after: { slowNotice: 'slow' },
        },
        slow: { description: 'The code of the page takes a while, and a quiet note says so.' },
      },
    },
    shown: {
      description: 'The page that the address asks for is shown.',
    },
    failed: {
      description: 'The code of the page did not come. The page that was there is still usable.',
      on: {
        retried: { target: 'loading', actions: 'focusNotice' },
        navigated: {
          guard: 'isRequestedPage',
          target: 'loading',
        },
      },
    },
  },
});

/** The snapshot of a prerendered page, whose code is loaded before anything is shown. */
export const prerenderedSnapshot = (page: Page) =>
  routeLoadingMachine.resolveState({
    value: 'shown',
    context: { shown: page, requested: page, loaded: [page.screen] },
  });
