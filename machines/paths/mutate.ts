import type { AnyStateMachine } from 'xstate';
import { stateNodes } from './internals.ts';

/** A mistake that someone could have made in a machine. */
export type Mutation = {
  /** What was done, and where: `retarget registration.editing · submitted[1] to registration.paid`. */
  name: string;
  /** Makes the mistake in the configuration that the machine and its copies share; call what it returns to undo it. */
  apply: () => () => void;
};

type Holder = Record<string, unknown>;

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const nameOf = (thing: unknown): string => {
  if (typeof thing === 'string') return thing;
  return isHolder(thing) && typeof thing.type === 'string' ? thing.type : 'inline';
};

/** Puts another value into a configuration. */
const change = (name: string, holder: Holder, key: string, value: unknown): Mutation => ({
  name,
  apply: () => {
    const before = holder[key];
    holder[key] = value;
    return () => {
      holder[key] = before;
    };
  },
});

const without = (list: readonly unknown[], index: number) => list.filter((_, at) => at !== index);

const instead = (list: readonly unknown[], index: number, item: unknown) =>
  list.map((other, at) => (at === index ? item : other));

/** Every mutation of a machine: each transition removed and retargeted, each guard and each action dropped. */
export function mutationsOf(machine: AnyStateMachine): Mutation[] {
  const leaves = stateNodes(machine).filter((node) => node.type === 'atomic' || node.type === 'final');
  return stateNodes(machine).flatMap((node) => {
    const config: unknown = node.config;
    return isHolder(config)
      ? mutationsOfNode(
          config,
          node.id,
          leaves.map(({ id }) => id),
        )
      : [];
  });
}

function mutationsOfNode(config: Holder, id: string, leaves: string[]): Mutation[] {
  const events = [config.on, config.after].filter(isHolder);
  const slots: [Holder, string, string][] = [
    ...events.flatMap((holder) =>
      Object.keys(holder).map((key): [Holder, string, string] => [holder, key, key]),
    ),
    ...listOf(config.invoke)
      .filter(isHolder)
      .flatMap((invoke) =>
        ['onDone', 'onError'].map((key): [Holder, string, string] => [
          invoke,
          key,
          `${nameOf(invoke.src)}.${key}`,
        ]),
      ),
    [config, 'always', 'always'],
    [config, 'onDone', 'onDone'],
  ];
  return [
    // Back to its own source a transition would often make no difference, and an eventless one would be taken for ever.
    ...slots.flatMap(([holder, key, label]) =>
      mutationsOfSlot(
        holder,
        key,
        `${id} · ${label}`,
        leaves.filter((leaf) => leaf !== id),
      ),
    ),
    ...['entry', 'exit'].flatMap((key) => droppedActions(config, key, `${id} · ${key}`, (list) => list)),
  ];
}

function droppedActions(
  holder: Holder,
  key: string,
  place: string,
  put: (list: unknown[]) => unknown,
): Mutation[] {
  const actions = listOf(holder[key]);
  return actions.map((action, index) =>
    change(`drop action ${nameOf(action)} of ${place}`, holder, key, put(without(actions, index))),
  );
}

function mutationsOfSlot(holder: Holder, key: string, place: string, leaves: string[]): Mutation[] {
  const list = listOf(holder[key]);
  return list.flatMap((transition, index) => {
    const here = list.length > 1 ? `${place}[${index}]` : place;
    const config = isHolder(transition) ? transition : { target: transition };
    const put = (item: unknown) => instead(list, index, item);
    const target = nameOf(listOf(config.target)[0] ?? '');
    const other = anotherThan(target, leaves);
    return [
      change(`remove ${here}`, holder, key, without(list, index)),
      ...(other === undefined
        ? []
        : [change(`retarget ${here} to ${other}`, holder, key, put({ ...config, target: `#${other}` }))]),
      ...(config.guard === undefined
        ? []
        : [
            change(
              `drop guard ${nameOf(config.guard)} of ${here}`,
              holder,
              key,
              put({ ...config, guard: undefined }),
            ),
          ]),
      ...listOf(config.actions).map((action, at, actions) =>
        change(
          `drop action ${nameOf(action)} of ${here}`,
          holder,
          key,
          put({ ...config, actions: without(actions, at) }),
        ),
      ),
    ];
  });
}

/**
 * The state that follows a target in the order of the machine, so that a wrong target is near and plausible.
 */
function anotherThan(target: string, leaves: string[]): string | undefined {
  const last = target.split('.').at(-1)?.replace('#', '') ?? '';
  const found = leaves.findIndex((id) => id.endsWith(`.${last}`) || id.includes(`.${last}.`));
  const others = leaves.filter((id, at) => at !== found && !id.includes(`.${last}.`));
  return others.find((id) => leaves.indexOf(id) > found) ?? others[0];
}
