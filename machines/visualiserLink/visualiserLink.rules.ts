import { stateName } from '../stateName.ts';
import type { FlowCoverage, LinkContext, LogEntry, PageInfo, Session } from './visualiserLink.types.ts';

/** Most entries that the log keeps. */
export const MAX_LOG_ENTRIES = 2_000;

const union = (known: readonly string[], more: readonly string[]): string[] => [
  ...new Set([...known, ...more]),
];

const noCoverage: FlowCoverage = { states: [], transitions: [], guardResults: [] };

/** What ran, with what has happened now. */
export function coverageWith(
  ran: Record<string, FlowCoverage>,
  entries: readonly LogEntry[],
): Record<string, FlowCoverage> {
  const next = { ...ran };
  for (const {
    flow,
    snapshot: pose,
    transitions,
    guardResults: answers,
    failedGuards: refusals,
  } of entries) {
    const known = next[flow] ?? noCoverage;
    next[flow] = {
      states: union(known.states, [stateName(pose)]),
      transitions: union(known.transitions, transitions),
      guardResults: union(known.guardResults, [...answers, ...refusals]),
    };
  }
  return next;
}

/** The flows that run, after what has happened. */
export function updateSessions(
  sessions: readonly Session[],
  entries: readonly LogEntry[],
  endedSessions: readonly string[],
): Session[] {
  const next = new Map(sessions.map((session) => [session.session, session]));
  for (const { session, flow, snapshot: pose } of entries)
    next.set(session, { session, flow, snapshot: pose });
  for (const session of endedSessions) next.delete(session);
  return [...next.values()];
}

/** The pages that are there, with one of them as it is now; it takes the place of an earlier one of its tab. */
export const addPage = (pages: readonly PageInfo[], page: PageInfo): PageInfo[] =>
  pages.some(({ tab }) => tab === page.tab)
    ? pages.map((known) => (known.tab === page.tab ? page : known))
    : [...pages, page];

/** How many microsteps of the page that is followed have not come. */
export const missingMicrosteps = ({
  counted: told,
  received: came,
}: Pick<LinkContext, 'counted' | 'received'>): number => Math.max(0, told - came);
