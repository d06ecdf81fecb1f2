import type { stateNodes } from '../define/xstateInternals.ts';
import {
  asList,
  type Config,
  configMutation,
  isConfig,
  itemAfter,
  type Key,
  type Mutation,
  nameOf,
  withoutItem,
  withSwapped,
} from './mutation.ts';

type StateNode = ReturnType<typeof stateNodes>[number];

/** The keys that lead to a state in the configuration of its machine. */
export const locationOf = ({ path }: StateNode): string[] => path.flatMap((key) => ['states', key]);

/** The mutations of a list of actions: each action dropped, and each two neighbours in the other order. */
export function actionMutations(
  actions: readonly unknown[],
  label: string,
  setActions: (name: string, changed: readonly unknown[]) => Mutation,
): Mutation[] {
  return actions.flatMap((action, index) => {
    const next = actions[index + 1];
    return [
      setActions(`drop action ${nameOf(action)} of ${label}`, withoutItem(actions, index)),
      ...(next === undefined
        ? []
        : [
            setActions(
              `swap actions ${nameOf(action)} and ${nameOf(next)} of ${label}`,
              withSwapped(actions, index),
            ),
          ]),
    ];
  });
}

/** The mutations of a state itself: its entry and exit actions, its initial state, its timers. */
export function stateMutations(node: StateNode): Mutation[] {
  const config: unknown = node.config;
  if (!isConfig(config)) return [];
  const location = locationOf(node);
  return [
    ...['entry', 'exit'].flatMap((key) =>
      actionMutations(asList(config[key]), `${node.id} · ${key}`, (name, changed) =>
        configMutation(name, [...location, key], changed),
      ),
    ),
    ...initialMutations(config, node, location),
    ...timerMutations(config, node, location),
  ];
}

/** The mutation that starts a state in the child after its initial one. */
function initialMutations({ initial }: Config, { id, states }: StateNode, location: readonly Key[]) {
  if (typeof initial !== 'string') return [];
  const children = Object.keys(states).filter((key) => states[key]?.type !== 'history');
  const other = itemAfter(children, initial);
  return other === undefined
    ? []
    : [configMutation(`start ${id} in ${other}`, [...location, 'initial'], other)];
}

/** Only the timers with a length in the state: doubled and halved. */
function timerMutations({ after }: Config, { id }: StateNode, location: readonly Key[]): Mutation[] {
  if (!isConfig(after)) return [];
  const lengths = Object.keys(after).filter((key) => Number.isFinite(Number(key)));
  return lengths.flatMap((length) =>
    (
      [
        ['double', 2],
        ['halve', 0.5],
      ] as const
    ).map(([verb, factor]) => {
      const { [length]: transition, ...others } = after;
      return configMutation(`${verb} delay ${length} of ${id}`, [...location, 'after'], {
        ...others,
        [Number(length) * factor]: transition,
      });
    }),
  );
}
