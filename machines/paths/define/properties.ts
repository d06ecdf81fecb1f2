import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type SnapshotFrom,
  transition,
} from 'xstate';
import type { PerformedStep, Property, Step } from './types.ts';
import { stateNodes, timers } from './xstateInternals.ts';

/**
 * The property that a condition holds in every reachable state. A condition of code is about functions of the
 * flow, whatever the state: no other state breaks it, but mutants of the code do.
 *
 * @example
 * const property = always('it is never done', ({ status }) => status === 'active');
 * counterexample(explore(shelf), property); // null
 */
export const always = <Machine extends AnyStateMachine>(
  title: string,
  holds: (snapshot: SnapshotFrom<Machine>) => boolean,
  { isOfCode = false }: { isOfCode?: boolean } = {},
): Property<Machine> => ({ title, kind: 'always', holds, isOfCode });

/**
 * The property that something happens at no step between reachable states.
 *
 * @example
 * const property = never('a book comes by itself', ({ step, after }) => step.kind === 'timer' && after.value === 'full');
 * counterexample(explore(shelf), property); // null
 */
export const never = <Machine extends AnyStateMachine>(
  title: string,
  happens: (performed: PerformedStep<Machine>) => boolean,
): Property<Machine> => ({ title, kind: 'never', happens });

/**
 * The property that a state of one kind follows one of another, for every outcome and without further events.
 *
 * @example
 * const waits = eventually('a request ends', {
 *   after: ({ value }) => value === 'loading',
 *   comes: ({ value }) => value !== 'loading',
 * });
 * counterexample(explore(shelf), waits); // null
 */
export const eventually = <Machine extends AnyStateMachine>(
  title: string,
  {
    after,
    comes,
  }: {
    after: (snapshot: SnapshotFrom<Machine>) => boolean;
    comes: (snapshot: SnapshotFrom<Machine>) => boolean;
  },
): Property<Machine> => ({ title, kind: 'eventually', after, comes });

/**
 * The property that each timer, named as in its machine, lasts the milliseconds written here. A timer that is not
 * written here violates it, and one that the machine does not have.
 *
 * @example
 * counterexample(explore(shelf), timersLast({ 500: 500 })); // null
 * counterexample(explore(shelf), timersLast({ 500: 400 })); // ['asked: without a payload']
 */
export const timersLast = (milliseconds: Readonly<Record<string, number>>): Property =>
  always(`the timers last ${JSON.stringify(milliseconds)} milliseconds`, (snapshot) => {
    const names = new Set(
      stateNodes(snapshot.machine).flatMap(({ after }) => after.map(({ delay }) => String(delay))),
    );
    return (
      Object.keys(milliseconds).every((name) => names.has(name)) &&
      timers(snapshot).every(({ name, delay }) => milliseconds[name] === delay)
    );
  });

type Actions = ReturnType<PerformedStep['actions']>;

/** The actions of steps by the snapshot before them and their event: each property asks for them again. */
const knownActions = new WeakMap<AnyMachineSnapshot, Map<EventObject, Actions>>();

function actionsOf(before: AnyMachineSnapshot, event: EventObject): Actions {
  const ofSnapshot = knownActions.get(before) ?? new Map<EventObject, Actions>();
  knownActions.set(before, ofSnapshot);
  const known = ofSnapshot.get(event);
  if (known) return known;
  const actions = executableActions(before, event);
  ofSnapshot.set(event, actions);
  return actions;
}

/** The actions of an event; none where they send to a parent: XState's pure function has none. */
function executableActions(before: AnyMachineSnapshot, event: EventObject): Actions {
  try {
    const [, executable] = transition(before.machine, before, event);
    return executable.map(({ type, info }) => ({ type, context: info.context }));
  } catch {
    return [];
  }
}

/** A step with the snapshots before and after it, and the actions that it performs. */
export const performed = (
  before: AnyMachineSnapshot,
  step: Step,
  after: AnyMachineSnapshot,
): PerformedStep => ({
  before,
  step,
  after,
  actions: () => actionsOf(before, step.event),
});

/** The property of every flow that no step puts its machine into the error status, which it could not leave. */
export const neverInErrorStatus = always(
  'no step ends in the error status',
  ({ status }) => status !== 'error',
);

/** Whether a step violates an `always` or `never` property. Always false for an `eventually` property. */
export function isViolatedAt(property: Property, step: PerformedStep): boolean {
  if (property.kind === 'always') return !property.holds(step.after);
  return property.kind === 'never' && property.happens(step);
}
