import type { TimelineRecord } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { ShownRecord } from './checks.ts';
import { flowOf } from './filter.ts';

/** Returns the latest event of a flow at an entry of its page: that of a call's flow, else of any; null where none is. */
export function eventAt(
  timeline: readonly ShownRecord[],
  record: ShownRecord,
): Extract<TimelineRecord, { kind: 'event' }> | null {
  if (record.kind === 'event') return record;
  const flow = flowOf(record);
  const earlier = timeline.filter(
    (known) =>
      known.kind === 'event' &&
      known.page.id === record.page.id &&
      known.number < record.number &&
      (flow === null || known.entry.flow === flow),
  );
  const last = earlier.at(-1);
  return last?.kind === 'event' ? last : null;
}
