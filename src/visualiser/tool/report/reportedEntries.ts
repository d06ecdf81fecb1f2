import type { Flow } from '../../../../machines/paths/index.ts';
import type { ObservedTransition } from '../../../../machines/visualiser/recording.ts';
import type { TimelineRecord } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';

type EventEntry = Extract<TimelineRecord, { kind: 'event' }>;

const isEvent = (entry: TimelineRecord): entry is EventEntry => entry.kind === 'event';

/**
 * The entries in a report of a flow: those of the last session in which something happened, from where the flow
 * began, with the requests of the flow and the errors, warnings and audits of the same page.
 */
export function reportedEntries(flow: Flow, entries: readonly TimelineRecord[]): TimelineRecord[] {
  const ofFlow = entries.filter(isEvent).filter(({ entry }) => entry.flow === flow.id);
  const last = ofFlow.findLast(({ entry }) => entry.before !== null) ?? ofFlow.at(-1);
  if (!last) return [];
  const ofSession = ofFlow.filter(
    ({ number, page, entry }) =>
      page.id === last.page.id && entry.session === last.entry.session && number <= last.number,
  );
  const [first = last] = ofSession;
  const begin = ofSession.findLast(({ entry }) => entry.before === null) ?? first;
  const reported = new Set<TimelineRecord>(ofSession);
  return entries.filter((entry) => {
    if (entry.number < begin.number) return false;
    if (entry.kind === 'problem' || entry.kind === 'audit') return entry.page.id === last.page.id;
    if (entry.kind === 'request' || entry.kind === 'response')
      return entry.page.id === last.page.id && entry.flow === flow.id;
    return reported.has(entry);
  });
}

export const observedTransitions = (entries: readonly TimelineRecord[]): ObservedTransition[] =>
  entries
    .filter(isEvent)
    .filter(({ entry }) => entry.before !== null)
    .map(({ entry: { before, event, snapshot } }) => ({ before, event, after: snapshot }));
