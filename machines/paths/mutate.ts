import type { AnyStateMachine } from 'xstate';
import { stateNodes } from './xstateInternals.ts';

/** A plausible error in a machine. */
export type Mutation = {
  /** The change and its location: `retarget registration.editing · submitted[1] to registration.paid`. */
  name: string;
  /** Applies the change to the configuration that the machine and its copies share. Returns a function that undoes it. */
  apply: () => () => void;
};

type Config = Record<string, unknown>;

const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asList = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const nameOf = (thing: unknown): string => {
  if (typeof thing === 'string') return thing;
  return isConfig(thing) && typeof thing.type === 'string' ? thing.type : 'inline';
};

/** Returns the mutation that sets a property of a configuration. */
const setMutation = (name: string, holder: Config, key: string, value: unknown): Mutation => ({
  name,
  apply: () => {
    const before = holder[key];
    holder[key] = value;
    return () => {
      holder[key] = before;
    };
  },
});

const withoutItem = (list: readonly unknown[], index: number) => list.filter((_, at) => at !== index);

const withReplaced = (list: readonly unknown[], index: number, item: unknown) =>
  list.map((other, at) => (at === index ? item : other));

/** Returns every mutation of a machine: each transition removed and retargeted, each guard and each action dropped. */
export function mutationsOf(machine: AnyStateMachine): Mutation[] {
  const leaves = stateNodes(machine).filter((node) => node.type === 'atomic' || node.type === 'final');
  return stateNodes(machine).flatMap((node) => {
    const config: unknown = node.config;
    return isConfig(config)
      ? mutationsOfNode(
          config,
          node.id,
          leaves.map(({ id }) => id),
        )
      : [];
  });
}

function mutationsOfNode(config: Config, id: string, leaves: string[]): Mutation[] {
  const events = [config.on, config.after].filter(isConfig);
  const transitionLists: [Config, string, string][] = [
    ...events.flatMap((holder) =>
      Object.keys(holder).map((key): [Config, string, string] => [holder, key, key]),
    ),
    ...asList(config.invoke)
      .filter(isConfig)
      .flatMap((invoke) =>
        ['onDone', 'onError'].map((key): [Config, string, string] => [
          invoke,
          key,
          `${nameOf(invoke.src)}.${key}`,
        ]),
      ),
    [config, 'always', 'always'],
    [config, 'onDone', 'onDone'],
  ];
  return [
    // A transition retargeted to its own source is often equivalent, and an eventless one would loop for ever.
    ...transitionLists.flatMap(([holder, key, label]) =>
      mutationsOfTransitions(
        holder,
        key,
        `${id} · ${label}`,
        leaves.filter((leaf) => leaf !== id),
      ),
    ),
    ...['entry', 'exit'].flatMap((key) => actionMutations(config, key, `${id} · ${key}`, (list) => list)),
  ];
}

function actionMutations(
  holder: Config,
  key: string,
  location: string,
  wrap: (list: unknown[]) => unknown,
): Mutation[] {
  const actions = asList(holder[key]);
  return actions.map((action, index) =>
    setMutation(
      `drop action ${nameOf(action)} of ${location}`,
      holder,
      key,
      wrap(withoutItem(actions, index)),
    ),
  );
}

function mutationsOfTransitions(holder: Config, key: string, location: string, leaves: string[]): Mutation[] {
  const list = asList(holder[key]);
  return list.flatMap((transition, index) => {
    const label = list.length > 1 ? `${location}[${index}]` : location;
    const config = isConfig(transition) ? transition : { target: transition };
    const withTransition = (item: unknown) => withReplaced(list, index, item);
    const target = nameOf(asList(config.target)[0] ?? '');
    const newTarget = anotherTarget(target, leaves);
    return [
      setMutation(`remove ${label}`, holder, key, withoutItem(list, index)),
      ...(newTarget === undefined
        ? []
        : [
            setMutation(
              `retarget ${label} to ${newTarget}`,
              holder,
              key,
              withTransition({ ...config, target: `#${newTarget}` }),
            ),
          ]),
      ...(config.guard === undefined
        ? []
        : [
            setMutation(
              `drop guard ${nameOf(config.guard)} of ${label}`,
              holder,
              key,
              withTransition({ ...config, guard: undefined }),
            ),
          ]),
      ...asList(config.actions).map((action, at, actions) =>
        setMutation(
          `drop action ${nameOf(action)} of ${label}`,
          holder,
          key,
          withTransition({ ...config, actions: withoutItem(actions, at) }),
        ),
      ),
    ];
  });
}

/** Returns the state after a target in the order of the machine, so that the wrong target is plausible. */
function anotherTarget(target: string, leaves: string[]): string | undefined {
  const last = target.split('.').at(-1)?.replace('#', '') ?? '';
  const found = leaves.findIndex((id) => id.endsWith(`.${last}`) || id.includes(`.${last}.`));
  const others = leaves.filter((id, at) => at !== found && !id.includes(`.${last}.`));
  return others.find((id) => leaves.indexOf(id) > found) ?? others[0];
}
