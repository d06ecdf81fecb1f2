import { type AnyStateMachine, assign, enqueueActions } from 'xstate';
import type { Flow } from '../define/flow.ts';
import { explore } from '../simulate/explore.ts';
import type { Mutation } from './mutation.ts';

/** Returns the mutations of the named delays of a machine: doubled and halved. */
export const delayMutations = ({ implementations }: AnyStateMachine): Mutation[] =>
  Object.entries<unknown>(implementations.delays).flatMap(([delay, length]) =>
    typeof length === 'number'
      ? [
          setDelay(`double delay ${delay}`, delay, length * 2),
          setDelay(`halve delay ${delay}`, delay, length / 2),
        ]
      : [],
  );

const setDelay = (name: string, delay: string, length: number): Mutation => ({
  name,
  location: ['delays', delay],
  apply: (machine) => machine.provide({ delays: { [delay]: length } }),
});

/** Returns the mutations of the actions of a flow: of each part of the context that an action writes, that one write dropped. */
export const writeMutations = (flow: Flow): Mutation[] =>
  [...writtenKeys(flow)].flatMap(([action, keys]) =>
    [...keys].map(
      (key): Mutation => ({
        name: `drop write of ${key} by ${action}`,
        location: ['actions', action],
        apply: (machine) => withFollowedAction(machine, action, (before) => ({ [key]: before[key] })),
      }),
    ),
  );

/** Returns what each action of a flow writes in some state: the keys of the context whose values it changes. */
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

type Context = Readonly<Record<string, unknown>>;

/** Returns a copy of a machine in which an action is followed by another write to the context. */
function withFollowedAction(
  machine: AnyStateMachine,
  action: string,
  write: (before: Context, after: Context) => Context,
): AnyStateMachine {
  const original = `original ${action}`;
  return machine.provide({
    actions: {
      [original]: machine.implementations.actions[action],
      [action]: enqueueActions(({ context: before, enqueue }, params) => {
        enqueue({ type: original, params });
        enqueue(assign(({ context: after }) => write(before, after)));
      }),
    },
  });
}
