import type { Flow } from '../../../../../machines/paths/index.ts';
import { hasChanged, propertyTitles, readExpression } from '../../../../../machines/visualiser/expression.ts';
import type { TimelineRecord } from '../../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { focusById } from '../../../../browser/focus.ts';
import { shownMask } from '../../flows/mask.ts';
import type { Moment } from '../../flows/moment.ts';
import type { VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { changeText, eventTitle } from '../../model/entries/displayed.ts';
import { Button } from '../../parts/Button.tsx';

type EventRecord = Extract<TimelineRecord, { kind: 'event' }>;

/** The entry that last changed the value of an expression on the page of the moment; undefined where none did. */
function lastChange(flow: Flow, flows: VisualiserFlows, { record }: Moment, expression: string) {
  const { timeline, followedPage } = flows.link.snapshot.context;
  const read = readExpression(flow, expression);
  const page = record?.page ?? followedPage;
  return timeline.findLast(
    (known): known is EventRecord =>
      known.kind === 'event' &&
      known.entry.flow === flow.id &&
      known.page.id === page?.id &&
      known.number <= (record?.number ?? known.number) &&
      'valueIn' in read &&
      hasChanged(read, known.entry),
  );
}

type Props = { flow: Flow; flows: VisualiserFlows; moment: Moment };

/** Watches a value, and shows the entry that last changed it. */
export function showChange({ flow, flows, moment }: Props, expression: string): void {
  flows.view.send({ type: 'watched', flow: flow.id, expression });
  const { number = null } = lastChange(flow, flows, moment, expression) ?? {};
  if (number !== null) flows.link.send({ type: 'entryShown', number });
}

/** The watched expression: which entry changed it, a stop at its next change, and its lane on the timeline. */
export function Watch(props: Props) {
  const { flow, flows, moment } = props;
  const { view, visualiser } = flows;
  const { watch } = view.snapshot.context;
  if (watch?.flow !== flow.id) return null;
  const { expression, isLane } = watch;
  const read = readExpression(flow, expression);
  const problem = 'problem' in read ? read.problem : null;
  const { stop } = visualiser.snapshot.context;
  const isStop = stop !== null && 'expression' in stop && stop.expression === expression;
  const change = lastChange(flow, flows, moment, expression);
  const sentence = change
    ? `${change.number === moment.record?.number ? 'Changed here' : 'Changed last'} by "${eventTitle(change.entry)}": ${changeText(expression, change.entry, shownMask(flows))}.`
    : 'No entry of this page has changed it.';
  return (
    <aside className="row selected watch" aria-label="Watched">
      <p role="status" className={problem === null ? undefined : 'run-failed'}>
        {problem ?? sentence}
      </p>
      <input
        id="watched-expression"
        aria-label="Expression"
        list="expressions"
        spellCheck={false}
        autoComplete="off"
        value={expression}
        aria-invalid={problem !== null}
        onChange={({ target }) => view.send({ type: 'watched', flow: flow.id, expression: target.value })}
      />
      <datalist id="expressions">
        {propertyTitles(flow).map((title) => (
          <option key={title}>{title}</option>
        ))}
      </datalist>
      <Button isDisabled={!change} onClick={() => showChange(props, expression)}>
        Show the event
      </Button>
      <Button
        isDisabled={problem !== null}
        aria-pressed={isStop}
        onClick={() =>
          visualiser.send({ type: 'stopChosen', stop: isStop ? null : { flow: flow.id, expression } })
        }
      >
        Stop when it changes
      </Button>
      <Button
        isDisabled={problem !== null}
        aria-pressed={isLane}
        onClick={() => view.send({ type: 'laneToggled' })}
      >
        Lane
      </Button>
      <button
        type="button"
        aria-label="Watch nothing"
        onClick={() => {
          view.send({ type: 'watchEnded' });
          focusById('inspector');
        }}
      >
        ×
      </button>
    </aside>
  );
}
