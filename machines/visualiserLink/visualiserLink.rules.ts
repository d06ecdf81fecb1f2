import { stateName } from '../stateName.ts';
import type { FlowCoverage, LinkContext, LogEntry, PageInfo, Session } from './visualiserLink.types.ts';

/** The largest number of log entries. */
export const MAX_LOG_ENTRIES = 2_000;

const union = (known: readonly string[], more: readonly string[]): string[] => [
  ...new Set([...known, ...more]),
];

const noCoverage: FlowCoverage = { states: [], transitions: [], guardResults: [] };

const sizeOf = ({ states, transitions, guardResults }: FlowCoverage): number =>
  states.length + transitions.length + guardResults.length;

/** Returns the coverage with more of it; the same object where nothing of that is new. */
export function mergeCoverage(
  coverage: Record<string, FlowCoverage>,
  more: Readonly<Record<string, FlowCoverage>>,
): Record<string, FlowCoverage> {
  let merged = coverage;
  for (const [flow, { states, transitions, guardResults }] of Object.entries(more)) {
    const known = merged[flow] ?? noCoverage;
    const next = {
      states: union(known.states, states),
      transitions: union(known.transitions, transitions),
      guardResults: union(known.guardResults, guardResults),
    };
    if (sizeOf(next) > sizeOf(known)) merged = { ...merged, [flow]: next };
  }
  return merged;
}

/** Returns the coverage with that of new log entries. */
export function coverageWith(
  coverage: Record<string, FlowCoverage>,
  entries: readonly LogEntry[],
): Record<string, FlowCoverage> {
  let next = coverage;
  for (const { flow, snapshot, transitions, guardResults, failedGuards } of entries)
    next = mergeCoverage(next, {
      [flow]: {
        states: [stateName(snapshot)],
        transitions,
        guardResults: [...guardResults, ...failedGuards],
      },
    });
  return next;
}

/** Returns the sessions after new log entries, without those that ended. */
export function updateSessions(
  sessions: readonly Session[],
  entries: readonly LogEntry[],
  endedSessions: readonly string[],
): Session[] {
  const next = new Map(sessions.map((session) => [session.session, session]));
  for (const { session, flow, snapshot, failure } of entries)
    next.set(session, { session, flow, snapshot, failure });
  for (const session of endedSessions) next.delete(session);
  return [...next.values()];
}

/** Returns the pages with a page added; it replaces an earlier page of its tab. */
export const addPage = (pages: readonly PageInfo[], page: PageInfo): PageInfo[] =>
  pages.some(({ tab }) => tab === page.tab)
    ? pages.map((known) => (known.tab === page.tab ? page : known))
    : [...pages, page];

/** Returns how many microsteps of the followed page were not received. */
export const missingMicrosteps = ({ counted, received }: Pick<LinkContext, 'counted' | 'received'>): number =>
  Math.max(0, counted - received);
