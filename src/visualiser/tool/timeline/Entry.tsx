import { memo } from 'react';
import { stateName } from '../../../../machines/paths/index.ts';
import { flowWithId } from '../flowModels.ts';
import { eventParticipant } from '../participants.ts';
import { problemOf, type ShownRecord } from './checks.ts';
import { entryTitle, maskOfPages } from './displayed.ts';
import { flowOf } from './filter.ts';
import { PagePicture } from './PagePicture.tsx';
import type { RecordedPage } from './replay.ts';

/** Who does something, each in a lane of the timeline; the payment window is drawn with the server. */
export const LANES = ['visitor', 'page', 'machine', 'server', 'clock'] as const;
type Lane = (typeof LANES)[number];

/** Returns the lane of whoever did what an entry says. */
function laneOf(record: ShownRecord): Lane {
  if (record.kind === 'request' || record.kind === 'response') return 'server';
  if (record.kind !== 'event') return 'page';
  const { before, flow, event } = record.entry;
  const model = flowWithId(flow);
  if (before === null || !model) return 'page';
  const participant = eventParticipant(model, before.children, event.type);
  return participant === 'paymentWindow' ? 'server' : participant;
}

const titleOfFlow = (id: string | null) => (id === null ? null : (flowWithId(id)?.title ?? id));

/** The result of an entry: the state of the machine, or the status of a response. */
function Outcome({ record, mask }: { record: ShownRecord; mask: (text: string) => string }) {
  if (record.kind === 'response')
    return <span className="entry-status">{record.response.status ?? 'no response'}</span>;
  if (record.kind === 'check') {
    const problem = problemOf(record);
    return (
      <span className="entry-state">
        {problem === null ? `✓ ${record.results.length} seen` : `✗ ${problem}`}
      </span>
    );
  }
  if (record.kind === 'problem') return <span className="entry-state">{mask(record.problem.text)}</span>;
  if (record.kind === 'audit') {
    const { length } = record.violations;
    return (
      <span className="entry-state">
        {length === 0 ? '✓ axe finds nothing' : `✗ ${length} ${length === 1 ? 'violation' : 'violations'}`}
      </span>
    );
  }
  if (record.kind !== 'event') return null;
  const { failure, before, transitions, snapshot } = record.entry;
  return (
    <span className="entry-state">
      {failure ? `threw “${mask(failure.message)}”` : stateName(snapshot)}
      {!failure && before !== null && transitions.length === 0 && ' (nothing taken)'}
    </span>
  );
}

/** Whether an entry says that something went wrong. */
const isFailure = (record: ShownRecord): boolean =>
  (record.kind === 'event' && record.entry.failure !== null) ||
  (record.kind === 'problem' && record.problem.isError) ||
  (record.kind === 'audit' && record.violations.length > 0) ||
  (record.kind === 'check' && problemOf(record) !== null) ||
  (record.kind === 'response' && (record.response.status ?? 500) >= 400);

/** Scrolls an entry into sight as soon as it is the one that is shown. */
const scrollIntoSight = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

type Props = {
  timeline: readonly ShownRecord[];
  record: ShownRecord;
  /** The page after it, where that is drawn. */
  recorded: RecordedPage | null;
  isMasked: boolean;
  isShown: boolean;
  isPinned: boolean;
  onShow: (number: number | null) => void;
};

/** An entry of the timeline: a column with its picture, what was done in its lane, and the state that it led to. */
export const Entry = memo(
  function Entry({ timeline, record, recorded, isMasked, isShown, isPinned, onShow }: Props) {
    const classes = [
      'entry',
      `is-${record.kind}`,
      isFailure(record) && 'is-failure',
      isPinned && 'is-pinned',
    ];
    return (
      <li className={classes.filter(Boolean).join(' ')} ref={isShown ? scrollIntoSight : undefined}>
        {recorded && (
          <div className="entry-picture" inert>
            <PagePicture recorded={recorded} timeline={timeline} isMasked={isMasked} title="" />
          </div>
        )}
        <button
          type="button"
          className="entry-row"
          aria-current={isShown || undefined}
          onClick={() => onShow(isShown ? null : record.number)}
        >
          <span className="entry-time">{(record.at / 1_000).toFixed(2)}</span>
          {isPinned && <span className="entry-pin">pinned</span>}
          <span className="entry-flow">{titleOfFlow(flowOf(record))}</span>
          <span className={`entry-event is-${laneOf(record)}`}>{entryTitle(timeline, record)}</span>
          <Outcome record={record} mask={(text) => maskOfPages(timeline, isMasked)(text, false)} />
        </button>
      </li>
    );
  },
  (before, after) =>
    before.record.number === after.record.number &&
    before.recorded?.at(-1) === after.recorded?.at(-1) &&
    before.isMasked === after.isMasked &&
    before.isShown === after.isShown &&
    before.isPinned === after.isPinned,
);
