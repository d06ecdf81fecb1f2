import type {
  Actor,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  EventObject,
  InspectionEvent,
  StateNode,
} from 'xstate';

/** The only file that depends on internals of XState: its event names, state nodes and transition definitions. */

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

/** Whether an event is the one with which XState stops an actor. */
export const isStop = ({ type }: EventObject): boolean => type === 'xstate.stop';

/** Returns the source of an event in words: an outcome of an actor, a timer, or the event itself. */
export function describeEventSource(event: string): string {
  const actor = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event);
  if (actor) return `${actor[1] === 'done' ? 'an output' : 'an error'} of "${actor[2]}"`;
  const timer = /^xstate\.after\.([^.]+)\./.exec(event);
  return timer ? `the timer "${timer[1]}", or an earlier one is always due first` : `"${event}"`;
}

/** Returns the active state nodes of a snapshot, ancestors included. */
export const activeNodes = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

/** Returns the actors that the active states invoke. */
export function invocations(snapshot: AnyMachineSnapshot): Invocation[] {
  return activeNodes(snapshot).flatMap((node) =>
    node.invoke.map(({ id, src }) => ({ id, src: typeof src === 'string' ? src : id })),
  );
}

/** Returns the length of a delay in milliseconds; undefined where it is not fixed. */
function fixedDelay(machine: AnyStateMachine, delay: unknown): number | undefined {
  const length = typeof delay === 'number' ? delay : machine.implementations.delays?.[String(delay)];
  return typeof length === 'number' ? length : undefined;
}

/**
 * Returns the timers that the active states have started, the earliest due first.
 * @throws Error for a delay without a fixed length.
 */
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

/** Returns the id of a transition, the same in every instance of its machine. */
export function transitionId(definition: AnyTransitionDefinition): string {
  const siblings = siblingsOf(definition);
  const position = siblings.length > 1 ? `[${siblings.indexOf(definition)}]` : '';
  return `${definition.source.id} · ${definition.eventType || 'always'}${position}`;
}

/** Returns the trigger of a transition in words: the event, `after slow (500 ms)`, `done of load`, `always`. */
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

/** Returns the name of an action; for an inline action its kind, such as `assign`. */
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

/** Returns every state node of a machine, its root first. */
export const stateNodes = (machine: AnyStateMachine): AnyStateNode[] => withDescendants(machine.root);

/** Returns the types of the events that a machine handles, without those of XState itself. */
export const eventTypes = (machine: AnyStateMachine): string[] =>
  machine.events.map(String).filter((type) => !type.startsWith('xstate.'));

/** Returns every transition of a machine. */
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
  /** The id of the parent state; null for the root. */
  parent: string | null;
  type: AnyStateNode['type'];
  history?: 'shallow' | 'deep';
  description?: string;
  tags: string[];
  entry: string[];
  exit: string[];
  /** Invoked actors: `createOrder`, or `first: createOrder` where the invocation has another id than its actor. */
  invokes: string[];
};

/** Returns every state of a machine as data, its root first, without the entry and exit actions that XState adds for timers. */
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

/** The initial arrow of a compound state, or the default of a history state. */
export type InitialArrow = { id: string; source: string; target: string };

/** Returns the initial arrows of a machine. */
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

/** Returns the id of a guard result: `<transition> ? true`. */
export const guardResult = (transition: string, result: boolean): string => `${transition} ? ${result}`;

export const isFalseResult = (result: string): boolean => result.endsWith('? false');

/**
 * Returns a copy of a machine that calls `report` with the transition and the result each time a guard is evaluated.
 * Guards of one name are distinguished by their transitions.
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

/** Returns the ids of the transitions taken according to an inspection event. */
export function transitionsTakenIn(event: InspectionEvent): string[] {
  if (event.type !== '@xstate.microstep') return [];
  return event._transitions
    .filter((definition) => siblingsOf(definition).includes(definition))
    .map(transitionId);
}

/** Starts the timers of the active states, as entering them would: a restored snapshot has none running. */
export function startTimers(actor: Actor<AnyStateMachine>): void {
  for (const { delay, event } of timers(actor.getSnapshot()))
    actor.system.scheduler.schedule(actor, actor, event, delay, event.type);
}
