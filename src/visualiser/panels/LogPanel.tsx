import type { Flow } from '../../../machines/paths/flow.ts';
import { restoredSnapshot, stepNameOf } from '../../../machines/paths/recording.ts';
import { transitionsOf } from '../../../machines/paths/xstateInternals.ts';
import { stateName } from '../../../machines/stateName.ts';
import type { LogEntry } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { contextChanges, displayedValues } from '../displayedValues.ts';
import { modelOf } from '../flowModels.ts';
import { Button } from '../parts/Button.tsx';

/** The number of rows of a page of the log. */
const ROWS = 40;

/** Returns the id of an entry in the address. */
const idOf = ({ number }: LogEntry) => `${number}`;

const titles = new WeakMap<LogEntry, string>();

/** Returns the title of an entry: the name of its case, the trigger of its transition, or the type of its event. */
function titleOf(flow: Flow, entry: LogEntry): string {
  const known = titles.get(entry);
  if (known !== undefined) return known;
  const { before, event, transitions } = entry;
  const transition = modelOf(flow.id)?.transitions.find(({ id }) => id === transitions[0]);
  const name = before && stepNameOf(flow, restoredSnapshot(flow, before), event);
  const title = before === null ? 'the flow begins' : (name ?? transition?.trigger ?? event.type);
  titles.set(entry, title);
  return title;
}

/** Whether an actor runs in the state after an entry. */
export const isUnderWay = ({ snapshot }: LogEntry) => Object.keys(snapshot.children).length > 0;

type RowProps = {
  flow: Flow;
  entry: LogEntry;
  isMasked: boolean;
  /** Whether the environment of the flow is paused. */
  isPaused: boolean;
  onRestart: (entry: LogEntry) => void;
};

function EntryDetails({ flow, entry, isMasked, isPaused, onRestart }: RowProps) {
  const { type, actorId: _, ...payload } = entry.event;
  const displayed = (data: Record<string, unknown>) => displayedValues(flow, data, isMasked);
  const rows = contextChanges(displayed(entry.before?.context ?? {}), displayed(entry.snapshot.context));
  const isLeft = !isPaused && isUnderWay(entry);
  const guards = new Map(transitionsOf(flow.machine).map(({ id, guard }) => [id, guard]));
  return (
    <section className="entry-details" aria-label={`What "${type}" did`}>
      {Object.keys(payload).length > 0 && <pre>{JSON.stringify(displayed(payload), null, 2)}</pre>}
      {entry.guardResults.length > 0 && (
        <ul className="guard-results">
          {entry.guardResults.map((guardResult) => {
            const [id = '', result] = guardResult.split(' ? ');
            return (
              <li key={guardResult}>
                {guards.get(id) ?? id}: {result === 'true' ? 'yes' : 'no'}
              </li>
            );
          })}
        </ul>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">context</th>
            <th scope="col">before</th>
            <th scope="col">after</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, before, after, isChanged }) => (
            <tr key={path} className={isChanged ? 'changed' : undefined}>
              <th scope="row">{path}</th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onClick={() => onRestart(entry)}>
        {isLeft ? 'Pause the environment and restart from here' : 'Restart from here'}
      </button>
      {isLeft && (
        <p className="hint">
          Something is under way in this state. It would start again and lead the flow on at once, unless the
          environment is paused.
        </p>
      )}
      <p className="hint">
        Loads the page again with this flow in the state after the event. Requests that were sent stay sent,
        and other flows start afresh.
      </p>
    </section>
  );
}

type Props = {
  flow: Flow;
  log: readonly LogEntry[];
  /** The ids of the entry whose details are shown, and of the one before which the page of the log begins. */
  open: string | null;
  before: string | null;
  isMasked: boolean;
  isPaused: boolean;
  onOpen: (id: string | null) => void;
  onBefore: (id: string | null) => void;
  onClear: () => void;
  onRestart: (entry: LogEntry) => void;
};

/** The log entries of a flow, the newest first. */
export function LogPanel(props: Props) {
  const { flow, log, open, before, isMasked, isPaused, onOpen, onBefore, onClear, onRestart } = props;
  const flowEntries = log.filter((entry) => entry.flow === flow.id);
  const beforeIndex = before === null ? -1 : flowEntries.findIndex((entry) => idOf(entry) === before);
  const rows = (beforeIndex < 0 ? flowEntries : flowEntries.slice(0, beforeIndex)).slice(-ROWS).reverse();
  const oldest = rows.at(-1);
  const hasOlder = oldest !== undefined && flowEntries[0] !== oldest;
  return (
    <div className="log-panel">
      <p className="log-head">
        {flowEntries.length} {flowEntries.length === 1 ? 'entry' : 'entries'}
        <Button isDisabled={beforeIndex < 0} onClick={() => onBefore(null)}>
          Newest
        </Button>
        <Button isDisabled={!hasOlder} onClick={() => oldest && onBefore(idOf(oldest))}>
          Older
        </Button>
        <Button isDisabled={log.length === 0} onClick={onClear}>
          Clear the log
        </Button>
      </p>
      <ol className="entries" reversed>
        {rows.map((entry) => {
          const id = idOf(entry);
          const isOpen = id === open;
          return (
            <li key={id} className="entry">
              <button
                type="button"
                className="entry-row"
                aria-expanded={isOpen}
                onClick={() => onOpen(isOpen ? null : id)}
              >
                <span className="entry-time">{(entry.at / 1_000).toFixed(2)}</span>
                <span className="entry-event">{titleOf(flow, entry)}</span>
                <span className="entry-state">{stateName(entry.snapshot)}</span>
                {entry.failure && <span className="broken">threw “{entry.failure.message}”</span>}
                {!entry.failure && entry.before !== null && entry.transitions.length === 0 && (
                  <span className="reason">nothing taken</span>
                )}
              </button>
              {isOpen && <EntryDetails {...{ flow, entry, isMasked, isPaused, onRestart }} />}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
