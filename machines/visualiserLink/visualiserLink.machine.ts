import { assign, setup } from 'xstate';
import {
  addPage,
  coverageWith,
  MAX_LOG_ENTRIES,
  mergeCoverage,
  pinsWithToggled,
  recordsOf,
  updateSessions,
  withPageLoad,
  withPicture,
  withRecords,
} from './visualiserLink.rules.ts';
import type { FlowCoverage, LinkContext, LinkEvent, PageInfo } from './visualiserLink.types.ts';

type Present = Extract<LinkEvent, { type: 'present' }>;
type Observed = Extract<LinkEvent, { type: 'observed' }>;
type Pictured = Extract<LinkEvent, { type: 'pictured' }>;

const initialContext: LinkContext = {
  pages: [],
  followedPage: null,
  sessions: [],
  invokedActors: [],
  paused: null,
  log: [],
  timeline: [],
  pinnedEntries: [],
  shownEntry: null,
  pictures: [],
  styleSheets: {},
  droppedPictures: 0,
  coverage: {},
  counted: 0,
  received: 0,
  firstMicrostepCount: null,
  otherVisualisers: [],
};

/**
 * The connection of a visualiser to the pages of the site: the connected pages, the followed page and its reports.
 * After a reload the page of the same tab is followed; a closed and an unresponsive page have states of their own.
 */
export const visualiserLinkMachine = setup({
  types: {
    context: {} as LinkContext,
    events: {} as LinkEvent,
    /** The coverage by hand that the browser has kept. */
    input: {} as { coverage: Record<string, FlowCoverage> },
  },
  guards: {
    hasEntries: ({ context }) => context.timeline.length > 0,
    isEntryShown: ({ context }) => context.shownEntry !== null,
    isFollowedPage: ({ context }, id: string) => context.followedPage?.id === id,
    isFollowedTab: ({ context }, page: PageInfo) => context.followedPage?.tab === page.tab,
    /** False for a late message of the load before a reload. */
    isOtherTab: ({ context }, page: PageInfo) => context.followedPage?.tab !== page.tab,
    isListed: ({ context }, id: string) => context.pages.some((page) => page.id === id),
    isAnotherListedPage: ({ context }, id: string) =>
      context.followedPage?.id !== id && context.pages.some((page) => page.id === id),
  },
  actions: {
    addPage: assign(({ context }, page: PageInfo) => ({ pages: addPage(context.pages, page) })),
    removePage: assign(({ context }, id: string) => ({
      pages: context.pages.filter((page) => page.id !== id),
    })),
    selectPage: assign(({ context }, id: string) => ({
      followedPage: context.pages.find((page) => page.id === id) ?? null,
      sessions: [],
      invokedActors: [],
      paused: null,
      firstMicrostepCount: null,
    })),
    /** Keeps the counts where the page is the same: it also presents itself when another visualiser says hello. */
    followPage: assign(({ context }, event: Present) => {
      const { page, sessions, invokedActors, paused, microsteps } = event;
      const isSame = context.followedPage?.id === page.id && context.firstMicrostepCount !== null;
      const count = isSame ? {} : { counted: 0, received: 0, firstMicrostepCount: microsteps };
      const timeline = isSame ? context.timeline : withPageLoad(context, event);
      return { followedPage: page, sessions, invokedActors, paused, timeline, ...count };
    }),
    applyObserved: assign(
      (
        { context },
        { page, entries, calls, endedSessions, invokedActors, paused, microsteps }: Observed,
      ) => ({
        followedPage: page,
        sessions: updateSessions(context.sessions, entries, endedSessions),
        invokedActors,
        paused,
        log: [...context.log, ...entries].slice(-MAX_LOG_ENTRIES),
        timeline: withRecords(context, recordsOf(page, entries, calls)),
        coverage: coverageWith(context.coverage, entries),
        ...(context.firstMicrostepCount !== null && {
          counted: microsteps - context.firstMicrostepCount,
          received: context.received + entries.reduce((sum, entry) => sum + entry.microsteps, 0),
        }),
      }),
    ),
    clearFlows: assign({ sessions: [], invokedActors: [], paused: null }),
    addOtherVisualiser: assign(({ context }, visualiser: string) => ({
      otherVisualisers: [...new Set([...context.otherVisualisers, visualiser])],
    })),
    removeOtherVisualiser: assign(({ context }, visualiser: string) => ({
      otherVisualisers: context.otherVisualisers.filter((other) => other !== visualiser),
    })),
    clearLog: assign({
      log: [],
      timeline: [],
      pinnedEntries: [],
      shownEntry: null,
      pictures: [],
      droppedPictures: 0,
    }),
    addPicture: assign(({ context }, event: Pictured) => withPicture(context, event)),
    showEntry: assign((_, number: number | null) => ({ shownEntry: number })),
    togglePin: assign(({ context }) => ({ pinnedEntries: pinsWithToggled(context) })),
    mergeCoverage: assign(({ context }, coverage: Record<string, FlowCoverage>) => ({
      coverage: mergeCoverage(context.coverage, coverage),
    })),
    clearCoverage: assign({ coverage: {} }),
    /** Asks every page of the site to present itself. */
    sendHello: () => {},
  },
  delays: {
    /** How long the pages of the site have to present themselves. */
    helloTimeout: 2_000,
    /** How long the followed page may stay silent; it is pinged every second. */
    silenceTimeout: 5_000,
  },
}).createMachine({
  id: 'visualiserLink',
  context: ({ input }) => ({ ...initialContext, coverage: input.coverage }),
  initial: 'disconnected',
  on: {
    otherVisualiserOpened: {
      actions: { type: 'addOtherVisualiser', params: ({ event }) => event.visualiser },
    },
    otherVisualiserClosed: {
      actions: { type: 'removeOtherVisualiser', params: ({ event }) => event.visualiser },
    },
    logCleared: { guard: 'hasEntries', actions: 'clearLog' },
    entryShown: {
      guard: 'hasEntries',
      actions: { type: 'showEntry', params: ({ event }) => event.number },
    },
    pinToggled: { guard: 'isEntryShown', actions: 'togglePin' },
    coverageMerged: { actions: { type: 'mergeCoverage', params: ({ event }) => event.coverage } },
    coverageCleared: { actions: 'clearCoverage' },
    goodbye: { actions: { type: 'removePage', params: ({ event }) => event.page } },
  },
  states: {
    disconnected: {
      initial: 'searching',
      on: {
        present: {
          target: 'following',
          actions: [
            { type: 'addPage', params: ({ event }) => event.page },
            { type: 'followPage', params: ({ event }) => event },
          ],
        },
      },
      states: {
        searching: {
          description: 'The pages of the site are asked to present themselves.',
          after: { helloTimeout: 'noPage' },
        },
        noPage: { description: 'No page of the site is open, or none answers.' },
      },
    },
    following: {
      initial: 'responsive',
      on: {
        present: [
          {
            guard: { type: 'isFollowedTab', params: ({ event }) => event.page },
            target: '.responsive',
            actions: [
              { type: 'addPage', params: ({ event }) => event.page },
              { type: 'followPage', params: ({ event }) => event },
            ],
          },
          { actions: { type: 'addPage', params: ({ event }) => event.page } },
        ],
        observed: [
          {
            guard: { type: 'isFollowedPage', params: ({ event }) => event.page.id },
            target: '.responsive',
            actions: [
              { type: 'addPage', params: ({ event }) => event.page },
              { type: 'applyObserved', params: ({ event }) => event },
            ],
          },
          {
            guard: { type: 'isOtherTab', params: ({ event }) => event.page },
            actions: { type: 'addPage', params: ({ event }) => event.page },
          },
        ],
        pictured: {
          guard: { type: 'isFollowedPage', params: ({ event }) => event.page },
          actions: { type: 'addPicture', params: ({ event }) => event },
        },
        pong: { guard: { type: 'isFollowedPage', params: ({ event }) => event.page }, target: '.responsive' },
        goodbye: {
          guard: { type: 'isFollowedPage', params: ({ event }) => event.page },
          target: 'closed',
          actions: { type: 'removePage', params: ({ event }) => event.page },
        },
        pageChosen: {
          guard: { type: 'isAnotherListedPage', params: ({ event }) => event.page },
          target: '.responsive',
          actions: [{ type: 'selectPage', params: ({ event }) => event.page }, 'sendHello'],
        },
      },
      states: {
        responsive: {
          description: 'The page is followed.',
          after: { silenceTimeout: 'unresponsive' },
        },
        unresponsive: {
          description: 'The page does not answer. It may be frozen, or stopped in a debugger.',
        },
      },
    },
    closed: {
      description: 'The followed page was closed.',
      entry: 'clearFlows',
      on: {
        present: [
          {
            guard: { type: 'isFollowedTab', params: ({ event }) => event.page },
            target: 'following',
            actions: [
              { type: 'addPage', params: ({ event }) => event.page },
              { type: 'followPage', params: ({ event }) => event },
            ],
          },
          { actions: { type: 'addPage', params: ({ event }) => event.page } },
        ],
        pageChosen: {
          guard: { type: 'isListed', params: ({ event }) => event.page },
          target: 'following',
          actions: [{ type: 'selectPage', params: ({ event }) => event.page }, 'sendHello'],
        },
      },
    },
  },
});
