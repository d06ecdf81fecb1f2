import type { AnyStateMachine } from 'xstate';
import type { Flow } from '../define/types.ts';
import { stateNodes } from '../define/xstateInternals.ts';
import { explore } from '../simulate/explore.ts';
import { delayMutations, withFollowedAction } from './mutateImplementations.ts';
import { stateMutations } from './mutateStates.ts';
import { transitionMutations } from './mutateTransitions.ts';
import type { Mutation } from './mutation.ts';

/**
 * The plausible errors of a flow's machine: in its states, transitions, delays and the writes of its actions.
 *
 * @example
 * const [first] = mutationsOf(shelf);
 * first.name; // 'start shelf in loading'
 * explore({ ...shelf, machine: first.apply(machine) }).initial === explore(shelf).initial; // false
 */
export function mutationsOf(flow: Flow): Mutation[] {
  const { machine } = flow;
  const nodes = stateNodes(machine);
  const leaves = nodes.filter(({ type }) => type === 'atomic' || type === 'final').map(({ id }) => id);
  return [
    ...nodes.flatMap((node) => [...transitionMutations(node, leaves), ...stateMutations(node)]),
    ...delayMutations(machine),
    ...writeMutations(flow),
  ];
}

/**
 * The mutations of a flow's actions: for each part of the context that an action writes, the action without that
 * write.
 */
const writeMutations = (flow: Flow): Mutation[] =>
  [...writtenKeys(flow)].flatMap(([action, keys]) =>
    [...keys].map(
      (key): Mutation => ({
        name: `drop write of ${key} by ${action}`,
        location: ['actions', action],
        apply: (machine) => withFollowedAction(machine, action, (before) => ({ [key]: before[key] })),
      }),
    ),
  );

/** The keys of the context whose values an action changes in some state, by action. */
function writtenKeys(flow: Flow): Map<string, Set<string>> {
  const written = new Map<string, Set<string>>();
  const note = (action: string, key: string) =>
    written.set(action, (written.get(action) ?? new Set()).add(key));
  const machine = Object.keys(flow.machine.implementations.actions).reduce<AnyStateMachine>(
    (observed, action) =>
      withFollowedAction(observed, action, (before, after) => {
        for (const key of Object.keys(after)) if (!Object.is(before[key], after[key])) note(action, key);
        return {};
      }),
    flow.machine,
  );
  explore({ ...flow, machine });
  return written;
}
