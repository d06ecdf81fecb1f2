import { assign, setup } from 'xstate';
import { LOG_LIMIT, pagesWith, ranWith, sessionsAfter } from './visualiserLink.rules.ts';
import type { LinkContext, LinkEvent, PageInfo } from './visualiserLink.types.ts';

type Present = Extract<LinkEvent, { type: 'present' }>;
type Told = Extract<LinkEvent, { type: 'told' }>;

const nobody: LinkContext = {
  pages: [],
  chosen: null,
  sessions: [],
  calls: [],
  held: null,
  log: [],
  ran: {},
  told: 0,
  came: 0,
  countedFrom: null,
  others: [],
};

/**
 * The link between a visualiser and the pages of the site: which are there, which one is followed, and what it
 * says. A page that is loaded again is followed on; one that is closed, or says nothing, is shown for what it is.
 */
export const visualiserLinkMachine = setup({
  types: { context: {} as LinkContext, events: {} as LinkEvent },
  guards: {
    hasLog: ({ context }) => context.log.length > 0,
    isChosen: ({ context }, id: string) => context.chosen?.id === id,
    isReturning: ({ context }, page: PageInfo) => context.chosen?.tab === page.tab,
    /** Not the last words of a load that another one has taken the place of. */
    isElsewhere: ({ context }, page: PageInfo) => context.chosen?.tab !== page.tab,
    isThere: ({ context }, id: string) => context.pages.some((page) => page.id === id),
    isAnother: ({ context }, id: string) =>
      context.chosen?.id !== id && context.pages.some((page) => page.id === id),
  },
  actions: {
    list: assign(({ context }, page: PageInfo) => ({ pages: pagesWith(context.pages, page) })),
    unlist: assign(({ context }, id: string) => ({ pages: context.pages.filter((page) => page.id !== id) })),
    choose: assign(({ context }, id: string) => ({
      chosen: context.pages.find((page) => page.id === id) ?? null,
      sessions: [],
      calls: [],
      held: null,
      countedFrom: null,
    })),
    /** Another visualiser may have asked: where it is the same page as before, what was counted stays. */
    follow: assign(({ context }, { page, sessions, calls, held, microsteps }: Present) => {
      const isSame = context.chosen?.id === page.id && context.countedFrom !== null;
      const count = isSame ? {} : { told: 0, came: 0, countedFrom: microsteps };
      return { chosen: page, sessions, calls, held, ...count };
    }),
    note: assign(({ context }, { page, entries, ended, calls, held, microsteps }: Told) => ({
      chosen: page,
      sessions: sessionsAfter(context.sessions, entries, ended),
      calls,
      held,
      log: [...context.log, ...entries].slice(-LOG_LIMIT),
      ran: ranWith(context.ran, entries),
      ...(context.countedFrom !== null && {
        told: microsteps - context.countedFrom,
        came: context.came + entries.reduce((sum, entry) => sum + entry.microsteps, 0),
      }),
    })),
    forgetFlows: assign({ sessions: [], calls: [], held: null }),
    noteOther: assign(({ context }, visualiser: string) => ({
      others: [...new Set([...context.others, visualiser])],
    })),
    forgetOther: assign(({ context }, visualiser: string) => ({
      others: context.others.filter((other) => other !== visualiser),
    })),
    clearLog: assign({ log: [] }),
    /** Asks every page of the site who it is, and what runs on it. */
    greet: () => {},
  },
  delays: {
    /** How long the pages of the site have to answer. */
    greetingTimeout: 2_000,
    /** How long the followed page may say nothing; it is asked every second. */
    silenceTimeout: 5_000,
  },
}).createMachine({
  id: 'visualiserLink',
  context: nobody,
  initial: 'unlinked',
  on: {
    otherSeen: { actions: { type: 'noteOther', params: ({ event }) => event.visualiser } },
    otherLeft: { actions: { type: 'forgetOther', params: ({ event }) => event.visualiser } },
    logCleared: { guard: 'hasLog', actions: 'clearLog' },
    parted: { actions: { type: 'unlist', params: ({ event }) => event.page } },
  },
  states: {
    unlinked: {
      initial: 'searching',
      on: {
        present: {
          target: 'following',
          actions: [
            { type: 'list', params: ({ event }) => event.page },
            { type: 'follow', params: ({ event }) => event },
          ],
        },
      },
      states: {
        searching: {
          description: 'Asks who is there.',
          after: { greetingTimeout: 'alone' },
        },
        alone: { description: 'No page of the site is there, or none answers.' },
      },
    },
    following: {
      initial: 'answering',
      on: {
        present: [
          {
            guard: { type: 'isReturning', params: ({ event }) => event.page },
            target: '.answering',
            actions: [
              { type: 'list', params: ({ event }) => event.page },
              { type: 'follow', params: ({ event }) => event },
            ],
          },
          { actions: { type: 'list', params: ({ event }) => event.page } },
        ],
        told: [
          {
            guard: { type: 'isChosen', params: ({ event }) => event.page.id },
            target: '.answering',
            actions: [
              { type: 'list', params: ({ event }) => event.page },
              { type: 'note', params: ({ event }) => event },
            ],
          },
          {
            guard: { type: 'isElsewhere', params: ({ event }) => event.page },
            actions: { type: 'list', params: ({ event }) => event.page },
          },
        ],
        ponged: { guard: { type: 'isChosen', params: ({ event }) => event.page }, target: '.answering' },
        parted: {
          guard: { type: 'isChosen', params: ({ event }) => event.page },
          target: 'closed',
          actions: { type: 'unlist', params: ({ event }) => event.page },
        },
        chosen: {
          guard: { type: 'isAnother', params: ({ event }) => event.page },
          target: '.answering',
          actions: [{ type: 'choose', params: ({ event }) => event.page }, 'greet'],
        },
      },
      states: {
        answering: {
          description: 'The page is followed.',
          after: { silenceTimeout: 'silent' },
        },
        silent: {
          description: 'The page does not answer. It may be frozen, or stopped in a debugger.',
        },
      },
    },
    closed: {
      description: 'The page that was followed has gone.',
      entry: 'forgetFlows',
      on: {
        present: [
          {
            guard: { type: 'isReturning', params: ({ event }) => event.page },
            target: 'following',
            actions: [
              { type: 'list', params: ({ event }) => event.page },
              { type: 'follow', params: ({ event }) => event },
            ],
          },
          { actions: { type: 'list', params: ({ event }) => event.page } },
        ],
        chosen: {
          guard: { type: 'isThere', params: ({ event }) => event.page },
          target: 'following',
          actions: [{ type: 'choose', params: ({ event }) => event.page }, 'greet'],
        },
      },
    },
  },
});
