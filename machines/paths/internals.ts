import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  EventObject,
  InspectionEvent,
  StateNode,
} from 'xstate';

/** Everything that knows how XState names and keeps things inside. Nothing else in the project does. */

type AnyStateNode = AnyTransitionDefinition['source'];

/** An actor that an active state invokes: the id of the invocation and the name of its logic. */
export type Invocation = { id: string; src: string };

/** A timer that an active state has started: its state, its name (of the delay) and its length in milliseconds. */
export type Timer = { state: string; name: string; delay: number; event: EventObject };

export const doneEvent = (id: string, output: unknown): EventObject & { output: unknown } => ({
  type: `xstate.done.actor.${id}`,
  output,
});

export const errorEvent = (id: string, error: unknown): EventObject & { error: unknown } => ({
  type: `xstate.error.actor.${id}`,
  error,
});

/** What an event comes from, in words: an outcome of an actor, a timer, or the event itself. */
export function sourceOf(event: string): string {
  const actor = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event);
  if (actor) return `${actor[1] === 'done' ? 'an output' : 'an error'} of "${actor[2]}"`;
  const timer = /^xstate\.after\.([^.]+)\./.exec(event);
  return timer ? `the timer "${timer[1]}", or an earlier one is always due first` : `"${event}"`;
}

/** The active state nodes of a snapshot, ancestors included. */
export const activeNodes = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

/** The actors that the active states invoke. */
export function invocations(snapshot: AnyMachineSnapshot): Invocation[] {
  return activeNodes(snapshot).flatMap((node) =>
    node.invoke.map(({ id, src }) => ({ id, src: typeof src === 'string' ? src : id })),
  );
}

/** The timers that the active states have started, the earliest due first. */
export function timers(snapshot: AnyMachineSnapshot): Timer[] {
  const delays = snapshot.machine.implementations.delays ?? {};
  const lengthOf = (delay: unknown): number => {
    if (typeof delay === 'number') return delay;
    const named = delays[String(delay)];
    if (typeof named === 'number') return named;
    throw new Error(`the delay "${String(delay)}" has no fixed length; paths need one`);
  };
  return activeNodes(snapshot)
    .flatMap((node) =>
      [...new Map(node.after.map((after) => [after.eventType, after.delay])).entries()].map(
        ([type, delay]) => ({
          state: node.id,
          name: String(delay),
          delay: lengthOf(delay),
          event: { type },
        }),
      ),
    )
    .sort((one, other) => one.delay - other.delay);
}

const guardName = (definition: AnyTransitionDefinition): string | undefined => {
  const { guard } = definition;
  if (guard === undefined) return undefined;
  if (typeof guard === 'string') return guard;
  return typeof guard === 'object' && 'type' in guard ? String(guard.type) : 'inline';
};

const definitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

const siblingsOf = (definition: AnyTransitionDefinition): readonly AnyTransitionDefinition[] =>
  definition.source.always?.includes(definition)
    ? definition.source.always
    : (definition.source.transitions.get(definition.eventType) ?? []);

/** A name for a transition that is the same in every instance of its machine. */
export function transitionId(definition: AnyTransitionDefinition): string {
  const siblings = siblingsOf(definition);
  const place = siblings.length > 1 ? `[${siblings.indexOf(definition)}]` : '';
  return `${definition.source.id} · ${definition.eventType || 'always'}${place}`;
}

/** A transition of a machine as data. */
export type Transition = {
  id: string;
  source: string;
  event: string;
  guard?: string;
  targets: string[];
};

const nodesBelow = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values<StateNode>(node.states).flatMap((child) => nodesBelow(child)),
];

/** Every state node of a machine, its root first. */
export const stateNodes = (machine: AnyStateMachine): AnyStateNode[] => nodesBelow(machine.root);

/** Every transition that a machine defines. */
export function transitionsOf(machine: AnyStateMachine): Transition[] {
  return stateNodes(machine)
    .flatMap(definitionsOf)
    .map((definition) => {
      const guard = guardName(definition);
      return {
        id: transitionId(definition),
        source: definition.source.id,
        event: definition.eventType,
        ...(guard !== undefined && { guard }),
        targets: (definition.target ?? []).map((target) => target.id),
      };
    });
}

/** What the guard of one transition answered: `<transition> ? true`. */
export const guardAnswer = (transition: string, answer: boolean): string => `${transition} ? ${answer}`;

export const isRefusal = (answer: string): boolean => answer.endsWith('? false');

/**
 * The same machine, telling `tell` each time the guard of a transition is asked, and what it answers.
 * Guards are told apart by transition, not by name.
 */
export function withGuardsTold(
  machine: AnyStateMachine,
  tell: (transition: string, answer: boolean) => void,
): AnyStateMachine {
  const original = machine.implementations.guards ?? {};
  const guards: Record<string, (...args: never[]) => boolean> = {};
  const told = machine.provide({ guards });
  for (const definition of stateNodes(told).flatMap(definitionsOf)) {
    const name = guardName(definition);
    const guard = name === undefined ? undefined : original[name];
    if (name === undefined || typeof guard !== 'function') continue;
    const id = transitionId(definition);
    told.implementations.guards[id] = (...args: Parameters<typeof guard>) => {
      const answer = guard(...args);
      tell(id, answer);
      return answer;
    };
    definition.guard = typeof definition.guard === 'object' ? { ...definition.guard, type: id } : id;
  }
  return told;
}

/** The transitions that an inspection event says were taken. */
export function takenIn(event: InspectionEvent): string[] {
  if (event.type !== '@xstate.microstep') return [];
  return event._transitions
    .filter((definition) => siblingsOf(definition).includes(definition))
    .map(transitionId);
}
