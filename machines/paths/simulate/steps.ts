import { type EventObject, isMachineSnapshot } from 'xstate';
import type { Flow, FlowOutcome, Step } from '../define/types.ts';
import { activeNodes, doneEvent, errorEvent, snapshotEvent } from '../define/xstateInternals.ts';
import { outcomesOf } from './actorModels.ts';
import type { ActorState, ExternalEvent, Moment } from './system.types.ts';

/** Whether some transition is selected for an event; a guard that throws while it is asked breaks the machine. */
export function isEnabled({ snapshot }: Pick<Moment, 'snapshot'>, event: EventObject): boolean {
  try {
    return snapshot.machine.getTransitionData(snapshot, event).length > 0;
  } catch {
    return true;
  }
}

function stepOfOutcome(
  id: string,
  actor: string,
  path: readonly string[],
  name: string,
  outcome: FlowOutcome,
): Step {
  const common = { actor, path, name };
  if ('sends' in outcome) return { ...common, kind: 'sent', event: outcome.sends };
  if ('snapshot' in outcome) {
    const snapshot = { status: 'active', output: undefined, error: undefined, context: outcome.snapshot };
    return { ...common, kind: 'snapshot', event: snapshotEvent(id, snapshot) };
  }
  const event = 'error' in outcome ? errorEvent(id, outcome.error) : doneEvent(id, outcome.output);
  return { ...common, kind: 'outcome', event };
}

const isLive = ({ model, status }: Pick<ActorState, 'model' | 'status'>) =>
  model.kind === 'silent' && status === 'running';

/** The step of the next due event, with all events due at the same time. */
function nextTimed({ actors, schedule }: Moment): Step[] {
  const [due] = schedule;
  if (!due) return [];
  const { event, wait } = due;
  const owner = actors.get(due.target);
  const suffix = owner && owner.path.length > 0 ? ` in ${owner.path.join('.')}` : '';
  const nodes = isMachineSnapshot(owner?.snapshot) ? activeNodes(owner.snapshot) : [];
  const after = nodes.flatMap((node) => node.after).find(({ eventType }) => eventType === event.type);
  return after
    ? [{ kind: 'timer', state: after.source.id, name: `${after.delay}${suffix}`, event, wait }]
    : [{ kind: 'delayed', name: `${event.type}${suffix}`, event, wait }];
}

/**
 * Every possible step in a state: event cases that a transition takes, outcomes of silent actors, and the next due
 * events.
 * @throws ExploreError for an actor without cases.
 */
export function stepsIn(flow: Flow, system: Moment): Step[] {
  const { snapshot } = system;
  if (snapshot.status !== 'active') return [];
  const events = Object.entries(flow.events).flatMap(([type, cases]) =>
    Object.entries(cases)
      .filter(([name]) => flow.isPossible(`${type}: ${name}`, snapshot))
      .map(([name, payload]) => ({ kind: 'event' as const, type, name, event: { type, ...payload } })),
  );
  const live = [...system.actors].filter(([, state]) => isLive(state));
  const ofActors = live.flatMap(
    ([
      { id },
      {
        path,
        model: { src },
      },
    ]) =>
      Object.entries(outcomesOf(flow, src, path))
        .filter(([name]) => flow.isPossible(`${src}: ${name}`, snapshot))
        .map(([name, outcome]) => stepOfOutcome(id, src, path, name, outcome)),
  );
  return [...events.filter(({ event }) => isEnabled(system, event)), ...ofActors, ...nextTimed(system)];
}

/** The event that a step sends to a system of actors. */
export function externalEventOf(step: Step): ExternalEvent {
  const { event } = step;
  switch (step.kind) {
    case 'event':
      return { kind: 'event', to: [], event };
    case 'sent':
      return { kind: 'event', to: step.path.slice(0, -1), event };
    case 'snapshot':
      return { kind: 'snapshot', of: step.path, context: step.event.snapshot.context };
    case 'outcome': {
      const end =
        'error' in event ? { error: event.error } : { output: 'output' in event ? event.output : undefined };
      return { kind: 'end', of: step.path, end };
    }
    case 'timer':
    case 'delayed':
      return { kind: 'time' };
  }
}
