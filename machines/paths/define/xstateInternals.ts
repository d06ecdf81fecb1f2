import {
  type Actor,
  type AnyActor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  and,
  type EventObject,
  type InspectionEvent,
  not,
  or,
  type StateNode,
  stateIn,
} from 'xstate';
import { newScheduler } from './xstatePrivate.ts';

/** The internals of XState that the library depends on: event names, state nodes and transition definitions. */

export type AnyStateNode = AnyTransitionDefinition['source'];

/** An actor that an active state invokes: its state, the id of the invocation and the name of its logic. */
type Invocation = { state: string; id: string; src: string };

/** A timer that an active state has started: its state, its name (of the delay) and its length in milliseconds. */
type Timer = { state: string; name: string; delay: number; event: EventObject };

export const doneEvent = (
  id: string,
  output: unknown,
): EventObject & { output: unknown; actorId: string } => ({
  type: `xstate.done.actor.${id}`,
  output,
  actorId: id,
});

export const errorEvent = (
  id: string,
  error: unknown,
): EventObject & { error: unknown; actorId: string } => ({
  type: `xstate.error.actor.${id}`,
  error,
  actorId: id,
});

export const snapshotEvent = <Snapshot>(
  id: string,
  snapshot: Snapshot,
): EventObject & { snapshot: Snapshot } => ({
  type: `xstate.snapshot.${id}`,
  snapshot,
});

const hasParts = <Part extends string>(value: unknown, ...parts: Part[]): value is Record<Part, unknown> =>
  ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
  parts.every((part) => part in value);

/** Whether a value is a machine, of any copy of XState 5. */
export const isMachine = (value: unknown): value is AnyStateMachine =>
  hasParts(value, 'implementations', 'root', 'getInitialSnapshot', 'provide');

/** Whether a value is an actor, of any copy of XState 5. */
export const isActor = (value: unknown): value is AnyActor =>
  hasParts(value, 'sessionId', 'logic', 'system', 'getSnapshot');

/** Whether an event is the one with which XState stops an actor. */
export const isStop = ({ type }: EventObject): boolean => type === 'xstate.stop';

/** The id of the actor whose snapshot an event brings; undefined for another event. */
export const actorOfSnapshot = (event: string): string | undefined =>
  event.startsWith('xstate.snapshot.') ? event.slice('xstate.snapshot.'.length) : undefined;

/** The source of an event in words: an outcome of an actor, a timer, or the event itself. */
export function describeEventSource(event: string): string {
  const [, ending, actor] = /^xstate\.(?:(done|error)\.actor|snapshot)\.(.+)/.exec(event) ?? [];
  const kind = ending === 'done' ? 'an output' : ending === 'error' ? 'an error' : 'a snapshot';
  if (actor !== undefined) return `${kind} of "${actor}"`;
  const timer = /^xstate\.after\.([^.]+)\./.exec(event);
  return timer ? `the timer "${timer[1]}", or an earlier one is always due first` : `"${event}"`;
}

/** An event in words: the timer that sends it, or the event itself. */
export function describeTimer(event: string): string {
  const [, delay, state] = /^xstate\.after\.([^.]+)\.(.+)/.exec(event) ?? [];
  return delay === undefined ? `"${event}"` : `the timer "${delay}" in "${state}"`;
}

/** Whether a descriptor such as `form.*` is one for an event. */
export function matchesEvent(event: string, descriptor: string): boolean {
  if (descriptor === '*' || descriptor === event) return true;
  return descriptor.endsWith('.*') && `${event}.`.startsWith(descriptor.slice(0, -1));
}

/** Whether a state is the initial one of its parent, or one of parallel ones. */
export const isInitialOf = (node: AnyStateNode | undefined): boolean =>
  node?.parent !== undefined &&
  (node.parent.type === 'parallel' || [node.parent.initial.target].flat().includes(node));

/** The active state nodes of a snapshot, ancestors included. */
export const activeNodes = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;

const lineage = (node: AnyStateNode): AnyStateNode[] => [node, ...(node.parent ? lineage(node.parent) : [])];

/**
 * The ids of the active atomic states with eventless transitions, in the order in which they were entered; none
 * where it is the order of the machine. XState takes the eventless transitions of parallel states in this order.
 */
export function entryOrder(snapshot: AnyMachineSnapshot): string[] {
  const atomic = activeNodes(snapshot).filter(({ type }) => type === 'atomic' || type === 'final');
  const isShared = (node: AnyStateNode) => atomic.every((other) => lineage(other).includes(node));
  const eventless = atomic.filter((node) =>
    lineage(node).some((ancestor) => ancestor.always !== undefined && !isShared(ancestor)),
  );
  const inDocumentOrder = eventless.toSorted((one, other) => one.order - other.order);
  const isDocumentOrder = eventless.every((node, index) => node === inDocumentOrder[index]);
  return isDocumentOrder ? [] : eventless.map(({ id }) => id);
}

/** The name of the logic of an actor; undefined for inline logic, to which XState gives a name itself. */
export const nameOfLogic = (src: unknown): string | undefined =>
  typeof src === 'string' && !src.startsWith('xstate.invoke.') ? src : undefined;

/** The actors that the active states invoke; for inline logic the id stands for its name. */
export function invocations(snapshot: AnyMachineSnapshot): Invocation[] {
  return activeNodes(snapshot).flatMap((node) =>
    node.invoke.map(({ id, src }) => ({ state: node.id, id, src: nameOfLogic(src) ?? id })),
  );
}

/** In milliseconds; undefined where the length is not fixed. */
export function fixedDelay(machine: AnyStateMachine, delay: unknown): number | undefined {
  const length = typeof delay === 'number' ? delay : machine.implementations.delays[String(delay)];
  return typeof length === 'number' ? length : undefined;
}

/**
 * The timers that the active states have started, the earliest due first.
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

/**
 * The pending work of a state: the actors that it invokes, and its timers, the earliest due first.
 *
 * @example
 * const { actor, perform, possibleSteps } = createSimulation(shelf);
 * perform(possibleSteps()[0]);
 * pendingIn(actor.getSnapshot()).actors; // [{ state: 'shelf.loading', id: 'fetchBook', src: 'fetchBook' }]
 * pendingIn(actor.getSnapshot()).timers[0].delay; // 500
 */
export const pendingIn = (snapshot: AnyMachineSnapshot): { actors: Invocation[]; timers: Timer[] } => ({
  actors: invocations(snapshot),
  timers: timers(snapshot),
});

export type Guard = NonNullable<AnyTransitionDefinition['guard']>;

const checkOf = (guard: unknown): unknown =>
  typeof guard === 'function' ? Reflect.get(guard, 'check') : undefined;

let checks: { and: unknown; or: unknown; not: unknown; stateIn: unknown } | null = null;

/** The checks of XState's composed guards. A function, so that a page without them does not load them. */
function guardChecks() {
  checks ??= {
    and: checkOf(and([])),
    or: checkOf(or([])),
    not: checkOf(not(() => true)),
    stateIn: checkOf(stateIn('')),
  };
  return checks;
}

function evaluate(guard: Guard, snapshot: unknown, args: unknown): boolean {
  const check = guardChecks().and;
  return (
    typeof check === 'function' &&
    Reflect.apply(check, undefined, [snapshot, args, { guards: [guard] }]) === true
  );
}

/**
 * A guard with the result of `around`, whose argument evaluates another guard; `seen` is what that one reads
 * instead of its arguments.
 */
export const aroundGuard = (
  guard: Guard,
  around: (evaluateGuard: () => boolean) => boolean,
  seen: (args: unknown) => unknown = (args) => args,
): Guard =>
  Object.assign(() => false, {
    check: (snapshot: unknown, args: unknown) => around(() => evaluate(guard, snapshot, seen(args))),
  });

/** The guard that `and`, `or` and `not` of XState return, whatever the types of its operands. */
export const composeGuard = (kind: 'and' | 'or' | 'not', operands: Guard[]): Guard =>
  Object.assign(() => false, { check: guardChecks()[kind], guards: operands });

/** The kind and the operands of a composed guard; null for any other guard. */
export function compositionOf(
  guard: unknown,
  machine: AnyStateMachine,
): { kind: 'and' | 'or' | 'not'; operands: Guard[] } | null {
  const name = typeof guard === 'string' ? guard : null;
  const resolved: unknown = name === null ? guard : machine.implementations.guards[name];
  if (typeof resolved !== 'function') return null;
  const check: unknown = Reflect.get(resolved, 'check');
  for (const kind of ['and', 'or', 'not'] as const)
    if (check === guardChecks()[kind]) return { kind, operands: Reflect.get(resolved, 'guards') };
  return null;
}

/**
 * The name of a guard: `isEmpty`, `and(isEmpty, not(isOpen))`, `stateIn(open)`; `inline` for one without a name.
 */
export function nameOfGuard(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return String(guard.type);
  if (typeof guard !== 'function') return 'inline';
  const kind = Object.entries(guardChecks()).find(([, check]) => check === checkOf(guard))?.[0];
  if (kind === 'stateIn') {
    const value: unknown = Reflect.get(guard, 'stateValue');
    return `stateIn(${typeof value === 'string' ? value : JSON.stringify(value)})`;
  }
  const operands: unknown = Reflect.get(guard, 'guards');
  return kind && Array.isArray(operands) ? `${kind}(${operands.map(nameOfGuard).join(', ')})` : 'inline';
}

/** The transitions that leave a state. */
export const definitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

const siblingsOf = (definition: AnyTransitionDefinition): readonly AnyTransitionDefinition[] =>
  definition.source.always?.includes(definition)
    ? definition.source.always
    : (definition.source.transitions.get(definition.eventType) ?? []);

/** The id of a transition, the same in every instance of its machine. */
export function transitionId(definition: AnyTransitionDefinition): string {
  const siblings = siblingsOf(definition);
  const position = siblings.length > 1 ? `[${siblings.indexOf(definition)}]` : '';
  return `${definition.source.id} · ${definition.eventType || 'always'}${position}`;
}

/** The trigger of a transition in words: the event, `after slow (500 ms)`, `done of load`, `always`. */
function describeTrigger({ eventType, source }: AnyTransitionDefinition): string {
  if (eventType === '') return 'always';
  const timer = source.after.find((after) => after.eventType === eventType);
  if (timer) {
    const length = fixedDelay(source.machine, timer.delay);
    if (typeof timer.delay === 'number') return `after ${timer.delay} ms`;
    return length === undefined ? `after ${timer.delay}` : `after ${timer.delay} (${length} ms)`;
  }
  const outcome = /^xstate\.(done|error|snapshot)\.(?:actor\.|state\.)?(.+)/.exec(eventType);
  return outcome ? `${outcome[1]} of ${outcome[2]}` : eventType;
}

/** The name of an action; for an inline action its kind, such as `assign`. */
function nameOfAction(action: unknown): string {
  if (typeof action === 'string') return action;
  return hasParts(action, 'type') ? String(action.type).replace('xstate.', '') : 'inline';
}

export const namesOfActions = (actions: unknown): string[] =>
  actions === undefined ? [] : [actions].flat().map(nameOfAction);

/** A transition of a machine as data. */
export type TransitionData = {
  /** The id by which coverage and the visualiser refer to the transition. */
  id: string;
  source: string;
  event: string;
  /** `submitted`; `after slowNotice (6000 ms)`; `done of createOrder`; `always`. */
  trigger: string;
  guard?: string;
  /** Empty for a transition that only runs actions. */
  targets: string[];
  actions: string[];
  /** Whether the transition leaves its state and enters it again. */
  reenter: boolean;
};

const withDescendants = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values<StateNode>(node.states).flatMap((child) => withDescendants(child)),
];

/** Every state node of a machine, its root first. */
export const stateNodes = (machine: AnyStateMachine): AnyStateNode[] => withDescendants(machine.root);

export function transitionsOf(machine: AnyStateMachine): TransitionData[] {
  return stateNodes(machine)
    .flatMap(definitionsOf)
    .map((definition) => {
      const guard = definition.guard === undefined ? undefined : nameOfGuard(definition.guard);
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

/** The ids of the transitions taken according to an inspection event. */
export function transitionsTakenIn(event: InspectionEvent): string[] {
  if (event.type !== '@xstate.microstep') return [];
  return event._transitions.map(transitionId);
}

/** Starts the timers of the active states, as entering them would: a restored snapshot has none running. */
export function startTimers(actor: Actor<AnyStateMachine>): void {
  for (const { delay, event } of timers(actor.getSnapshot()))
    actor.system.scheduler.schedule(actor, actor, event, delay, event.type);
}

/**
 * Gives the system of a running actor other timers: those of a clock in milliseconds. The ones under way run on with the
 * time that remains `now`.
 */
export function replaceClock({ system }: AnyActor, clock: AnyActor['clock'], now: number): void {
  const scheduler = newScheduler(system, clock);
  const underWay = Object.values(system.getSnapshot()._scheduledEvents);
  for (const { source, id } of underWay) system.scheduler.cancel(source, id);
  Object.assign(system.scheduler, scheduler);
  for (const { source, target, event, delay, id, startedAt } of underWay)
    system.scheduler.schedule(source, target, event, Math.max(0, startedAt + delay - now), id);
}
