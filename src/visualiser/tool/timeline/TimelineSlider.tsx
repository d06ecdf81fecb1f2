import type { TimelineRecord } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { Button } from '../parts/Button.tsx';
import { entryTitle } from './displayed.ts';

type Props = {
  timeline: readonly TimelineRecord[];
  /** The entries that are listed. */
  records: readonly TimelineRecord[];
  /** The entry that is shown; none for the current state. */
  shown: TimelineRecord | undefined;
  isPinned: boolean;
  onShow: (number: number | null) => void;
  onPin: () => void;
};

/** Goes through the timeline, entry by entry. Its last position is the current state. */
export function TimelineSlider({ timeline, records, shown, isPinned, onShow, onPin }: Props) {
  const found = shown ? records.indexOf(shown) : -1;
  const position = found < 0 ? records.length : found;
  const show = (index: number) => onShow(records[index]?.number ?? null);
  const isEmpty = records.length === 0;
  return (
    <div className="timeline-slider">
      <input
        type="range"
        aria-label="Position on the timeline"
        aria-valuetext={shown ? entryTitle(timeline, shown) : 'now'}
        min={0}
        max={records.length}
        value={position}
        onChange={({ target }) => show(target.valueAsNumber)}
      />
      <div className="row">
        <Button isDisabled={isEmpty} onClick={() => show(0)}>
          First entry
        </Button>
        <Button isDisabled={isEmpty || position === 0} onClick={() => show(position - 1)}>
          Previous entry
        </Button>
        <Button isDisabled={position === records.length} onClick={() => show(position + 1)}>
          Next entry
        </Button>
        <Button isDisabled={timeline.length === 0} onClick={() => onShow(null)}>
          Now
        </Button>
        <Button isDisabled={!shown} aria-pressed={isPinned} onClick={onPin}>
          Pin this entry
        </Button>
      </div>
    </div>
  );
}
