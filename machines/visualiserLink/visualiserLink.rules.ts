import { stateName } from '../stateName.ts';
import type { Entry, LinkContext, PageInfo, Ran, Session } from './visualiserLink.types.ts';

/** Most entries that the log keeps. */
export const LOG_LIMIT = 2_000;

const added = (known: readonly string[], more: readonly string[]): string[] => [
  ...new Set([...known, ...more]),
];

const nothing: Ran = { states: [], transitions: [], answers: [] };

/** What ran, with what has happened now. */
export function ranWith(ran: Record<string, Ran>, entries: readonly Entry[]): Record<string, Ran> {
  const next = { ...ran };
  for (const { flow, pose, transitions, answers, refusals } of entries) {
    const known = next[flow] ?? nothing;
    next[flow] = {
      states: added(known.states, [stateName(pose)]),
      transitions: added(known.transitions, transitions),
      answers: added(known.answers, [...answers, ...refusals]),
    };
  }
  return next;
}

/** The flows that run, after what has happened. */
export function sessionsAfter(
  sessions: readonly Session[],
  entries: readonly Entry[],
  ended: readonly string[],
): Session[] {
  const next = new Map(sessions.map((session) => [session.session, session]));
  for (const { session, flow, pose } of entries) next.set(session, { session, flow, pose });
  for (const session of ended) next.delete(session);
  return [...next.values()];
}

/** The pages that are there, with one of them as it is now; it takes the place of an earlier one of its tab. */
export const pagesWith = (pages: readonly PageInfo[], page: PageInfo): PageInfo[] =>
  pages.some(({ tab }) => tab === page.tab)
    ? pages.map((known) => (known.tab === page.tab ? page : known))
    : [...pages, page];

/** How many microsteps of the page that is followed have not come. */
export const missing = ({ told, came }: Pick<LinkContext, 'told' | 'came'>): number =>
  Math.max(0, told - came);
