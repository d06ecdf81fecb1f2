import { not } from 'xstate';
import type { stateNodes } from '../define/xstateInternals.ts';
import { actionMutations, locationOf } from './mutateStates.ts';
import { asList, configMutation, isConfig, itemAfter, type Key, type Mutation, nameOf } from './mutation.ts';

type StateNode = ReturnType<typeof stateNodes>[number];

/** The place of the transitions in the configuration of a state, and their labels in the names of mutations. */
type Place = { keys: readonly Key[]; label: string; transitions: unknown };

/** `leaves` are the ids of the states without children. */
export function transitionMutations(node: StateNode, leaves: readonly string[]): Mutation[] {
  const targets = leaves.filter((id) => id !== node.id);
  return placesOf(node.config).flatMap(({ keys, label, transitions }) =>
    mutationsAt(node, [...locationOf(node), ...keys], `${node.id} · ${label}`, asList(transitions), targets),
  );
}

function placesOf(config: unknown): Place[] {
  if (!isConfig(config)) return [];
  const invocations = Array.isArray(config.invoke)
    ? config.invoke.map((invoke, index): [Key[], unknown] => [['invoke', index], invoke])
    : [[['invoke'], config.invoke] satisfies [Key[], unknown]];
  return [
    ...['on', 'after'].flatMap((holder) =>
      Object.entries(config[holder] ?? {}).map(([key, transitions]) => ({
        keys: [holder, key],
        label: key,
        transitions,
      })),
    ),
    ...invocations.flatMap(([keys, invoke]) =>
      isConfig(invoke)
        ? ['onDone', 'onError'].map((key) => ({
            keys: [...keys, key],
            label: `${nameOf(invoke.src)}.${key}`,
            transitions: invoke[key],
          }))
        : [],
    ),
    ...['always', 'onDone'].map((key) => ({ keys: [key], label: key, transitions: config[key] })),
  ];
}

function mutationsAt(
  node: StateNode,
  location: readonly Key[],
  label: string,
  list: readonly unknown[],
  targets: readonly string[],
): Mutation[] {
  const isEventless = location.at(-1) === 'always';
  return [
    ...list.flatMap((transition, index) =>
      mutationsOfTransition(
        node,
        isConfig(transition) ? transition : { target: transition },
        list.length > 1 ? `${label}[${index}]` : label,
        targets,
        (name, ...changed) => configMutation(name, location, list.toSpliced(index, 1, ...changed)),
      ),
    ),
    ...(isEventless && list.length > 1 ? [configMutation(`remove every ${label}`, location, [])] : []),
  ];
}

function mutationsOfTransition(
  node: StateNode,
  transition: Readonly<Record<string, unknown>>,
  label: string,
  targets: readonly string[],
  replace: (name: string, ...changed: object[]) => Mutation,
): Mutation[] {
  const [target] = asList(transition.target);
  const wrong = anotherTarget(nameOf(target ?? ''), targets);
  const sibling = siblingOf(node, target);
  const retarget = (name: string, id: string) => replace(name, { ...transition, target: `#${id}` });
  return [
    replace(`remove ${label}`),
    ...(wrong === undefined ? [] : [retarget(`retarget ${label} to ${wrong}`, wrong)]),
    ...(sibling === undefined || sibling === wrong
      ? []
      : [retarget(`swap target of ${label} with ${sibling}`, sibling)]),
    ...(transition.reenter === true
      ? [replace(`drop reenter of ${label}`, { ...transition, reenter: false })]
      : []),
    ...guardMutations(transition, label, replace),
    ...actionMutations(asList(transition.actions), label, (name, actions) =>
      replace(name, { ...transition, actions }),
    ),
  ];
}

function guardMutations(
  transition: Readonly<Record<string, unknown>>,
  label: string,
  replace: (name: string, changed: object) => Mutation,
): Mutation[] {
  const { guard } = transition;
  if (guard === undefined) return [];
  const name = nameOf(guard);
  const negated = isConfig(guard) ? not({ ...guard, type: name }) : not(name);
  return [
    replace(`drop guard ${name} of ${label}`, { ...transition, guard: undefined }),
    replace(`negate guard ${name} of ${label}`, { ...transition, guard: negated }),
  ];
}

/** The state after a target in the order of the machine, so that the wrong target is plausible. */
function anotherTarget(target: string, leaves: readonly string[]): string | undefined {
  const last = target.split('.').at(-1)?.replace('#', '') ?? '';
  const found = leaves.findIndex((id) => id.endsWith(`.${last}`) || id.includes(`.${last}.`));
  const others = leaves.filter((id, at) => at !== found && !id.includes(`.${last}.`));
  return others.find((id) => leaves.indexOf(id) > found) ?? others[0];
}

/** The id of the sibling after the target of a transition; undefined where it has none. */
function siblingOf(node: StateNode, target: unknown): string | undefined {
  const found = typeof target === 'string' ? targetNode(node, target) : undefined;
  if (!found?.parent) return undefined;
  const siblings = Object.values<StateNode>(found.parent.states).filter(({ type }) => type !== 'history');
  return itemAfter(
    siblings.map(({ id }) => id),
    found.id,
  );
}

/** The state that a target names, as XState resolves it from the state of the transition. */
function targetNode(node: StateNode, target: string): StateNode | undefined {
  const isId = target.startsWith('#');
  const start = isId ? node.machine.root : target.startsWith('.') ? node : (node.parent ?? node);
  const keys = target.replace(/^[#.]/, '').split('.');
  const path = isId ? keys.slice(1) : keys;
  return path.reduce<StateNode | undefined>((found, key) => found?.states[key], start);
}
