import {
  type AnyActor,
  type AnyActorLogic,
  type AnyStateMachine,
  type EventObject,
  fromCallback,
  type Snapshot,
} from 'xstate';
import type { Flow, FlowOutcome } from '../define/types.ts';
import { isMachine, isStop, nameOfLogic } from '../define/xstateInternals.ts';
import { ExploreError } from './exploreError.ts';
import type { ActorModel } from './system.types.ts';

/** The event with which the snapshot of a silent actor is set. */
export const UPDATE = 'simulation.update';

/** The logic of an actor that does nothing by itself; its snapshots are set. */
export const silentLogic = {
  transition: (
    snapshot: Snapshot<unknown>,
    event: EventObject & { snapshot?: Snapshot<unknown> },
  ): Snapshot<unknown> => {
    if (event.type === UPDATE && event.snapshot) return event.snapshot;
    return isStop(event) ? Object.assign({}, snapshot, { status: 'stopped', input: undefined }) : snapshot;
  },
  getInitialSnapshot: (_: unknown, input: unknown): Snapshot<unknown> & { input: unknown } => ({
    status: 'active',
    output: undefined,
    error: undefined,
    input,
  }),
  getPersistedSnapshot: (snapshot: Snapshot<unknown>): Snapshot<unknown> => snapshot,
};

/** Child machines are explored with their parents up to this depth. */
export const DEPTH = 3;

const isAnonymous = ({ id, sessionId }: AnyActor) => id === sessionId;

/** The name of the logic of an actor; of inline logic the id of the actor. */
export function srcOf(actor: AnyActor): string {
  return nameOfLogic(actor.src) ?? (isAnonymous(actor) ? 'actor' : actor.id);
}

/** The id that XState gives an invoked actor without one: `0.shelf.loading`. */
const NUMBERED = /^\d+\./;

/**
 * The name of an actor among its siblings, which another one may share: its given id, else the name of its logic.
 */
export const nameOf = (actor: AnyActor): string =>
  isAnonymous(actor) || NUMBERED.test(actor.id) ? srcOf(actor) : actor.id;

/** The name of the actor at a path. */
export const idOf = (path: readonly string[]): string => path.at(-1)?.replace(/ \(\d+\)$/, '') ?? '';

export const isSamePath = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

export const pathKey = (path: readonly string[]): string => path.join('\n');

/** The path of a new child of an actor, different from those whose texts are taken: `load`, `load (2)`. */
export function actorPath(
  actor: AnyActor,
  parent: readonly string[],
  taken: ReadonlySet<string>,
): readonly string[] {
  const name = nameOf(actor);
  for (let count = 1; ; count += 1) {
    const path = [...parent, count === 1 ? name : `${name} (${count})`];
    if (!taken.has(pathKey(path))) return path;
  }
}

// Promises, callbacks and observables do their work when they are started; machines and transition logic have none.
const isPure = (logic: AnyActorLogic): boolean =>
  isMachine(logic) || (typeof logic.transition === 'function' && logic.start === undefined);

const boundedMachines = new WeakMap<AnyStateMachine, AnyStateMachine>();

/** The most microsteps of a step: more are an endless loop. */
const MAX_MICROSTEPS = 1_000;

/** A copy of a machine that throws where it would take transitions for ever. */
export function withBoundedSteps(machine: AnyStateMachine): AnyStateMachine {
  if (Number.isFinite(machine.options.maxIterations)) return machine;
  const known = boundedMachines.get(machine);
  if (known) return known;
  const bounded = machine.provide({});
  bounded.options = { ...machine.options, maxIterations: MAX_MICROSTEPS };
  boundedMachines.set(machine, bounded);
  return bounded;
}

/** Whether an error says that a machine without a limit of its own takes transitions for ever. */
export const isEndless = (error: unknown): boolean =>
  error instanceof Error &&
  error.message.startsWith(`Infinite loop detected: the machine has processed more than ${MAX_MICROSTEPS} `);

/** @throws ExploreError where the actor has no cases. */
export function outcomesOf(flow: Flow, src: string, path: readonly string[]): Record<string, FlowOutcome> {
  const cases = flow.outcomes[src] ?? flow.outcomes[idOf(path)] ?? flow.defaultOutcomes;
  if (cases) return cases;
  throw new ExploreError(
    `the actor "${path.join('.')}" has no cases; write what it can do under outcomes.${src} ${flow.casesFile}, {} where it never ends`,
  );
}

/** @throws ExploreError for a child machine that is nested too deep. */
export function modelOf(flow: Flow, actor: AnyActor, path: readonly string[]): ActorModel {
  const src = srcOf(actor);
  const { logic } = actor;
  const hasCases = flow.outcomes[src] !== undefined || flow.outcomes[idOf(path)] !== undefined;
  if (hasCases || !isPure(logic)) return { kind: 'silent', logic: silentLogic, src };
  if (path.length > DEPTH)
    throw new ExploreError(
      `the actor "${path.join('.')}" is nested deeper than ${DEPTH} levels; write outcomes of "${src}" ${flow.casesFile}`,
    );
  return {
    kind: 'pure',
    logic: isMachine(logic) ? withBoundedSteps(flow.placeholders?.without(logic) ?? logic) : logic,
    src,
  };
}

/**
 * The machine of a flow as it is run: with a silent actor for each name that has cases and no implementation, and
 * without placeholders.
 */
export function runnableMachine({ machine, outcomes, placeholders }: Flow): AnyStateMachine {
  const missing = Object.keys(outcomes).filter((name) => !(name in machine.implementations.actors));
  const actors = Object.fromEntries(missing.map((name) => [name, fromCallback(() => {})]));
  const complete = missing.length > 0 ? machine.provide({ actors }) : machine;
  for (const name of missing) placeholders?.actors.add(name);
  return placeholders ? placeholders.without(complete) : complete;
}
