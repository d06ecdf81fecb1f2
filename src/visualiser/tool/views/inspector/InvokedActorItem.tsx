import type { Flow, PersistedSnapshot } from '../../../../../machines/paths/index.ts';
import { chartOf, pendingIn, restoredSnapshot } from '../../../../../machines/paths/index.ts';
import type { Mask } from '../../../../../machines/visualiser/mask.ts';
import type { InvokedActorInfo } from '../../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { ActorOutcome, PageCommand } from '../../../shared/channel/protocol.ts';
import { eventCheckFor } from '../../connection/guardResults.ts';
import { outcomeOfAnswer, serverActors } from '../../environment/serverCalls.ts';
import { outcomeOf } from '../../runs/runSteps.ts';
import { AnswerForm } from './AnswerForm.tsx';

type EventCase = { type: string; name: string; payload: object };

/** The possible cases of the events that are handled only in states that invoke the actor: the actor sends them. */
export function actorEvents(flow: Flow, persistedSnapshot: PersistedSnapshot, actor: string): EventCase[] {
  const { actors } = pendingIn(restoredSnapshot(flow, persistedSnapshot));
  const state = actors.find(({ src }) => src === actor)?.state;
  if (state === undefined) return [];
  const checkEvent = eventCheckFor(flow.id, persistedSnapshot);
  const isWithin = (id: string) => id === state || id.startsWith(`${state}.`);
  const { transitions } = chartOf(flow.machine);
  return Object.entries(flow.events)
    .filter(([type]) =>
      transitions.filter(({ trigger }) => trigger === type).every(({ source }) => isWithin(source)),
    )
    .flatMap(([type, cases]) => Object.entries(cases).map(([name, payload]) => ({ type, name, payload })))
    .filter(({ type, payload }) => checkEvent?.({ ...payload, type }).isEnabled);
}

const STATE_TEXTS = {
  running: 'the real actor is running',
  waiting: 'waits for you',
  never: 'never settles',
} as const;

type Props = {
  invokedActor: InvokedActorInfo;
  flow: Flow;
  persistedSnapshot: PersistedSnapshot;
  mask: Mask;
  sendCommand: (command: PageCommand) => void;
};

/** An invoked actor with its input, its outcomes and the events that it can send now. */
export function InvokedActorItem({ invokedActor, flow, persistedSnapshot, mask, sendCommand }: Props) {
  const { id, actor, state, session } = invokedActor;
  const provideOutcome = (outcome: ActorOutcome) =>
    sendCommand({ type: 'provideOutcome', invokedActor: id, outcome });
  const events = actorEvents(flow, persistedSnapshot, actor);
  const input = Object(invokedActor.input);
  const outcomes = [
    ...Object.keys(flow.outcomes[actor] ?? {}).map((name) => ({
      name,
      act: () => provideOutcome(outcomeOf(flow, actor, name)),
    })),
    ...events.map(({ type, name, payload }) => ({
      name: `${type}: ${name}`,
      act: () => sendCommand({ type: 'send', session, event: { ...payload, type } }),
    })),
    state === 'waiting' && { name: 'never settle', act: () => provideOutcome({ kind: 'never' }) },
    state !== 'running' && { name: 'run the real actor', act: () => provideOutcome({ kind: 'real' }) },
  ].filter((outcome) => outcome !== false);
  return (
    <li className="invoked-actor">
      <h3>
        {actor} <small>{STATE_TEXTS[state]}</small>
      </h3>
      {Object.keys(input).length > 0 && (
        <details>
          <summary>its input</summary>
          <pre>{JSON.stringify(mask.data(flow, input), null, 2)}</pre>
        </details>
      )}
      <fieldset className="row outcomes" aria-label={`Outcome of ${actor}`}>
        {outcomes.map(({ name, act }) => (
          <button key={name} type="button" onClick={act}>
            {name}
          </button>
        ))}
      </fieldset>
      {serverActors(flow.id).includes(actor) && (
        <details>
          <summary>an answer of your own</summary>
          <AnswerForm
            button="Answer so"
            onAnswer={async ({ delay, ...answer }) =>
              sendCommand({
                type: 'provideOutcome',
                invokedActor: id,
                outcome: await outcomeOfAnswer(flow, actor, answer, invokedActor.input),
                delay,
              })
            }
          />
        </details>
      )}
    </li>
  );
}
