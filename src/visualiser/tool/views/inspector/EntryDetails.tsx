import type { Flow } from '../../../../../machines/paths/index.ts';
import { lostPaths } from '../../../../../machines/visualiser/displayData.ts';
import type { Mask } from '../../../../../machines/visualiser/mask.ts';
import { eventsIn } from '../../../../../machines/visualiser/visualiserLink/visualiserLink.rules.ts';
import type {
  LogEntry,
  PageCheck,
  TimelineRecord,
} from '../../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { focusById } from '../../../../browser/focus.ts';
import { payloadOf, shownMask } from '../../flows/mask.ts';
import { sendToFollowedPage, type VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { displayedBody, guardAnswer, responseTime, told } from '../../model/entries/displayed.ts';
import { flowOf } from '../../model/entries/filter.ts';
import { flowWithId } from '../../model/flowModels.ts';

function GuardResults({ entry: { flow, guardResults } }: { entry: LogEntry }) {
  if (guardResults.length === 0) return null;
  return (
    <ul className="guard-results">
      {guardResults.map((guardResult) => (
        <li key={guardResult}>{guardAnswer(flowWithId(flow), guardResult)}</li>
      ))}
    </ul>
  );
}

/** The payload of an event, the body of a call or the text of a problem. */
function Data({ record, mask }: { record: TimelineRecord; mask: Mask }) {
  const dataOf = (): unknown => {
    if (record.kind === 'event') return mask.data(flowWithId(record.entry.flow), payloadOf(record.entry));
    if (record.kind === 'problem') return mask.text(record.problem.text);
    return record.kind === 'request' || record.kind === 'response' ? displayedBody(record, mask) : null;
  };
  const data = dataOf();
  if (typeof data === 'string') return <pre>{data}</pre>;
  return Object.keys(Object(data)).length > 0 ? <pre>{JSON.stringify(data, null, 2)}</pre> : null;
}

type ResponseRecord = Extract<TimelineRecord, { kind: 'response' }>;

type ResponseProps = { record: ResponseRecord; timeline: readonly TimelineRecord[]; mask: Mask };

/** The time and the headers of a response. */
function Response({ record, timeline, mask }: ResponseProps) {
  const seconds = responseTime(timeline, record);
  const headers = Object.entries(record.response.headers ?? {});
  return (
    <>
      {seconds !== null && <p className="note">after {seconds} s</p>}
      {headers.length > 0 && (
        <details>
          <summary>Headers</summary>
          <pre>{headers.map(([name, value]) => `${name}: ${mask.text(value)}`).join('\n')}</pre>
        </details>
      )}
    </>
  );
}

const Checks = ({ record, mask }: { record: PageCheck; mask: Mask }) => (
  <ul className="run-checks">
    {record.results.map(({ check, problem }) => (
      <li key={check} className={problem === null ? undefined : 'run-failed'}>
        {problem === null ? '✓' : '✗'} {check}
        {problem !== null && <strong> {mask.text(problem)}</strong>}
      </li>
    ))}
  </ul>
);

/** The latest event on a page up to an entry: of a call's flow, else of any; null where there is none. */
function eventAt(timeline: readonly TimelineRecord[], record: TimelineRecord): LogEntry | null {
  const [page, flow] = [record.page.id, flowOf(record)];
  const ofPage = timeline.filter((known) => known.page.id === page && known.number <= record.number);
  return eventsIn(ofPage).findLast((entry) => flow === null || entry.flow === flow) ?? null;
}

/** Whether an actor runs in the state after an event. */
const isUnderWay = ({ snapshot }: LogEntry) => Object.keys(snapshot.children).length > 0;

type Props = { flow: Flow; flows: VisualiserFlows; record: TimelineRecord };

/** Loads the page of an entry again, with the flow of its event in the state after it; without an event all start afresh. */
function Restart({ flow, flows, record }: Props) {
  const { link } = flows;
  const { timeline, paused } = link.snapshot.context;
  const event = eventAt(timeline, record);
  // An actor of the state would start again, and lead the flow on.
  const isToPause = event !== null && isUnderWay(event);
  const lostParts = event ? lostPaths(event.snapshot.context) : [];
  const restart = () => {
    if (isToPause) sendToFollowedPage(flows, { type: 'pause', flow: event.flow });
    sendToFollowedPage(flows, {
      type: 'open',
      path: record.page.path,
      draftsToClear: [event?.flow ?? flow.id],
      restart: event && { flow: event.flow, snapshot: event.snapshot },
    });
    link.send({ type: 'entryShown', number: null });
    // The pressed button is gone.
    focusById('inspector');
  };
  if (event === null)
    return (
      <button type="button" onClick={restart}>
        Load {record.page.path} again
      </button>
    );
  return (
    <>
      <button type="button" onClick={restart}>
        {isToPause && paused !== event.flow
          ? 'Pause the environment and restart from here'
          : 'Restart from here'}
      </button>
      <p className="hint">
        Loads the page again with "{flowWithId(event.flow)?.title ?? event.flow}" in the state after the
        event. Its timers start anew. Requests that were sent stay sent, and other flows start afresh.
        {lostParts.length > 0 && ` Not restored: ${lostParts.join(', ')}.`}
      </p>
    </>
  );
}

export function EntryDetails(props: Props) {
  const { flows, record } = props;
  const { timeline } = flows.link.snapshot.context;
  const mask = shownMask(flows);
  const name =
    record.kind === 'event' ? `What "${record.entry.event.type}" did` : told(timeline, record, mask).title;
  return (
    <section className="stack entry-details" aria-label={name}>
      {record.kind === 'response' && <Response record={record} timeline={timeline} mask={mask} />}
      <Data record={record} mask={mask} />
      {record.kind === 'event' && <GuardResults entry={record.entry} />}
      {record.kind === 'audit' && (
        <ul className="run-checks">
          {record.violations.map((violation) => (
            <li key={violation} className="run-failed">
              ✗ {violation}
            </li>
          ))}
        </ul>
      )}
      {record.kind === 'check' && <Checks record={record} mask={mask} />}
      <button
        type="button"
        aria-pressed={record.isPinned ?? false}
        onClick={() => flows.link.send({ type: 'pinToggled' })}
      >
        Pin this entry
      </button>
      <Restart {...props} />
    </section>
  );
}
