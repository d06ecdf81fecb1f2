import { stateName } from '../../paths/index.ts';
import type {
  FlowCoverage,
  LinkContext,
  LinkEvent,
  LogEntry,
  PageInfo,
  RecordedChanges,
  Session,
  TimelineRecord,
} from './visualiserLink.types.ts';

/** The largest number of entries of the timeline, not counting pinned ones. */
export const MAX_ENTRIES = 2_000;

/** The largest number of characters of all recorded changes of pages. */
export const MAX_RECORDED_CHARACTERS = 20_000_000;

const union = (known: readonly string[], more: readonly string[]): string[] => [
  ...new Set([...known, ...more]),
];

const noCoverage: FlowCoverage = { states: [], transitions: [], guardResults: [] };

const sizeOf = ({ states, transitions, guardResults }: FlowCoverage): number =>
  states.length + transitions.length + guardResults.length;

/** The coverage with that of new log entries; the same object where they add nothing. */
export function coverageWith(
  coverage: Record<string, FlowCoverage>,
  entries: readonly LogEntry[],
): Record<string, FlowCoverage> {
  let next = coverage;
  for (const { flow, snapshot, transitions, guardResults, failedGuards } of entries) {
    const known = next[flow] ?? noCoverage;
    const more = {
      states: union(known.states, [stateName(snapshot)]),
      transitions: union(known.transitions, transitions),
      guardResults: union(known.guardResults, [...guardResults, ...failedGuards]),
    };
    if (sizeOf(more) > sizeOf(known)) next = { ...next, [flow]: more };
  }
  return next;
}

/** The sessions after new log entries, without those that ended. */
export function updateSessions(
  sessions: readonly Session[],
  entries: readonly Session[],
  endedSessions: readonly string[],
): Session[] {
  const next = new Map(sessions.map((session) => [session.session, session]));
  for (const { session, flow, snapshot, failure } of entries)
    next.set(session, { session, flow, snapshot, failure });
  for (const session of endedSessions) next.delete(session);
  return [...next.values()];
}

/** The pages with a page added; it replaces an earlier page of its tab. */
export const addPage = (pages: readonly PageInfo[], page: PageInfo): PageInfo[] =>
  pages.some(({ tab }) => tab === page.tab)
    ? pages.map((known) => (known.tab === page.tab ? page : known))
    : [...pages, page];

/** The number of microsteps of the followed page that were not received. */
export const missingMicrosteps = ({ counted, received }: Pick<LinkContext, 'counted' | 'received'>): number =>
  Math.max(0, counted - received);

type Observed = Extract<LinkEvent, { type: 'observed' }>;

/** The entries of the timeline for a page's report, oldest first. */
export const recordsOf = (
  page: PageInfo,
  entries: Observed['entries'],
  observations: Observed['observations'],
): TimelineRecord[] =>
  [
    ...entries.map(
      (entry): TimelineRecord => ({ kind: 'event', number: entry.number, at: entry.at, page, entry }),
    ),
    ...observations.map((observation): TimelineRecord => ({ ...observation, page })),
  ].sort((one, other) => one.number - other.number);

/** Oldest first. */
export const eventsIn = (timeline: readonly TimelineRecord[]): LogEntry[] =>
  timeline.flatMap((record) => (record.kind === 'event' ? [record.entry] : []));

/** The room of all entries that are not pinned, in characters. */
export const MAX_TIMELINE_CHARACTERS = 20_000_000;

const sizeOfRecord = (record: TimelineRecord): number =>
  record.kind === 'event' ? (record.entry.size ?? 0) : 0;

/** The number of oldest entries for which the timeline has no room. */
function surplusOf(records: readonly TimelineRecord[]): number {
  let room = MAX_TIMELINE_CHARACTERS;
  const last = records.findLastIndex((record) => {
    room -= sizeOfRecord(record);
    return room < 0;
  });
  return Math.min(Math.max(last + 1, records.length - MAX_ENTRIES, 0), Math.max(0, records.length - 1));
}

/**
 * The timeline with new entries; a new entry replaces one of the same number. Where it is too long or too large,
 * the oldest entries that are not pinned are dropped.
 */
export function withRecords(
  timeline: readonly TimelineRecord[],
  records: readonly TimelineRecord[],
): TimelineRecord[] {
  const numbers = new Set(records.map(({ number }) => number));
  const all = [...timeline.filter(({ number }) => !numbers.has(number)), ...records];
  const surplus = all.slice(0, surplusOf(all));
  return [...surplus.filter(({ isPinned }) => isPinned), ...all.slice(surplus.length)];
}

/** The timeline with the load of a page, unless it has an entry of that load. */
export const withPageLoad = (
  context: LinkContext,
  { page, number }: Extract<LinkEvent, { type: 'present' }>,
): TimelineRecord[] =>
  context.timeline.some((known) => known.page.id === page.id)
    ? context.timeline
    : withRecords(context.timeline, [{ kind: 'pageLoaded', number, page, at: 0 }]);

/** The changes of pages with new ones. Where there are too many, the oldest are dropped. */
export function withRecorded(
  recorded: readonly RecordedChanges[],
  { page, entry, isWhole, events }: RecordedChanges,
): RecordedChanges[] {
  const all = [...recorded, { page, entry, isWhole, events }];
  let characters = all.reduce((sum, changes) => sum + changes.events.length, 0);
  return all.filter((changes) => {
    const isKept = characters <= MAX_RECORDED_CHARACTERS;
    if (!isKept) characters -= changes.events.length;
    return isKept;
  });
}
