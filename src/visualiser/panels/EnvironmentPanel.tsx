import type { Flow } from '../../../machines/paths/flow.ts';
import { restoredSnapshot } from '../../../machines/paths/recording.ts';
import { activeNodes, invocations, timers, transitionsOf } from '../../../machines/paths/xstateInternals.ts';
import { focusById } from '../../browser/focus.ts';
import type { ActorOutcome, InvokedActorInfo, PageCommand, PersistedSnapshot } from '../channel/protocol.ts';
import { eventCheckFor } from '../connection/guardResults.ts';
import { displayedValues } from '../displayedValues.ts';
import { Button } from '../parts/Button.tsx';
import { outcomeOf } from '../runSteps.ts';

type Props = {
  flow: Flow;
  persistedSnapshot: PersistedSnapshot | null;
  session: string | null;
  invokedActors: readonly InvokedActorInfo[];
  isPaused: boolean;
  isMasked: boolean;
  sendCommand: (command: PageCommand) => void;
};

const seconds = (milliseconds: number) => `${milliseconds / 1_000} s`;

/** The cases of the events that only an actor of this kind sends: those that are taken nowhere but while it runs. */
function actorEvents(
  flow: Flow,
  persistedSnapshot: PersistedSnapshot,
  actor: string,
): { type: string; name: string; payload: object }[] {
  const snapshot = restoredSnapshot(flow, persistedSnapshot);
  const invokingState = activeNodes(snapshot).find((node) => node.invoke.some(({ src }) => src === actor));
  if (!invokingState) return [];
  const isWithin = (id: string) => id === invokingState.id || id.startsWith(`${invokingState.id}.`);
  const all = transitionsOf(flow.machine);
  return Object.entries(flow.events)
    .filter(([type]) => all.filter(({ event }) => event === type).every(({ source }) => isWithin(source)))
    .flatMap(([type, cases]) => Object.entries(cases).map(([name, payload]) => ({ type, name, payload })));
}

const ACTORS_HEADING = 'invoked-actors';

const STATE_TEXTS = {
  running: 'the real actor is running',
  waiting: 'waits for you',
  never: 'never settles',
} as const;

type InvokedActorProps = { invokedActor: InvokedActorInfo } & Pick<
  Props,
  'flow' | 'isMasked' | 'sendCommand'
> & { persistedSnapshot: PersistedSnapshot };

function InvokedActorItem({
  invokedActor,
  flow,
  persistedSnapshot,
  isMasked,
  sendCommand,
}: InvokedActorProps) {
  // An actor that has its outcome leaves the list: the focus moves to the heading.
  const sendAndFocus = (command: PageCommand) => {
    sendCommand(command);
    focusById(ACTORS_HEADING);
  };
  const provideOutcome = (outcome: ActorOutcome) =>
    sendAndFocus({ type: 'provideOutcome', invokedActor: invokedActor.id, outcome });
  const checkEvent = eventCheckFor(flow.id, persistedSnapshot);
  const events = actorEvents(flow, persistedSnapshot, invokedActor.actor).filter(
    ({ type, payload }) => checkEvent?.({ ...payload, type }).isEnabled,
  );
  const input = Object(invokedActor.input);
  return (
    <li className="invoked-actor">
      <h3>
        {invokedActor.actor} <small>{STATE_TEXTS[invokedActor.state]}</small>
      </h3>
      {Object.keys(input).length > 0 && (
        <details>
          <summary>its input</summary>
          <pre>{JSON.stringify(displayedValues(flow, input, isMasked), null, 2)}</pre>
        </details>
      )}
      <fieldset className="outcomes" aria-label={`Outcome of ${invokedActor.actor}`}>
        {Object.keys(flow.outcomes[invokedActor.actor] ?? {}).map((name) => (
          <button
            key={name}
            type="button"
            onClick={() => provideOutcome(outcomeOf(flow, invokedActor.actor, name))}
          >
            {name}
          </button>
        ))}
        {events.map(({ type, name, payload }) => (
          <button
            key={`${type}: ${name}`}
            type="button"
            onClick={() =>
              sendAndFocus({ type: 'send', session: invokedActor.session, event: { ...payload, type } })
            }
          >
            {type}: {name}
          </button>
        ))}
        {invokedActor.state === 'waiting' && (
          <button type="button" onClick={() => provideOutcome({ kind: 'never' })}>
            never settle
          </button>
        )}
        {invokedActor.state !== 'running' && (
          <button type="button" onClick={() => provideOutcome({ kind: 'real' })}>
            run the real actor
          </button>
        )}
      </fieldset>
    </li>
  );
}

/** The world around a flow: what it waits for, to be answered by hand, and its timers, to be fired now. */
export function EnvironmentPanel({
  flow,
  persistedSnapshot,
  session,
  invokedActors,
  isPaused,
  isMasked,
  sendCommand,
}: Props) {
  if (!persistedSnapshot || session === null)
    return <p className="note">The flow does not run on the page that is followed.</p>;
  const snapshot = restoredSnapshot(flow, persistedSnapshot);
  const [next, ...later] = persistedSnapshot.status === 'active' ? timers(snapshot) : [];
  const ofSession = invokedActors.filter((invokedActor) => invokedActor.session === session);
  const invocationCount = invocations(snapshot).length;
  return (
    <div className="environment-panel">
      <div className="row">
        <button
          type="button"
          className="toggle"
          aria-pressed={isPaused}
          onClick={() => sendCommand({ type: 'pause', flow: isPaused ? null : flow.id })}
        >
          Pause the environment
        </button>
        <p className="hint">
          {isPaused
            ? 'Invoked actors wait for you, and the clock of this flow is paused.'
            : 'The server, the payment window and the clock run by themselves. Pause them to choose their outcomes.'}
        </p>
      </div>
      <h2 id={ACTORS_HEADING} tabIndex={-1}>
        Invoked actors
      </h2>
      {ofSession.length === 0 && (
        <p className="note">
          {invocationCount > 0
            ? 'The page has not reported its invoked actors yet.'
            : 'No invoked actor is running.'}
        </p>
      )}
      <ul className="invoked-actors">
        {ofSession.map((invokedActor) => (
          <InvokedActorItem
            key={invokedActor.id}
            {...{ invokedActor, flow, persistedSnapshot, isMasked, sendCommand }}
          />
        ))}
      </ul>
      <h2>Timers</h2>
      <p>
        <Button isDisabled={!next} onClick={() => sendCommand({ type: 'fireTimer', session })}>
          {next ? `Fire ${next.name} (${seconds(next.delay)}) now` : 'No timer runs'}
        </Button>{' '}
        {later.length > 0 && (
          <span className="hint">
            then {later.map(({ name, delay }) => `${name} (${seconds(delay)})`).join(', ')}
          </span>
        )}
      </p>
    </div>
  );
}
