import { type AnyMachineSnapshot, type AnyStateMachine, type SnapshotFrom, transition } from 'xstate';
import type { PerformedStep, Property, Step } from './types.ts';
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

/** Returns a step with the snapshots before and after it, and the actions that it performs. */
export const performed = (
  before: AnyMachineSnapshot,
  step: Step,
  after: AnyMachineSnapshot,
): PerformedStep => ({
  before,
  step,
  after,
  actions: () =>
    transition(before.machine, before, step.event)[1].map(({ type, info }) => ({
      type,
      context: info.context,
    })),
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
