import type { Flow } from '../../../machines/paths/flow.ts';
import { transitionsOf } from '../../../machines/paths/internals.ts';
import { caseName, snapshotOf } from '../../../machines/paths/recording.ts';
import { stateName } from '../../../machines/stateName.ts';
import type { Entry } from '../../../machines/visualiserLink/visualiserLink.types.ts';
import { modelOf } from '../ids.ts';
import { Button } from '../parts/Button.tsx';
import { changes, shown } from '../values.ts';

/** Rows of a page of the log. */
const ROWS = 40;

/** The name of an entry in an address. */
const idOf = ({ place }: Entry) => `${place}`;

const titles = new WeakMap<Entry, string>();

/** What happened in words: the name of its case, else the trigger of what was taken, else the type of the event. */
function titleOf(flow: Flow, entry: Entry): string {
  const known = titles.get(entry);
  if (known !== undefined) return known;
  const { before, event, transitions } = entry;
  const taken = modelOf(flow.id)?.transitions.find(({ id }) => id === transitions[0]);
  const name = before && caseName(flow, snapshotOf(flow, before), event);
  const title = before === null ? 'the flow begins' : (name ?? taken?.trigger ?? event.type);
  titles.set(entry, title);
  return title;
}

type RowProps = { flow: Flow; entry: Entry; isMasked: boolean; onRestart: (entry: Entry) => void };

function EntryDetails({ flow, entry, isMasked, onRestart }: RowProps) {
  const { type, actorId: _, ...payload } = entry.event;
  const show = (data: Record<string, unknown>) => shown(flow, data, isMasked);
  const rows = changes(show(entry.before?.context ?? {}), show(entry.pose.context));
  const guards = new Map(transitionsOf(flow.machine).map(({ id, guard }) => [id, guard]));
  return (
    <section className="entry-details" aria-label={`What "${type}" did`}>
      {Object.keys(payload).length > 0 && <pre>{JSON.stringify(show(payload), null, 2)}</pre>}
      {entry.answers.length > 0 && (
        <ul className="answers-of-guards">
          {entry.answers.map((answer) => {
            const [id = '', said] = answer.split(' ? ');
            return (
              <li key={answer}>
                {guards.get(id) ?? id}: {said === 'true' ? 'yes' : 'no'}
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
          {rows.map(({ place, before, after, isChanged }) => (
            <tr key={place} className={isChanged ? 'changed' : undefined}>
              <th scope="row">{place}</th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onClick={() => onRestart(entry)}>
        Restart from here
      </button>
      <p className="hint">
        Loads the page again with this flow in the state after the event. Calls that were made stay made, and
        other flows start afresh.
      </p>
    </section>
  );
}

type Props = {
  flow: Flow;
  log: readonly Entry[];
  /** The entry whose details are shown, and the one before which the page of the log begins. */
  open: string | null;
  before: string | null;
  isMasked: boolean;
  onOpen: (id: string | null) => void;
  onBefore: (id: string | null) => void;
  onClear: () => void;
  onRestart: (entry: Entry) => void;
};

/** What has happened to a flow, the newest first. */
export function LogPanel({ flow, log, open, before, isMasked, onOpen, onBefore, onClear, onRestart }: Props) {
  const own = log.filter((entry) => entry.flow === flow.id);
  const cut = before === null ? -1 : own.findIndex((entry) => idOf(entry) === before);
  const rows = (cut < 0 ? own : own.slice(0, cut)).slice(-ROWS).reverse();
  const oldest = rows.at(-1);
  const isMore = oldest !== undefined && own[0] !== oldest;
  return (
    <div className="log-panel">
      <p className="log-head">
        {own.length} {own.length === 1 ? 'entry' : 'entries'}
        <Button isOff={cut < 0} onClick={() => onBefore(null)}>
          Newest
        </Button>
        <Button isOff={!isMore} onClick={() => oldest && onBefore(idOf(oldest))}>
          Older
        </Button>
        <Button isOff={log.length === 0} onClick={onClear}>
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
                <span className="entry-state">{stateName(entry.pose)}</span>
                {entry.before !== null && entry.transitions.length === 0 && (
                  <span className="reason">nothing taken</span>
                )}
              </button>
              {isOpen && <EntryDetails {...{ flow, entry, isMasked, onRestart }} />}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
