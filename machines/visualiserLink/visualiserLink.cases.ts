import type { Cases } from '../paths/flow.ts';
import type { PersistedSnapshot } from '../paths/paths.types.ts';
import type { visualiserLinkMachine } from './visualiserLink.machine.ts';
import type { LogEntry, PageInfo } from './visualiserLink.types.ts';

const first: PageInfo = { id: 'first load', tab: 'one tab', path: '/knowmore', title: 'Scholarship' };
const reloaded: PageInfo = { ...first, id: 'second load' };
const other: PageInfo = { id: 'other load', tab: 'another tab', path: '/contact', title: 'Contact Us' };

const persistedSnapshot = (value: string): PersistedSnapshot => ({
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

const kept = { contact: { states: ['idle'], transitions: [], guardResults: [] } };

/** Event cases of the link: one page, the same page loaded again, and another one. */
export const visualiserLinkCases = {
  input: { coverage: kept },
  events: {
    present: {
      'a page': { page: first, sessions, ...environment },
      'the page, loaded again': { page: reloaded, sessions, ...environment },
      'another page': { page: other, sessions: [], ...environment },
    },
    observed: {
      'by the page': { page: first, entries: [toggled], endedSessions: [], ...environment, microsteps: 2 },
      'by the page, which is paused': {
        page: { ...first, title: 'Scholarship information' },
        entries: [],
        endedSessions: ['x:1'],
        ...environment,
        paused: 'scholarshipTerms',
        microsteps: 2,
      },
      'by another page': { page: other, entries: [], endedSessions: [], ...environment },
    },
    pong: { 'by the page': { page: first.id }, 'by another page': { page: other.id } },
    goodbye: { 'by the page': { page: first.id }, 'by another page': { page: other.id } },
    pageChosen: { 'the page': { page: first.id }, 'another page': { page: other.id } },
    otherVisualiserOpened: { 'in another tab': { visualiser: 'other' } },
    otherVisualiserClosed: { 'from another tab': { visualiser: 'other' } },
    logCleared: { 'by its button': {} },
    coverageMerged: {
      'of another tester': {
        coverage: {
          scholarshipTerms: { states: ['hidden'], transitions: [], guardResults: [] },
        },
      },
    },
    coverageCleared: { 'by its button': {} },
  },
  outcomes: {},
  project: ({ pages, followedPage, otherVisualisers, log, paused }) => ({
    pages: pages.map(({ id }) => id).sort(),
    followedPage: followedPage?.id ?? null,
    otherVisualisers: otherVisualisers.length,
    paused,
    logged: log.length > 0,
  }),
} satisfies Cases<typeof visualiserLinkMachine, Record<never, never>>;
