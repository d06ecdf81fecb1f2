import { memo } from 'react';
import { type Mask, unmasked } from '../../../../../machines/visualiser/mask.ts';
import type { TimelineRecord } from '../../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { Watch } from '../../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import type { RecordedPage } from '../../connection/replay.ts';
import { laneValue, told } from '../../model/entries/displayed.ts';
import { flowOf } from '../../model/entries/filter.ts';
import { flowWithId } from '../../model/flowModels.ts';
import { classes } from '../../parts/classes.ts';
import { PagePicture } from '../../parts/PagePicture.tsx';

const scrollIntoSight = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

type Props = {
  timeline: readonly TimelineRecord[];
  record: TimelineRecord;
  /** The page after it, where that is drawn. */
  recorded: RecordedPage | null;
  mask: Mask;
  watch: Watch | null;
  isShown: boolean;
  onShow: (number: number | null) => void;
};

/** An entry of the timeline: a column with its picture, its action in a lane, and the state that it led to. */
export const Entry = memo(
  function Entry({ timeline, record, recorded, mask, watch, isShown, onShow }: Props) {
    const { lane, title, result, isFailure } = told(timeline, record, mask);
    const flow = flowOf(record);
    const value = laneValue(watch, record, mask);
    const names = classes('entry', `is-${record.kind}`, isFailure && 'is-failure');
    return (
      <li className={names} ref={isShown ? scrollIntoSight : undefined}>
        {recorded && (
          <div className="entry-picture" inert>
            <PagePicture recorded={recorded} mask={mask} title="" />
          </div>
        )}
        <button
          type="button"
          className="entry-row"
          aria-current={isShown || undefined}
          onClick={() => onShow(isShown ? null : record.number)}
        >
          <span className="entry-time">{(record.at / 1_000).toFixed(2)}</span>
          {record.isPinned && <span className="entry-pin">pinned</span>}
          <span className="entry-flow">{flow !== null && (flowWithId(flow)?.title ?? flow)}</span>
          <span className={`entry-event is-${lane}`}>{title}</span>
          {result !== undefined && <span className="entry-state">{result}</span>}
          {value && (
            <span className="entry-value" title={value.text}>
              <span className="visually-hidden">{watch?.expression}: </span>
              {value.isChanged ? <ins>{value.text}</ins> : value.text}
            </span>
          )}
        </button>
      </li>
    );
  },
  (before, after) =>
    before.record.number === after.record.number &&
    (before.record.kind !== 'pageLoaded' || before.timeline === after.timeline) &&
    before.recorded?.changes.at(-1) === after.recorded?.changes.at(-1) &&
    before.watch === after.watch &&
    (before.mask === unmasked) === (after.mask === unmasked) &&
    before.isShown === after.isShown &&
    before.record.isPinned === after.record.isPinned,
);
