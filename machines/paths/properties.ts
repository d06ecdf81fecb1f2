import type { AnyMachineSnapshot } from 'xstate';
import type { PerformedStep, Property } from './paths.types.ts';

/** Holds in every state that can be reached. */
export const always = (title: string, holds: (snapshot: AnyMachineSnapshot) => boolean): Property => ({
  title,
  kind: 'always',
  holds,
});

/** Happens at no step between two states that can be reached. */
export const never = (title: string, happens: (performed: PerformedStep) => boolean): Property => ({
  title,
  kind: 'never',
  happens,
});

/** After a state of one kind comes one of another, whatever the world answers and even if the visitor does nothing more. */
export const eventually = (
  title: string,
  {
    after,
    comes,
  }: { after: (snapshot: AnyMachineSnapshot) => boolean; comes: (snapshot: AnyMachineSnapshot) => boolean },
): Property => ({ title, kind: 'eventually', after, comes });

/** Holds of every flow: no step may put a machine into the error status, from which it never comes back. */
export const neverInErrorStatus = always(
  'no step ends in the error status',
  ({ status }) => status !== 'error',
);

/** Whether a property that speaks of states or steps is broken at one step. */
export function isViolatedAt(property: Property, performed: PerformedStep): boolean {
  if (property.kind === 'always') return !property.holds(performed.after);
  return property.kind === 'never' && property.happens(performed);
}
