import type { Cases, PersistedSnapshot } from '../../paths/index.ts';
import type { visualiserLinkMachine } from './visualiserLink.machine.ts';
import type { LinkEvent, LogEntry, PageInfo } from './visualiserLink.types.ts';

const first: PageInfo = { id: 'first load', tab: 'one tab', path: '/knowmore', title: 'Scholarship' };
const reloaded: PageInfo = { ...first, id: 'second load' };
const other: PageInfo = { id: 'other load', tab: 'another tab', path: '/contact', title: 'Contact Us' };

/** A snapshot with a state and nothing else. */
export const persistedSnapshot = (value: string): PersistedSnapshot => ({
  status: 'active',
  value,
  context: {},
  children: {},
});
const sessions = [
  { session: 'x:1', flow: 'scholarshipTerms', snapshot: persistedSnapshot('hidden'), failure: null },
];
const environment = { invokedActors: [], paused: null, microsteps: 1 };

const toggled: LogEntry = {
  number: 1,
  at: 1_000,
  session: 'x:1',
  flow: 'scholarshipTerms',
  event: { type: 'toggled' },
  transitions: ['scholarshipTerms.hidden · toggled'],
  guardResults: [],
  failedGuards: [],
  microsteps: 1,
  before: persistedSnapshot('hidden'),
  snapshot: persistedSnapshot('shown'),
  failure: null,
};

type Observations = Extract<LinkEvent, { type: 'observed' }>['observations'];

const observations: Observations = [
  {
    number: 2,
    at: 1_001,
    flow: null,
    kind: 'request',
    request: { id: 1, method: 'POST', path: '/api/contact', body: { success: true } },
  },
  {
    number: 3,
    at: 1_050,
    flow: null,
    kind: 'response',
    response: { request: 1, status: 200, body: { success: true } },
  },
];

const kept = { contact: { states: ['idle'], transitions: [], guardResults: [] } };

/** Event cases of the link: one page, the same page loaded again, and another one. */
export const visualiserLinkCases = {
  input: { coverage: kept },
  events: {
    present: {
      'a page': { number: 0, page: first, sessions, ...environment },
      'the page, loaded again': { number: 4, page: reloaded, sessions, ...environment },
      'another page': { number: 5, page: other, sessions: [], ...environment },
    },
    observed: {
      'by the page': {
        page: first,
        entries: [toggled],
        observations,
        endedSessions: [],
        ...environment,
        microsteps: 2,
      },
      'by the page, which is paused': {
        page: { ...first, title: 'Scholarship information' },
        entries: [],
        observations: [],
        endedSessions: ['x:1'],
        ...environment,
        paused: 'scholarshipTerms',
        microsteps: 2,
      },
      'by another page': { page: other, entries: [], observations: [], endedSessions: [], ...environment },
    },
    pictured: {
      'by the page': { page: first.id, entry: 0, isWhole: true, events: '[]' },
      'by another page': { page: other.id, entry: 5, isWhole: true, events: '[]' },
    },
    pong: { 'by the page': { page: first.id }, 'by another page': { page: other.id } },
    goodbye: { 'by the page': { page: first.id }, 'by another page': { page: other.id } },
    pageChosen: { 'the page': { page: first.id }, 'another page': { page: other.id } },
    otherVisualiserOpened: { 'in another tab': { visualiser: 'other' } },
    otherVisualiserClosed: { 'from another tab': { visualiser: 'other' } },
    logCleared: { 'by its button': {} },
    entryShown: { 'the oldest entry': { number: 0 }, 'the current state': { number: null } },
    pinToggled: { 'by its button': {} },
    coverageCleared: { 'by its button': {} },
  },
  outcomes: {},
  project: ({ pages, followedPage, otherVisualisers, timeline, shownEntry, paused }) => ({
    pages: pages.map(({ id }) => id).sort(),
    followedPage: followedPage?.id ?? null,
    otherVisualisers: otherVisualisers.length,
    paused,
    hasEntries: timeline.length > 0,
    isEntryShown: shownEntry !== null,
  }),
} satisfies Cases<typeof visualiserLinkMachine, Record<never, never>>;
