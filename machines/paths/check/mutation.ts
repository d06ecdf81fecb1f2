import { type AnyStateMachine, createMachine } from 'xstate';

/** A key of an object, or an index of a list. */
export type Key = string | number;

/** A plausible error in a machine. */
export type Mutation = {
  /** The change and its location: `retarget registration.editing · submitted[1] to registration.paid`. */
  name: string;
  /** The keys that lead to the location in the source: `['states', 'editing', 'on', 'submitted']`, `['delays', 'slow']`. */
  location: readonly Key[];
  /** A copy of the machine with the change. `machine` may be a copy with other implementations. */
  apply: (machine: AnyStateMachine) => AnyStateMachine;
};

export type Config = Readonly<Record<string, unknown>>;

export const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asList = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** The name of an action, a guard, an actor or a target. */
export const nameOf = (thing: unknown): string => {
  if (typeof thing === 'string') return thing;
  return isConfig(thing) && typeof thing.type === 'string' ? thing.type : 'inline';
};

export const withoutItem = (list: readonly unknown[], index: number) => list.filter((_, at) => at !== index);

/** A list in which an item has changed places with the next one. */
export const withSwapped = (list: readonly unknown[], index: number) =>
  list.toSpliced(index, 2, list[index + 1], list[index]);

/** The item after another one, or the first item after the last; undefined where there is no other. */
export function itemAfter<Item>(items: readonly Item[], item: Item): Item | undefined {
  const next = items[(items.indexOf(item) + 1) % items.length];
  return next === item ? undefined : next;
}

/** A copy of a value with a part replaced. */
function withPart(whole: unknown, [key, ...rest]: readonly Key[], part: unknown): unknown {
  if (key === undefined) return part;
  if (Array.isArray(whole)) return whole.map((item, at) => (at === key ? withPart(item, rest, part) : item));
  const holder = isConfig(whole) ? whole : {};
  return { ...holder, [key]: withPart(holder[key], rest, part) };
}

/** The most eventless transitions in a row: an endless loop is an error. */
const MAX_ITERATIONS = 100;

/** The mutation that replaces a part of a machine's configuration. */
export const configMutation = (name: string, location: readonly Key[], part: unknown): Mutation => ({
  name,
  location,
  apply: (machine) => {
    const changed = withPart(machine.config, location, part);
    const options = { ...machine.config.options, maxIterations: MAX_ITERATIONS };
    return createMachine(
      { ...machine.config, ...(isConfig(changed) ? changed : {}), options },
      machine.implementations,
    );
  },
});
