import type { VisualiserFlows } from '../visualiserFlows.ts';
import { type ShownRecord, withChecks } from './checks.ts';
import { filtered } from './filter.ts';
import { useTimelineAddress } from './useTimelineAddress.ts';

/** The entry at which the timeline stands; undefined for the current state. */
export const shownRecord = ({
  link,
  run,
}: Pick<VisualiserFlows, 'link' | 'run'>): ShownRecord | undefined => {
  const { timeline, shownEntry } = link.snapshot.context;
  return shownEntry === null
    ? undefined
    : withChecks(timeline, run.snapshot.context).find(({ number }) => number === shownEntry);
};

export type Cursor = ReturnType<typeof useCursor>;

/** Returns the entries of the timeline that are asked for, the one that is shown, and the ways to others. */
export function useCursor(flows: Pick<VisualiserFlows, 'link' | 'run'>) {
  const { link, run } = flows;
  const filter = useTimelineAddress();
  const { timeline, pinnedEntries } = link.snapshot.context;
  const records = filtered(withChecks(timeline, run.snapshot.context), filter, pinnedEntries);
  const shown = shownRecord(flows);
  const found = records.findIndex(({ number }) => number === shown?.number);
  const position = found < 0 ? records.length : found;
  const show = (number: number | null) => link.send({ type: 'entryShown', number });
  const showAt = (index: number) => show(records[index]?.number ?? null);
  return {
    filter,
    records,
    shown,
    /** The index of the entry that is shown; their number for the current state. */
    position,
    show,
    showAt,
    showFirst: records.length > 0 ? () => showAt(0) : null,
    showPrevious: position > 0 ? () => showAt(position - 1) : null,
    showNext: position < records.length ? () => showAt(position + 1) : null,
    showNow: timeline.length > 0 ? () => show(null) : null,
  };
}
