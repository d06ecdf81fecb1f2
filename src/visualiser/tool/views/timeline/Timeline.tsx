import type {
  LinkContext,
  TimelineRecord,
} from '../../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { recordedPageAt } from '../../connection/replay.ts';
import { shownMask } from '../../flows/mask.ts';
import type { Cursor } from '../../flows/useCursor.ts';
import type { VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { LANES, told } from '../../model/entries/displayed.ts';
import { Button } from '../../parts/Button.tsx';
import { classes } from '../../parts/classes.ts';
import { Menu } from '../../parts/Menu.tsx';
import { Entry } from './Entry.tsx';
import { TimelineFilters } from './TimelineFilters.tsx';

/** The number of entries that are drawn, and of them those with a picture. */
const DRAWN = 60;
const PICTURES = 6;

const seconds = ({ at }: TimelineRecord) => (at / 1_000).toFixed(1);

type HeadProps = { cursor: Cursor; title: string | undefined };

function Transport({ cursor, title }: HeadProps) {
  const { records, position, showAt, showPrevious, showNext } = cursor;
  const buttons = [
    { name: 'Previous entry', sign: '◀', act: showPrevious },
    { name: 'Next entry', sign: '▶', act: showNext },
  ];
  return (
    <fieldset className="line" aria-label="Position">
      {buttons.map(({ name, sign, act }) => (
        <Button
          key={name}
          aria-label={name}
          title={name}
          isDisabled={act === null}
          onClick={act ?? undefined}
        >
          {sign}
        </Button>
      ))}
      <input
        type="range"
        aria-label="Position on the timeline"
        aria-valuetext={title ?? 'now'}
        min={0}
        max={records.length}
        value={position}
        onChange={({ target }) => showAt(target.valueAsNumber)}
      />
    </fieldset>
  );
}

function Past({ cursor: { shown, showNow }, title }: HeadProps) {
  const text = shown && `Past: ${title}, ${seconds(shown)} s.`;
  return (
    <div className="line past">
      <p className="cut" role="status" title={text}>
        {text}
      </p>
      {shown && (
        <button type="button" onClick={showNow ?? undefined}>
          Back to now (End)
        </button>
      )}
    </div>
  );
}

/** The newest entries, or those around the shown one. */
function drawnOf({ records, position, shown }: Cursor): TimelineRecord[] {
  const isNear = !shown || position >= records.length - DRAWN / 2;
  return isNear ? records.slice(-DRAWN) : records.slice(0, position + DRAWN / 2).slice(-DRAWN);
}

/** The numbers of the entries with a picture: those nearest to the shown one. */
function picturedOf({ recorded }: LinkContext, drawn: readonly TimelineRecord[], shown?: TimelineRecord) {
  const at = shown?.number ?? Number.POSITIVE_INFINITY;
  const distance = (entry: number) => (at === Number.POSITIVE_INFINITY ? -entry : Math.abs(entry - at));
  return [...new Set(recorded.map(({ entry }) => entry))]
    .filter((entry) => drawn.some(({ number }) => number === entry))
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, PICTURES);
}

type Props = { flows: VisualiserFlows; cursor: Cursor };

/** The timeline of the followed pages: the actions by lanes, all flows, loads, calls, checks and pictures. */
export function Timeline({ flows, cursor }: Props) {
  const { link } = flows;
  const { context } = link.snapshot;
  const { timeline } = context;
  const mask = shownMask(flows);
  const { watch } = flows.view.snapshot.context;
  const { records, shown } = cursor;
  const title = shown && told(timeline, shown, mask).title;
  const drawn = drawnOf(cursor);
  const pictured = picturedOf(context, drawn, shown);
  return (
    <section
      id="timeline"
      tabIndex={-1}
      aria-label="Timeline"
      className={classes('timeline', shown && 'is-past', watch?.isLane && 'has-lane')}
    >
      <div className="line timeline-head">
        <Transport cursor={cursor} title={title} />
        <Past cursor={cursor} title={title} />
        <span className="note">
          {records.length} {records.length === 1 ? 'entry' : 'entries'}
        </span>
        <Menu id="timeline" label="Filter the entries" sign="Filter ▾">
          <TimelineFilters timeline={timeline} cursor={cursor} />
        </Menu>
      </div>
      {records.length === 0 && (
        <p className="note timeline-empty">
          {timeline.length === 0
            ? 'Use the page, send an event or run a path: what happens is listed here.'
            : 'The filter leaves no entry.'}
        </p>
      )}
      {drawn.length > 0 && (
        <div className="timeline-body">
          <ul className="lanes" aria-hidden="true">
            {LANES.map((lane) => (
              <li key={lane}>{lane}</li>
            ))}
            {watch?.isLane && (
              <li className="cut" title={watch.expression}>
                {watch.expression}
              </li>
            )}
          </ul>
          <ol className="entries" reversed aria-label="Entries">
            {drawn.toReversed().map((record) => (
              <Entry
                key={record.number}
                timeline={timeline}
                record={record}
                recorded={pictured.includes(record.number) ? recordedPageAt(context, record) : null}
                mask={mask}
                watch={watch}
                isShown={record.number === shown?.number}
                onShow={cursor.show}
              />
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}
