import type { Flow } from '../../../machines/paths/flow.ts';
import { activeNodes, invocations, timers, transitionsOf } from '../../../machines/paths/internals.ts';
import { snapshotOf } from '../../../machines/paths/recording.ts';
import { focusById } from '../../browser/focus.ts';
import type { Answer, CallInfo, Deed, Pose } from '../channel/messages.ts';
import { answerOf } from '../legs.ts';
import { Button } from '../parts/Button.tsx';
import { verdictOn } from '../station/guards.ts';
import { shown } from '../values.ts';

type Props = {
  flow: Flow;
  pose: Pose | null;
  session: string | null;
  calls: readonly CallInfo[];
  isHeld: boolean;
  isMasked: boolean;
  perform: (deed: Deed) => void;
};

const seconds = (milliseconds: number) => `${milliseconds / 1_000} s`;

/** The cases of the events that only an actor of this kind sends: those that are taken nowhere but while it runs. */
function ownEvents(flow: Flow, pose: Pose, actor: string): { type: string; name: string; payload: object }[] {
  const snapshot = snapshotOf(flow, pose);
  const home = activeNodes(snapshot).find((node) => node.invoke.some(({ src }) => src === actor));
  if (!home) return [];
  const isBelow = (id: string) => id === home.id || id.startsWith(`${home.id}.`);
  const all = transitionsOf(flow.machine);
  return Object.entries(flow.events)
    .filter(([type]) => all.filter(({ event }) => event === type).every(({ source }) => isBelow(source)))
    .flatMap(([type, cases]) => Object.entries(cases).map(([name, payload]) => ({ type, name, payload })));
}

const ANSWERS = 'answers';

const STATES = {
  asked: 'the real world has been asked',
  waiting: 'waits for you',
  never: 'is never answered',
} as const;

type CallProps = { call: CallInfo } & Pick<Props, 'flow' | 'isMasked' | 'perform'> & { pose: Pose };

function OpenCall({ call, flow, pose, isMasked, perform }: CallProps) {
  // A call that is answered goes: the focus stays with the others.
  const press = (deed: Deed) => {
    perform(deed);
    focusById(ANSWERS);
  };
  const answer = (given: Answer) => press({ type: 'answer', call: call.id, answer: given });
  const verdict = verdictOn(flow.id, pose);
  const events = ownEvents(flow, pose, call.actor).filter(
    ({ type, payload }) => verdict?.({ ...payload, type }).isEnabled,
  );
  const input = Object(call.input);
  return (
    <li className="open-call">
      <h3>
        {call.actor} <small>{STATES[call.state]}</small>
      </h3>
      {Object.keys(input).length > 0 && (
        <details>
          <summary>what it was given</summary>
          <pre>{JSON.stringify(shown(flow, input, isMasked), null, 2)}</pre>
        </details>
      )}
      <fieldset className="answers" aria-label={`Answer of ${call.actor}`}>
        {Object.keys(flow.outcomes[call.actor] ?? {}).map((name) => (
          <button key={name} type="button" onClick={() => answer(answerOf(flow, call.actor, name))}>
            {name}
          </button>
        ))}
        {events.map(({ type, name, payload }) => (
          <button
            key={`${type}: ${name}`}
            type="button"
            onClick={() => press({ type: 'send', session: call.session, event: { ...payload, type } })}
          >
            {type}: {name}
          </button>
        ))}
        {call.state === 'waiting' && (
          <button type="button" onClick={() => answer({ kind: 'never' })}>
            never answer
          </button>
        )}
        {call.state !== 'asked' && (
          <button type="button" onClick={() => answer({ kind: 'real' })}>
            ask the real world
          </button>
        )}
      </fieldset>
    </li>
  );
}

/** The world around a flow: what it waits for, to be answered by hand, and its timers, to be fired now. */
export function WorldPanel({ flow, pose, session, calls, isHeld, isMasked, perform }: Props) {
  if (!pose || session === null)
    return <p className="note">The flow does not run on the page that is followed.</p>;
  const snapshot = snapshotOf(flow, pose);
  const [next, ...later] = pose.status === 'active' ? timers(snapshot) : [];
  const open = calls.filter((call) => call.session === session);
  const invoked = invocations(snapshot).length;
  return (
    <div className="world-panel">
      <div className="row">
        <button
          type="button"
          className="toggle"
          aria-pressed={isHeld}
          onClick={() => perform({ type: 'hold', flow: isHeld ? null : flow.id })}
        >
          Hold the world
        </button>
        <p className="hint">
          {isHeld
            ? 'Answers wait for you, and time stands still for this flow.'
            : 'The server, the payment window and the clock answer by themselves. Hold them to answer in their place.'}
        </p>
      </div>
      <h2 id={ANSWERS} tabIndex={-1}>
        Answers
      </h2>
      {open.length === 0 && (
        <p className="note">
          {invoked > 0 ? 'What was asked has not been heard of yet.' : 'Nothing waits for an answer.'}
        </p>
      )}
      <ul className="open-calls">
        {open.map((call) => (
          <OpenCall key={call.id} {...{ call, flow, pose, isMasked, perform }} />
        ))}
      </ul>
      <h2>Timers</h2>
      <p>
        <Button isOff={!next} onClick={() => perform({ type: 'fire', session })}>
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
