import type { Call, LogEntry } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { flowWithId } from '../flowModels.ts';
import type { CheckRecord, ShownRecord } from '../timeline/checks.ts';
import {
  displayedBody,
  displayedPayload,
  entryTitle,
  guardAnswer,
  maskOfPages,
} from '../timeline/displayed.ts';
import { eventAt } from '../timeline/timelineOf.ts';

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

function Payload({ entry, isMasked }: { entry: LogEntry; isMasked: boolean }) {
  const payload = displayedPayload(entry, isMasked);
  return Object.keys(payload).length > 0 ? <pre>{JSON.stringify(payload, null, 2)}</pre> : null;
}

function Body({ call, isMasked }: { call: Call; isMasked: boolean }) {
  const body = displayedBody(call, isMasked);
  if (body === null) return <p className="hint">Without a body.</p>;
  return <pre>{typeof body === 'string' ? body : JSON.stringify(body, null, 2)}</pre>;
}

/** The checks of a run, each in words. */
const Checks = ({ record }: { record: CheckRecord }) => (
  <ul className="run-checks">
    {record.results.map(({ check, problem }) => (
      <li key={check} className={problem === null ? undefined : 'run-failed'}>
        {problem === null ? '✓' : '✗'} {check}
        {problem !== null && <strong> {problem}</strong>}
      </li>
    ))}
  </ul>
);

/** Whether an actor runs in the state after an event. */
export const isUnderWay = ({ snapshot }: LogEntry) => Object.keys(snapshot.children).length > 0;

type Props = {
  timeline: readonly ShownRecord[];
  record: ShownRecord;
  isMasked: boolean;
  /** The id of the flow whose environment is paused. */
  paused: string | null;
  /** Loads the page of an entry, with one flow in the state after an event; null starts them all afresh. */
  onRestart: (record: ShownRecord, event: LogEntry | null) => void;
};

/** Puts the page back into an entry. */
function Restart({ timeline, record, paused, onRestart }: Props) {
  const event = eventAt(timeline, record)?.entry ?? null;
  if (event === null)
    return (
      <button type="button" onClick={() => onRestart(record, null)}>
        Load {record.page.path} again
      </button>
    );
  const isLeft = paused !== event.flow && isUnderWay(event);
  return (
    <>
      <button type="button" onClick={() => onRestart(record, event)}>
        {isLeft ? 'Pause the environment and restart from here' : 'Restart from here'}
      </button>
      <p className="hint">
        Loads the page again with "{flowWithId(event.flow)?.title ?? event.flow}" in the state after the
        event. Requests that were sent stay sent, and other flows start afresh.
      </p>
    </>
  );
}

export function EntryDetails(props: Props) {
  const { timeline, record, isMasked } = props;
  const name =
    record.kind === 'event' ? `What "${record.entry.event.type}" did` : entryTitle(timeline, record);
  return (
    <section className="stack entry-details" aria-label={name}>
      {record.kind === 'event' && (
        <>
          <Payload entry={record.entry} isMasked={isMasked} />
          <GuardResults entry={record.entry} />
        </>
      )}
      {record.kind === 'problem' && <pre>{maskOfPages(timeline, isMasked)(record.problem.text, false)}</pre>}
      {record.kind === 'audit' && (
        <ul className="run-checks">
          {record.violations.map((violation) => (
            <li key={violation} className="run-failed">
              ✗ {violation}
            </li>
          ))}
        </ul>
      )}
      {record.kind === 'check' && <Checks record={record} />}
      {(record.kind === 'request' || record.kind === 'response') && (
        <Body call={record} isMasked={isMasked} />
      )}
      <Restart {...props} />
    </section>
  );
}
