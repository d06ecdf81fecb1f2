import type { TimelineRecord } from '../../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { hasWords } from '../hasWords.ts';
import { isStart, isTypedOn, told } from './displayed.ts';

/** The kinds of entries to choose from, with their entries; null for a kind without entries of its own. */
export const kinds = {
  any: { name: 'everything', entries: null },
  loads: { name: 'page loads', entries: ['pageLoaded'] },
  events: { name: 'events', entries: ['event'] },
  calls: { name: 'requests and responses', entries: ['request', 'response'] },
  checks: { name: 'checks of a run', entries: ['check'] },
  problems: { name: 'errors and warnings', entries: ['problem', 'audit'] },
  pinned: { name: 'what is pinned', entries: null },
} satisfies Record<string, { name: string; entries: TimelineRecord['kind'][] | null }>;

export type Kind = keyof typeof kinds;

export const isKind = (text: string | null): text is Kind => text !== null && Object.hasOwn(kinds, text);

/** Which entries of the timeline are listed. */
export type TimelineFilter = {
  kind: Kind;
  /** The id of a flow; null for all flows. */
  flow: string | null;
  search: string;
};

/** The flow of an entry; null where it is of none. */
export const flowOf = (record: TimelineRecord): string | null => {
  if (record.kind === 'event') return record.entry.flow;
  return 'flow' in record ? record.flow : null;
};

const searchTexts = new WeakMap<TimelineRecord, string>();

/** The text for a search: title, state, transitions, status and error. It contains no typed value. */
function searchText(timeline: readonly TimelineRecord[], record: TimelineRecord): string {
  const known = searchTexts.get(record);
  if (known !== undefined) return known;
  const { title, result } = told(timeline, record, {
    data: () => ({}),
    text: (message) => (record.kind === 'event' ? message : ''),
  });
  const more = record.kind === 'event' ? [record.entry.flow, ...record.entry.transitions] : [];
  const text = [title, result, ...more].join(' ');
  searchTexts.set(record, text);
  return text;
}

/** Entries with typing in one field as one, that of the last key. A pinned or shown entry stays. */
export function withoutKeys(records: readonly TimelineRecord[], shown: number | null): TimelineRecord[] {
  return records.filter((record, index) => {
    const next = records[index + 1];
    if (record.kind !== 'event' || next?.kind !== 'event') return true;
    return record.isPinned || record.number === shown || !isTypedOn(record.entry, next.entry);
  });
}

/** Whether an entry starts a flow that is not shown: the load of the page says how many began. */
const isOtherStart = (record: TimelineRecord, shown: string): boolean =>
  record.kind === 'event' && record.entry.flow !== shown && isStart(record.entry) && !record.isPinned;

/** The entries that match the filter. Entries without a flow match every flow. */
export function filtered(
  timeline: readonly TimelineRecord[],
  { kind, flow, search }: TimelineFilter,
  shownFlow: string,
): TimelineRecord[] {
  const isEverything = kind === 'any' && flow === null && search === '';
  const entries: readonly string[] | null = kinds[kind].entries;
  return timeline.filter((record) => {
    if (isEverything && isOtherStart(record, shownFlow)) return false;
    if (kind === 'pinned' && !record.isPinned) return false;
    if (entries?.includes(record.kind) === false) return false;
    if (flow !== null && ![null, flow].includes(flowOf(record))) return false;
    return hasWords(searchText(timeline, record), search);
  });
}
