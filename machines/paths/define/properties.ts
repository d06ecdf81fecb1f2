import { type AnyStateMachine, type SnapshotFrom, transition } from 'xstate';
import type { PerformedStep, Property } from './paths.types.ts';
import { timers } from './xstateInternals.ts';

/** Returns the property that a condition holds in every reachable state. */
export const always = <Machine extends AnyStateMachine>(
  title: string,
  holds: (snapshot: SnapshotFrom<Machine>) => boolean,
): Property<Machine> => ({ title, kind: 'always', holds });

/** Returns the property that something happens at no step between reachable states. */
export const never = <Machine extends AnyStateMachine>(
  title: string,
  happens: (performed: PerformedStep<Machine>) => boolean,
): Property<Machine> => ({ title, kind: 'never', happens });

/** Returns the property that a state of one kind follows one of another, for every outcome and without further events. */
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
 * Returns the property that each timer, named as in its machine, lasts the milliseconds written here. A timer that is not
 * written here violates it.
 */
export const timersLast = (milliseconds: Readonly<Record<string, number>>): Property =>
  always(`the timers last ${JSON.stringify(milliseconds)} milliseconds`, (snapshot) =>
    timers(snapshot).every(({ name, delay }) => milliseconds[name] === delay),
  );

/** Returns the actions that a step performs, in their order, each with the context that it is given. */
export const performedActions = ({
  before,
  step,
}: PerformedStep): { type: string; context: Record<string, unknown> }[] =>
  transition(before.machine, before, step.event)[1].map(({ type, info }) => ({
    type,
    context: info.context,
  }));

/** Returns the property that an event that performs two actions performs them in this order. */
export const performedInOrder = (type: string, first: string, second: string): Property =>
  never(`"${second}" is performed before "${first}" on "${type}"`, (performed) => {
    if (performed.step.event.type !== type) return false;
    const actions = performedActions(performed).map((action) => action.type);
    return actions.includes(second) && actions.indexOf(first) > actions.indexOf(second);
  });

/** The property of every flow that no step puts its machine into the error status, which it could not leave. */
export const neverInErrorStatus = always(
  'no step ends in the error status',
  ({ status }) => status !== 'error',
);

/** Whether a step violates an `always` or `never` property. Always false for an `eventually` property. */
export function isViolatedAt(property: Property, performed: PerformedStep): boolean {
  if (property.kind === 'always') return !property.holds(performed.after);
  return property.kind === 'never' && property.happens(performed);
}
