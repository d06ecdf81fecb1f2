import { type AnyStateMachine, assign, enqueueActions } from 'xstate';
import type { Mutation } from './mutation.ts';

/** The named delays of a machine, doubled and halved. */
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

type Context = Readonly<Record<string, unknown>>;

/** A copy of a machine in which another write to the context follows an action. */
export function withFollowedAction(
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
