import type {
  LogEntry,
  PageInfo,
  TimelineRecord,
} from '../../machines/visualiserLink/visualiserLink.types.ts';

/** The entries of a timeline, one by one: at the millisecond of their number. */

/** A page on which the contact form runs, and another load of it. */
export const page: PageInfo = { id: 'a load', tab: 'a tab', path: '/contact', title: 'Contact Us' };
export const otherPage: PageInfo = { ...page, id: 'another load' };

/** Returns the snapshot of a form with other values in its context. */
export const snapshotWith = (context: Record<string, unknown>, value = 'idle') => ({
  status: 'active' as const,
  value,
  context: { values: {}, alert: null, ...context },
  children: {},
});

/** Returns an event of the contact form, which changed nothing. */
export const entryWith = (changes: Partial<LogEntry> = {}): LogEntry => ({
  number: 1,
  at: 0,
  session: 'x:1',
  flow: 'contact',
  event: { type: 'submitted' },
  transitions: [],
  guardResults: [],
  failedGuards: [],
  microsteps: 1,
  before: snapshotWith({}),
  snapshot: snapshotWith({}),
  failure: null,
  ...changes,
});

/** Returns a request on the timeline; its id is its number unless it is given. */
export const request = (
  number: number,
  changes: { flow?: string | null; page?: PageInfo; id?: number } = {},
) => {
  const { id = number, ...more } = changes;
  const sent = { id, method: 'POST', path: '/api/contact', body: null };
  return { kind: 'request', number, at: number, page, flow: 'contact', request: sent, ...more } as const;
};

/** Returns the response to a request on the timeline. */
export const response = (
  number: number,
  ofRequest: number,
  status: number | null = 200,
  more: { flow?: string | null } = {},
) => {
  const received = { request: ofRequest, status, body: null };
  return {
    kind: 'response',
    number,
    at: number,
    page,
    flow: 'contact',
    response: received,
    ...more,
  } as const;
};

/** Returns the load of a page on the timeline. */
export const load = (number: number): TimelineRecord => ({ kind: 'pageLoaded', number, at: 0, page });

/** Returns an event on the timeline. */
export const event = (number: number, changes: Partial<LogEntry> = {}, of = page): TimelineRecord => ({
  kind: 'event',
  number,
  at: number,
  page: of,
  entry: entryWith(changes),
});
