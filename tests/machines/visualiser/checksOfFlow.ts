import { type AnyMachineSnapshot, createActor } from 'xstate';
import { catalogue } from '../../../machines/catalogue.ts';
import { stateName } from '../../../machines/stateName.ts';
import type { Cause, Checks, Expectation } from '../../../src/visualiser/checks/checks.types.ts';
import { focusRuleOf } from '../../../src/visualiser/checks/focus.ts';

export const event = (type: string): Cause => ({ kind: 'event', type });
export const outcome: Cause = { kind: 'outcome' };

/** Returns the snapshot of a flow in a state, with other values in its context. */
export function snapshotOf(id: string, value: string | object, context: object = {}): AnyMachineSnapshot {
  const flow = catalogue.find((known) => known.id === id);
  if (!flow) throw new Error(`There is no flow "${id}".`);
  const initial = createActor(flow.machine, { input: flow.input }).getSnapshot();
  return flow.machine.resolveState({
    value: typeof value === 'string' ? value : { ...value },
    context: { ...initial.context, ...context },
  });
}

/** Returns what a page shows of a flow in the state of a snapshot. */
export const shown = (
  { states }: Checks,
  snapshot: AnyMachineSnapshot,
  after?: Cause,
): Expectation[] | undefined => states[stateName(snapshot)]?.(snapshot, after);

/** Returns the element that must have the focus after each step. */
export const focusAfter = (
  { focus }: Checks,
  snapshot: AnyMachineSnapshot,
  steps: readonly (Cause | undefined)[],
  { previousFocus = '', isSimulated = false } = {},
) => {
  const rule = focusRuleOf(focus, stateName(snapshot));
  return steps.map((after) => rule?.({ after, snapshot, previousFocus, isSimulated }));
};
