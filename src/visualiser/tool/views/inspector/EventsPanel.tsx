import { type FormEvent, useId } from 'react';
import type { Flow } from '../../../../../machines/paths/index.ts';
import { chartOf } from '../../../../../machines/paths/index.ts';
import { eventsIn } from '../../../../../machines/visualiser/visualiserLink/visualiserLink.rules.ts';
import type { Session } from '../../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { eventCheckFor } from '../../connection/guardResults.ts';
import { payloadOf } from '../../flows/mask.ts';
import { useQuery } from '../../flows/useAddress.ts';
import { sendToFollowedPage, type VisualiserFlows } from '../../flows/visualiserFlows.ts';
import { hasWords } from '../../model/hasWords.ts';
import { readPayload } from '../../model/payload.ts';
import { Button } from '../../parts/Button.tsx';
import { actorEvents } from './InvokedActorItem.tsx';

type EventCheck = NonNullable<ReturnType<typeof eventCheckFor>>;

type Send = (event: { type: string } & Record<string, unknown>) => void;

const NOT_TAKEN = 'not taken in this state';

function blockedReason(flow: Flow, blockedBy: readonly string[]): string {
  const guards = chartOf(flow.machine)
    .transitions.filter(({ id }) => blockedBy.includes(id))
    .map(({ guard }) => guard ?? '');
  return guards.length > 0 ? `blocked by ${[...new Set(guards)].join(', ')}` : NOT_TAKEN;
}

/** The reason why an event cannot be sent: null where it can, an empty text where the flow does not run. */
function reasonAgainst(flow: Flow, check: ReturnType<EventCheck> | undefined): string | null {
  if (!check) return '';
  return check.isEnabled ? null : blockedReason(flow, check.blockedBy);
}

type CaseProps = {
  type: string;
  name: string;
  payload: object;
  /** The payloads of all cases of the event, and those that the page has sent. */
  examples: readonly object[];
  choices: Flow['choices'];
  reason: string | null;
  send: Send;
};

/** A case of an event with the button that sends it, and a form that sends it with an edited payload. */
function EventCase({ type, name, payload, examples, choices, reason, send }: CaseProps) {
  const sendEdited = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('payload');
    if (!(field instanceof HTMLTextAreaElement)) return;
    const read = readPayload(field.value, examples, choices);
    field.setCustomValidity('problem' in read ? read.problem : '');
    if (!field.reportValidity() || 'problem' in read) return;
    send({ ...read.payload, type });
  };
  const reasonId = useId();
  const hasPayload = Object.keys(payload).length > 0;
  const text = JSON.stringify(payload, null, 2);
  return (
    <li className="row event-case">
      <Button
        className="send"
        isDisabled={reason !== null}
        aria-label={`Send ${type}: ${name}`}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={() => send({ ...payload, type })}
      >
        {name}
      </Button>
      {reason !== null && (
        <span className="reason" id={reasonId}>
          {reason}
        </span>
      )}
      {hasPayload && (
        <details className="payload">
          <summary aria-label={`Payload of ${type}: ${name}`}>payload</summary>
          <form className="stack" onSubmit={sendEdited}>
            <textarea
              name="payload"
              aria-label={`Payload of ${type}: ${name}, as JSON`}
              defaultValue={text}
              rows={Math.min(12, text.split('\n').length)}
              spellCheck={false}
              onInput={({ currentTarget }) => currentTarget.setCustomValidity('')}
            />
            <button type="submit">Send edited</button>
          </form>
        </details>
      )}
    </li>
  );
}

type Props = { flow: Flow; flows: VisualiserFlows; session: Session };

/**
 * The events of a flow by their cases. A case that is not handled now shows the guard that blocks it; of an event that the
 * state does not take in any case, only the name is shown.
 */
export function EventsPanel({ flow, flows, session: { session, snapshot } }: Props) {
  const checkEvent = eventCheckFor(flow.id, snapshot);
  /** The payloads that the page itself has sent. */
  const sent = (type: string) =>
    eventsIn(flows.link.snapshot.context.timeline)
      .filter((entry) => entry.flow === flow.id && entry.event.type === type)
      .map(payloadOf);
  /** The events of the invoked actors, which stand with them. */
  const ofActors = new Set(
    flows.link.snapshot.context.invokedActors
      .filter((invoked) => invoked.session === session)
      .flatMap(({ actor }) => actorEvents(flow, snapshot, actor))
      .map(({ type, name }) => `${type}: ${name}`),
  );
  const { params, set } = useQuery();
  const search = params.get('events') ?? '';
  const found = Object.entries(flow.events)
    .map(([type, cases]) => {
      const named = Object.entries(cases).filter(
        ([name]) => !ofActors.has(`${type}: ${name}`) && hasWords(`${type}: ${name}`, search),
      );
      return [type, cases, named] as const;
    })
    .filter(([, , named]) => named.length > 0);
  return (
    <div className="stack events-panel">
      <input
        type="search"
        aria-label="Find an event"
        placeholder="Find an event"
        autoComplete="off"
        value={search}
        onChange={({ target }) => set({ events: target.value })}
      />
      {found.length === 0 && (
        <p className="note">{search === '' ? 'The flow has no events.' : 'No event has these words.'}</p>
      )}
      {found.map(([type, cases, some]) => {
        const named = some.map(([name, payload]) => ({
          name,
          payload,
          reason: reasonAgainst(flow, checkEvent?.({ ...payload, type })),
        }));
        const isTaken = named.some(({ reason }) => reason !== NOT_TAKEN);
        return (
          <section key={type} aria-label={type} className={isTaken ? undefined : 'is-not-taken'}>
            <h3>
              {type} {!isTaken && <small>{NOT_TAKEN}</small>}
            </h3>
            <ul className="event-cases">
              {named.map((eventCase) => (
                <EventCase
                  key={eventCase.name}
                  type={type}
                  {...eventCase}
                  examples={[...Object.values(cases), ...sent(type)]}
                  choices={flow.choices}
                  send={(event) => sendToFollowedPage(flows, { type: 'send', session, event })}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
