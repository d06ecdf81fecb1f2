import type { Cases } from '../paths/flow.ts';
import type { visualiserLinkMachine } from './visualiserLink.machine.ts';
import type { Entry, PageInfo, Pose } from './visualiserLink.types.ts';

const first: PageInfo = { id: 'first load', tab: 'one tab', path: '/knowmore', title: 'Scholarship' };
const again: PageInfo = { ...first, id: 'second load' };
const other: PageInfo = { id: 'other load', tab: 'another tab', path: '/contact', title: 'Contact Us' };

const pose = (value: string): Pose => ({ status: 'active', value, context: {}, children: {} });
const sessions = [{ session: 'x:1', flow: 'scholarshipTerms', pose: pose('hidden') }];
const world = { calls: [], held: null, microsteps: 1 };

const toggled: Entry = {
  place: 1,
  at: 1_000,
  session: 'x:1',
  flow: 'scholarshipTerms',
  event: { type: 'toggled' },
  transitions: ['scholarshipTerms.hidden · toggled'],
  answers: [],
  refusals: [],
  microsteps: 1,
  before: pose('hidden'),
  pose: pose('shown'),
};

/** The alphabet of the link: one page, the same page loaded again, and another one. */
export const visualiserLinkCases = {
  events: {
    present: {
      'a page': { page: first, sessions, ...world },
      'the page, loaded again': { page: again, sessions, ...world },
      'another page': { page: other, sessions: [], ...world },
    },
    told: {
      'by the page': { page: first, entries: [toggled], ended: [], ...world, microsteps: 2 },
      'by the page, which is held': {
        page: { ...first, title: 'Scholarship information' },
        entries: [],
        ended: ['x:1'],
        ...world,
        held: 'scholarshipTerms',
        microsteps: 2,
      },
      'by another page': { page: other, entries: [], ended: [], ...world },
    },
    ponged: { 'by the page': { page: first.id }, 'by another page': { page: other.id } },
    parted: { 'by the page': { page: first.id }, 'by another page': { page: other.id } },
    chosen: { 'the page': { page: first.id }, 'another page': { page: other.id } },
    otherSeen: { 'in another tab': { visualiser: 'other' } },
    otherLeft: { 'from another tab': { visualiser: 'other' } },
    logCleared: { 'by its button': {} },
  },
  outcomes: {},
  project: ({ pages, chosen, others, log, held }) => ({
    pages: pages.map(({ id }) => id).sort(),
    chosen: chosen?.id ?? null,
    others: others.length,
    held,
    logged: log.length > 0,
  }),
} satisfies Cases<typeof visualiserLinkMachine, Record<never, never>>;
