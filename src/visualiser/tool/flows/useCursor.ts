import type { TimelineRecord } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { filtered, isKind, type TimelineFilter, withoutKeys } from '../model/entries/filter.ts';
import { useQuery } from './useAddress.ts';
import type { VisualiserFlows } from './visualiserFlows.ts';

/** The entry at which the timeline stands; undefined for the current state. */
export const shownRecord = ({ link }: Pick<VisualiserFlows, 'link'>): TimelineRecord | undefined => {
  const { timeline, shownEntry } = link.snapshot.context;
  return timeline.find(({ number }) => number === shownEntry);
};

export type Cursor = ReturnType<typeof useCursor>;

/** The filtered entries of the timeline, the shown one, and the ways to others. */
export function useCursor(flow: string, flows: Pick<VisualiserFlows, 'link'>) {
  const { link } = flows;
  const { params, set } = useQuery();
  const kind = params.get('kind');
  const filter: TimelineFilter = {
    kind: isKind(kind) ? kind : 'any',
    flow: params.get('of'),
    search: params.get('find') ?? '',
  };
  const { timeline, shownEntry } = link.snapshot.context;
  const records = withoutKeys(filtered(timeline, filter, flow), shownEntry);
  const shown = shownRecord(flows);
  const found = records.findIndex(({ number }) => number === shown?.number);
  const position = found < 0 ? records.length : found;
  const show = (number: number | null) => link.send({ type: 'entryShown', number });
  const showAt = (index: number) => show(records[index]?.number ?? null);
  return {
    /** The filter of the list, as the address says it: a link shows the same. */
    filter,
    setFilter: set,
    records,
    shown,
    /** The index of the shown entry; the number of entries for the current state. */
    position,
    show,
    showAt,
    showFirst: records.length > 0 ? () => showAt(0) : null,
    showPrevious: position > 0 ? () => showAt(position - 1) : null,
    showNext: position < records.length ? () => showAt(position + 1) : null,
    showNow: timeline.length > 0 ? () => show(null) : null,
  };
}
