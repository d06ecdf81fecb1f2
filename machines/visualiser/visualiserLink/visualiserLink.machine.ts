import { assertEvent, assign, setup } from 'xstate';
import {
  addPage,
  coverageWith,
  recordsOf,
  updateSessions,
  withPageLoad,
  withRecorded,
  withRecords,
} from './visualiserLink.rules.ts';
import type { LinkContext, LinkEvent } from './visualiserLink.types.ts';

function pageIdOf(event: LinkEvent): string | undefined {
  if (!('page' in event)) return undefined;
  return typeof event.page === 'string' ? event.page : event.page.id;
}

const initialContext: LinkContext = {
  pages: [],
  followedPage: null,
  sessions: [],
  invokedActors: [],
  paused: null,
  timeline: [],
  shownEntry: null,
  recorded: [],
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
    /** The coverage by hand that the browser has kept, and the timeline where the visualiser is loaded again. */
    input: {} as Pick<LinkContext, 'coverage'> & Partial<Pick<LinkContext, 'timeline'>>,
  },
  guards: {
    hasEntries: ({ context }) => context.timeline.length > 0,
    isEntryShown: ({ context }) => context.shownEntry !== null,
    isFollowedPage: ({ context, event }) => context.followedPage?.id === pageIdOf(event),
    isFollowedTab: ({ context, event }) => {
      assertEvent(event, 'present');
      return context.followedPage?.tab === event.page.tab;
    },
    /** False for a late message of the load before a reload. */
    isOtherTab: ({ context, event }) => {
      assertEvent(event, 'observed');
      return context.followedPage?.tab !== event.page.tab;
    },
    isAnotherListedPage: ({ context, event }) =>
      context.followedPage?.id !== pageIdOf(event) && context.pages.some(({ id }) => id === pageIdOf(event)),
  },
  actions: {
    addPage: assign(({ context, event }) => {
      assertEvent(event, ['present', 'observed']);
      return { pages: addPage(context.pages, event.page) };
    }),
    removePage: assign(({ context, event }) => ({
      pages: context.pages.filter(({ id }) => id !== pageIdOf(event)),
    })),
    selectPage: assign(({ context, event }) => ({
      followedPage: context.pages.find(({ id }) => id === pageIdOf(event)) ?? null,
      sessions: [],
      invokedActors: [],
      paused: null,
      firstMicrostepCount: null,
    })),
    /** Keeps the counts where the page is the same: it also presents itself when another visualiser says hello. */
    followPage: assign(({ context, event }) => {
      assertEvent(event, 'present');
      const { page, sessions, invokedActors, paused, microsteps } = event;
      const isSame = context.followedPage?.id === page.id && context.firstMicrostepCount !== null;
      const count = isSame ? {} : { counted: 0, received: 0, firstMicrostepCount: microsteps };
      const timeline = isSame ? context.timeline : withPageLoad(context, event);
      return { followedPage: page, sessions, invokedActors, paused, timeline, ...count };
    }),
    applyObserved: assign(({ context, event }) => {
      assertEvent(event, 'observed');
      const { page, entries, observations, endedSessions, invokedActors, paused, microsteps } = event;
      return {
        followedPage: page,
        sessions: updateSessions(context.sessions, entries, endedSessions),
        invokedActors,
        paused,
        timeline: withRecords(context.timeline, recordsOf(page, entries, observations)),
        coverage: coverageWith(context.coverage, entries),
        ...(context.firstMicrostepCount !== null && {
          counted: microsteps - context.firstMicrostepCount,
          received: context.received + entries.reduce((sum, entry) => sum + entry.microsteps, 0),
        }),
      };
    }),
    clearFlows: assign({ sessions: [], invokedActors: [], paused: null }),
    addOtherVisualiser: assign(({ context, event }) => {
      assertEvent(event, 'otherVisualiserOpened');
      return { otherVisualisers: [...new Set([...context.otherVisualisers, event.visualiser])] };
    }),
    removeOtherVisualiser: assign(({ context, event }) => {
      assertEvent(event, 'otherVisualiserClosed');
      return { otherVisualisers: context.otherVisualisers.filter((other) => other !== event.visualiser) };
    }),
    clearLog: assign({
      timeline: [],
      shownEntry: null,
      recorded: [],
    }),
    addRecorded: assign(({ context, event }) => {
      assertEvent(event, 'pictured');
      return { recorded: withRecorded(context.recorded, event) };
    }),
    showEntry: assign(({ event }) => {
      assertEvent(event, 'entryShown');
      return { shownEntry: event.number };
    }),
    togglePin: assign(({ context: { timeline, shownEntry } }) => ({
      timeline: timeline.map((record) =>
        record.number === shownEntry ? { ...record, isPinned: !record.isPinned } : record,
      ),
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
  context: ({ input }) => ({ ...initialContext, ...input }),
  initial: 'disconnected',
  on: {
    otherVisualiserOpened: {
      actions: 'addOtherVisualiser',
    },
    otherVisualiserClosed: {
      actions: 'removeOtherVisualiser',
    },
    // A page that is asked presents itself, and is recorded as a whole again.
    logCleared: { guard: 'hasEntries', actions: ['clearLog', 'sendHello'] },
    entryShown: {
      guard: 'hasEntries',
      actions: 'showEntry',
    },
    pinToggled: { guard: 'isEntryShown', actions: 'togglePin' },
    coverageCleared: { actions: 'clearCoverage' },
    present: [
      {
        guard: 'isFollowedTab',
        target: '.following',
        actions: ['addPage', 'followPage'],
      },
      { actions: 'addPage' },
    ],
    goodbye: { actions: 'removePage' },
    pageChosen: {
      guard: 'isAnotherListedPage',
      target: '.following',
      actions: ['selectPage', 'sendHello'],
    },
  },
  states: {
    disconnected: {
      initial: 'searching',
      on: {
        present: {
          target: 'following',
          actions: ['addPage', 'followPage'],
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
        observed: [
          {
            guard: 'isFollowedPage',
            target: '.responsive',
            actions: ['addPage', 'applyObserved'],
          },
          {
            guard: 'isOtherTab',
            actions: 'addPage',
          },
        ],
        pictured: {
          guard: 'isFollowedPage',
          actions: 'addRecorded',
        },
        pong: { guard: 'isFollowedPage', target: '.responsive' },
        goodbye: {
          guard: 'isFollowedPage',
          target: 'closed',
          actions: 'removePage',
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
    },
  },
});
