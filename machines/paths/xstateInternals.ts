import type {
  Actor,
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

/** Whether an actor is told to stop. */
export const isStop = ({ type }: EventObject): boolean => type === 'xstate.stop';

/** What an event comes from, in words: an outcome of an actor, a timer, or the event itself. */
export function describeEventSource(event: string): string {
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

/** The length of a delay in milliseconds; undefined where it has none that is fixed. */
function fixedDelay(machine: AnyStateMachine, delay: unknown): number | undefined {
  const length = typeof delay === 'number' ? delay : machine.implementations.delays?.[String(delay)];
  return typeof length === 'number' ? length : undefined;
}

/** The timers that the active states have started, the earliest due first. */
export function timers(snapshot: AnyMachineSnapshot): Timer[] {
  const delayOf = (delay: unknown): number => {
    const milliseconds = fixedDelay(snapshot.machine, delay);
    if (milliseconds !== undefined) return milliseconds;
    throw new Error(`the delay "${String(delay)}" has no fixed length; paths need one`);
  };
  return activeNodes(snapshot)
    .flatMap((node) =>
      [...new Map(node.after.map((after) => [after.eventType, after.delay])).entries()].map(
        ([type, delay]) => ({
          state: node.id,
          name: String(delay),
          delay: delayOf(delay),
          event: { type },
        }),
      ),
    )
    .sort((one, other) => one.delay - other.delay);
}

const nameOfGuard = (definition: AnyTransitionDefinition): string | undefined => {
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
  const position = siblings.length > 1 ? `[${siblings.indexOf(definition)}]` : '';
  return `${definition.source.id} · ${definition.eventType || 'always'}${position}`;
}

/** What sets a transition off, in words: the event, `after slow (500 ms)`, `done of load`, `always`. */
function describeTrigger({ eventType, source }: AnyTransitionDefinition): string {
  if (eventType === '') return 'always';
  const timer = source.after.find((after) => after.eventType === eventType);
  if (timer) {
    const length = fixedDelay(source.machine, timer.delay);
    if (typeof timer.delay === 'number') return `after ${timer.delay} ms`;
    return length === undefined ? `after ${timer.delay}` : `after ${timer.delay} (${length} ms)`;
  }
  const outcome = /^xstate\.(done|error|snapshot)\.(?:actor\.|state\.)?(.+)$/.exec(eventType);
  return outcome ? `${outcome[1]} of ${outcome[2]}` : eventType;
}

/** The name of an action as it stands in a machine; of one that is written in place, what kind it is. */
function nameOfAction(action: unknown): string {
  if (typeof action === 'string') return action;
  const isNamed = (typeof action === 'object' || typeof action === 'function') && action !== null;
  if (isNamed && 'type' in action) return String(action.type).replace('xstate.', '');
  return 'inline';
}

const namesOfActions = (actions: unknown): string[] =>
  actions === undefined ? [] : [actions].flat().map(nameOfAction);

/** A transition of a machine as data. */
export type TransitionData = {
  id: string;
  source: string;
  event: string;
  trigger: string;
  guard?: string;
  targets: string[];
  actions: string[];
  reenter: boolean;
};

const withDescendants = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values<StateNode>(node.states).flatMap((child) => withDescendants(child)),
];

/** Every state node of a machine, its root first. */
export const stateNodes = (machine: AnyStateMachine): AnyStateNode[] => withDescendants(machine.root);

/** The types of the events that a machine takes; those of XState itself are left out. */
export const eventTypes = (machine: AnyStateMachine): string[] =>
  machine.events.map(String).filter((type) => !type.startsWith('xstate.'));

/** Every transition that a machine defines. */
export function transitionsOf(machine: AnyStateMachine): TransitionData[] {
  return stateNodes(machine)
    .flatMap(definitionsOf)
    .map((definition) => {
      const guard = nameOfGuard(definition);
      return {
        id: transitionId(definition),
        source: definition.source.id,
        event: definition.eventType,
        trigger: describeTrigger(definition),
        ...(guard !== undefined && { guard }),
        targets: (definition.target ?? []).map((target) => target.id),
        actions: namesOfActions(definition.actions),
        reenter: definition.reenter,
      };
    });
}

/** A state of a machine as data. */
export type StateData = {
  id: string;
  key: string;
  /** The id of the state around it; null for the machine itself. */
  parent: string | null;
  type: AnyStateNode['type'];
  history?: 'shallow' | 'deep';
  description?: string;
  tags: string[];
  entry: string[];
  exit: string[];
  /** What it invokes: `createOrder`, or `first: createOrder` where the invocation has another id than its actor. */
  invokes: string[];
};

/** Every state of a machine as data, its root first. What XState adds to entry and exit for its timers is left out. */
export function statesOf(machine: AnyStateMachine): StateData[] {
  return stateNodes(machine).map((node) => ({
    id: node.id,
    key: node.key,
    parent: node.parent?.id ?? null,
    type: node.type,
    ...(node.type === 'history' && { history: node.history || ('shallow' as const) }),
    ...(node.description !== undefined && { description: node.description }),
    tags: node.tags,
    entry: namesOfActions(node.config.entry),
    exit: namesOfActions(node.config.exit),
    invokes: node.invoke.map(({ id, src }) => (typeof src === 'string' && src !== id ? `${id}: ${src}` : id)),
  }));
}

/** Where a compound state begins, or a history state without a history. */
export type InitialArrow = { id: string; source: string; target: string };

/** The initial arrows of a machine. */
export function initialArrows(machine: AnyStateMachine): InitialArrow[] {
  const resolveTarget = (node: AnyStateNode, target: unknown): AnyStateNode | undefined => {
    const [name] = [target].flat();
    if (typeof name !== 'string') return undefined;
    if (name.startsWith('#')) return stateNodes(machine).find(({ id }) => id === name.slice(1));
    return node.parent?.states[name];
  };
  return stateNodes(machine).flatMap((node) => {
    const targets =
      node.type === 'compound'
        ? (node.initial.target ?? [])
        : node.type === 'history'
          ? [resolveTarget(node, Reflect.get(node.config, 'target'))]
          : [];
    return targets.flatMap((target) =>
      target ? [{ id: `${node.id} · initial`, source: node.id, target: target.id }] : [],
    );
  });
}

/** What the guard of one transition answered: `<transition> ? true`. */
export const guardResult = (transition: string, result: boolean): string => `${transition} ? ${result}`;

export const isFalseResult = (result: string): boolean => result.endsWith('? false');

/**
 * The same machine, telling `tell` each time the guard of a transition is asked, and what it answers.
 * Guards are told apart by transition, not by name.
 */
export function withObservedGuards(
  machine: AnyStateMachine,
  report: (transition: string, result: boolean) => void,
): AnyStateMachine {
  const original = machine.implementations.guards ?? {};
  const guards: Record<string, (...args: never[]) => boolean> = {};
  const observed = machine.provide({ guards });
  for (const definition of stateNodes(observed).flatMap(definitionsOf)) {
    const name = nameOfGuard(definition);
    const guard = name === undefined ? undefined : original[name];
    if (name === undefined || typeof guard !== 'function') continue;
    const id = transitionId(definition);
    observed.implementations.guards[id] = (...args: Parameters<typeof guard>) => {
      const result = guard(...args);
      report(id, result);
      return result;
    };
    definition.guard = typeof definition.guard === 'object' ? { ...definition.guard, type: id } : id;
  }
  return observed;
}

/** The transitions that an inspection event says were taken. */
export function transitionsTakenIn(event: InspectionEvent): string[] {
  if (event.type !== '@xstate.microstep') return [];
  return event._transitions
    .filter((definition) => siblingsOf(definition).includes(definition))
    .map(transitionId);
}

/** Starts the timers of the active states, as entering them would: a snapshot that is restored has none running. */
export function startTimers(actor: Actor<AnyStateMachine>): void {
  for (const { delay, event } of timers(actor.getSnapshot()))
    actor.system.scheduler.schedule(actor, actor, event, delay, event.type);
}
