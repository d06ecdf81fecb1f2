import { hasWords } from '../hasWords.ts';
import type { ShownRecord } from './checks.ts';
import { told } from './displayed.ts';
import type { TimelineFilter } from './useTimelineAddress.ts';

const KINDS: Readonly<Record<string, readonly ShownRecord['kind'][]>> = {
  loads: ['pageLoaded'],
  events: ['event'],
  calls: ['request', 'response'],
  checks: ['check'],
  problems: ['problem', 'audit'],
};

/** Returns the flow of an entry; null where it is of none. */
export const flowOf = (record: ShownRecord): string | null => {
  if (record.kind === 'event') return record.entry.flow;
  return 'flow' in record ? record.flow : null;
};

const searchTexts = new WeakMap<ShownRecord, string>();

/** Returns what a search looks into: title, state, transitions, status and error. No typed value is among them. */
function searchText(timeline: readonly ShownRecord[], record: ShownRecord): string {
  const known = searchTexts.get(record);
  if (known !== undefined) return known;
  const { title, result } = told(timeline, record, (message) => (record.kind === 'event' ? message : ''));
  const more = record.kind === 'event' ? [record.entry.flow, ...record.entry.transitions] : [];
  const text = [title, result, ...more].join(' ');
  searchTexts.set(record, text);
  return text;
}

/** Returns the entries that are asked for. What is of no flow is among those of every flow. */
export function filtered(
  timeline: readonly ShownRecord[],
  { kind, flow, search }: TimelineFilter,
  pinned: readonly number[],
): ShownRecord[] {
  return timeline.filter((record) => {
    if (kind === 'pinned' && !pinned.includes(record.number)) return false;
    if (KINDS[kind] && !KINDS[kind].includes(record.kind)) return false;
    if (flow !== null && ![null, flow].includes(flowOf(record))) return false;
    return hasWords(searchText(timeline, record), search);
  });
}
