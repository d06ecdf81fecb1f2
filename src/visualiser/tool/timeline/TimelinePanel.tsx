import type { ReactNode } from 'react';
import { stateName } from '../../../../machines/paths/index.ts';
import type {
  LinkContext,
  LogEntry,
  TimelineRecord,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { flowWithId } from '../flowModels.ts';
import { Button } from '../parts/Button.tsx';
import { entryTitle } from './displayed.ts';
import { EntryDetails } from './EntryDetails.tsx';
import { filtered, flowOf } from './filter.ts';
import { PictureFrame } from './PictureFrame.tsx';
import { TimelineFilters } from './TimelineFilters.tsx';
import { TimelineSlider } from './TimelineSlider.tsx';
import { useTimelineAddress } from './useTimelineAddress.ts';

/** The number of rows of a page of the list. */
const ROWS = 40;

const titleOfFlow = (id: string | null) => (id === null ? null : (flowWithId(id)?.title ?? id));

function Outcome({ record }: { record: TimelineRecord }) {
  if (record.kind === 'response') return <span>{record.response.status ?? 'no response'}</span>;
  if (record.kind !== 'event') return null;
  const { failure, before, transitions, snapshot } = record.entry;
  return (
    <>
      <span className="entry-state">{stateName(snapshot)}</span>
      {failure && <span className="broken">threw “{failure.message}”</span>}
      {!failure && before !== null && transitions.length === 0 && (
        <span className="reason">nothing taken</span>
      )}
    </>
  );
}

type RowProps = {
  timeline: readonly TimelineRecord[];
  record: TimelineRecord;
  isShown: boolean;
  isPinned: boolean;
  onShow: (number: number | null) => void;
  children: ReactNode;
};

function Row({ timeline, record, isShown, isPinned, onShow, children }: RowProps) {
  return (
    <li className={`entry is-${record.kind}`}>
      <button
        type="button"
        className="entry-row"
        aria-expanded={isShown}
        onClick={() => onShow(isShown ? null : record.number)}
      >
        <span className="entry-time">{(record.at / 1_000).toFixed(2)}</span>
        {isPinned && <span className="entry-pin">pinned</span>}
        <span className="entry-flow">{titleOfFlow(flowOf(record))}</span>
        <span className="entry-event">{entryTitle(timeline, record)}</span>
        <Outcome record={record} />
      </button>
      {isShown && children}
    </li>
  );
}

/**
 * Returns the index after the newest row of the list: that which was asked for, else such that the shown entry is listed.
 * Both are -1 where there is none.
 */
function endOfRows(count: number, before: number, shown: number): number {
  if (before >= 0) return before;
  return shown >= 0 && shown < count - ROWS ? shown + ROWS / 2 : count;
}

type Props = {
  context: LinkContext;
  isMasked: boolean;
  onShow: (number: number | null) => void;
  onPin: () => void;
  onClear: () => void;
  /** Puts the page back into an entry, with one flow in the state after an event; null starts them all afresh. */
  onRestart: (record: TimelineRecord, event: LogEntry | null) => void;
};

/** The timeline of the followed pages: all flows, loads and calls, the newest first, with its pictures. */
export function TimelinePanel({ context, isMasked, onShow, onPin, onClear, onRestart }: Props) {
  const { timeline, shownEntry, pinnedEntries, droppedPictures, paused } = context;
  const address = useTimelineAddress();
  const records = filtered(timeline, address, pinnedEntries);
  const shown = timeline.find(({ number }) => number === shownEntry);
  const beforeIndex = records.findIndex(({ number }) => `${number}` === address.before);
  const shownIndex = records.findIndex(({ number }) => number === shownEntry);
  const rows = records
    .slice(0, endOfRows(records.length, beforeIndex, shownIndex))
    .slice(-ROWS)
    .reverse();
  const showFromSlider = (number: number | null) => {
    if (address.before !== null) address.showBefore(null);
    onShow(number);
  };
  const showNewest = () => showFromSlider(null);
  const oldest = rows.at(-1);
  const hasOlder = oldest !== undefined && records[0] !== oldest;
  return (
    <div className="log-panel">
      <TimelineFilters timeline={timeline} filter={address} onFilter={address.filter} />
      <TimelineSlider
        timeline={timeline}
        records={records}
        onPin={onPin}
        onShow={showFromSlider}
        shown={shown}
        isPinned={pinnedEntries.includes(shownEntry ?? -1)}
      />
      {shown && <PictureFrame context={context} record={shown} isMasked={isMasked} />}
      {droppedPictures > 0 && (
        <p className="hint">
          {droppedPictures === 1 ? 'The oldest picture was' : `The ${droppedPictures} oldest pictures were`}{' '}
          dropped to make room. Those of pinned entries are kept.
        </p>
      )}
      <p className="log-head">
        {records.length} {records.length === 1 ? 'entry' : 'entries'}
        <Button isDisabled={rows[0] === records.at(-1)} onClick={showNewest}>
          Newest
        </Button>
        <Button isDisabled={!hasOlder} onClick={() => oldest && address.showBefore(`${oldest.number}`)}>
          Older
        </Button>
        <Button isDisabled={timeline.length === 0} onClick={onClear}>
          Clear the log
        </Button>
      </p>
      <ol className="entries" reversed>
        {rows.map((record) => (
          <Row
            key={record.number}
            timeline={timeline}
            record={record}
            onShow={onShow}
            isShown={record === shown}
            isPinned={pinnedEntries.includes(record.number)}
          >
            <EntryDetails
              timeline={timeline}
              record={record}
              isMasked={isMasked}
              paused={paused}
              onRestart={onRestart}
            />
          </Row>
        ))}
      </ol>
    </div>
  );
}
