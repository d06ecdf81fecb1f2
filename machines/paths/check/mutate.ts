import type { AnyStateMachine } from 'xstate';
import { stateNodes } from '../define/xstateInternals.ts';
import { delayMutations } from './mutateImplementations.ts';
import { stateMutations } from './mutateStates.ts';
import { transitionMutations } from './mutateTransitions.ts';
import type { Mutation } from './mutation.ts';

export type { Mutation };

/** Returns the mutations of a machine's states, transitions and delays. */
export function mutationsOf(machine: AnyStateMachine): Mutation[] {
  const nodes = stateNodes(machine);
  const leaves = nodes.filter(({ type }) => type === 'atomic' || type === 'final').map(({ id }) => id);
  return [
    ...nodes.flatMap((node) => [...transitionMutations(node, leaves), ...stateMutations(node)]),
    ...delayMutations(machine),
  ];
}
