import { createActor } from 'xstate';
import { isActor } from '../define/xstateInternals.ts';
import { silentLogic } from '../simulate/actorModels.ts';
import type { Literals } from './literals.ts';
import { ELEMENT, RESULT, type Shape } from './shape.ts';

/** The most values of a part that a guard reads, and of another one, which may only need another type. */
const MAX_CANDIDATES = 24;
const MAX_UNGUARDED = 3;
const MAX_LITERALS = 8;
/** The length of a text in the name of a case. */
const MAX_NAME = 30;

/** The parts of candidates: literals, and the values in the machine's context at the start. */
export type Hints = { literals: Literals; context: unknown };

const distinct = <Value>(values: readonly Value[]): Value[] => [
  ...new Map(values.map((value) => [`${typeof value} ${textOf(value)}`, value])).values(),
];

const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'function' ? String(part) : part));

/** A function that returns a value, with a source that says so. */
function functionReturning(value: unknown): () => unknown {
  const source = value === undefined ? '() => {}' : `() => (${textOf(value)})`;
  return Object.defineProperty(() => value, 'toString', { value: () => source });
}

/** An actor that only listens. */
const listener = () => createActor(silentLogic, { id: 'listener' }).start();

/** The names of values that are true or false. */
const FLAG =
  /^(?:is|has|can|are|should|was|will|needs|allows?|skips?|shows?|hides?|enabled?|disabled?|with|without)(?:[A-Z_]|$)|[a-z](?:Enabled|Disabled|Allowed|Visible|Open)$/;

type Primitive = string | number | boolean | null | undefined;

/** The primitive values in a value by the names of their keys, and the length of its longest list. */
function partsOf(value: unknown, key = ''): { primitives: [string, Primitive][]; longest: number } {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { primitives: [[key, value]], longest: 0 };
  if (typeof value !== 'object' || value === null || (value.constructor !== Object && !Array.isArray(value)))
    return { primitives: [], longest: 0 };
  const below = Object.entries(value).map(([name, part]) => partsOf(part, Array.isArray(value) ? key : name));
  return {
    primitives: below.flatMap(({ primitives }) => primitives),
    longest: Math.max(Array.isArray(value) ? value.length : 0, ...below.map(({ longest }) => longest)),
  };
}

const around = (values: readonly Primitive[]): Primitive[] =>
  values.flatMap((value): Primitive[] =>
    typeof value === 'number' ? [value, value - 1, value + 1] : [value],
  );

/** The likely values of a shape without parts, the most usual first. */
function primitivesOf({ name, uses }: Shape, { literals, context }: Hints): Primitive[] {
  const { primitives, longest } = partsOf(context);
  const compared = around([...(literals.byName.get(name) ?? [])]);
  const isUsual = (value: Primitive) => typeof value !== 'number' || value > 0;
  const named = [...compared.filter(isUsual), ...compared.filter((value) => !isUsual(value))];
  const inContext = primitives.flatMap(([key, value]) => (key === name ? [value] : []));
  const others = [...literals.all, ...primitives.map(([, value]) => value)];
  const ofType = (type: string) => others.filter((value) => typeof value === type).slice(0, MAX_LITERALS);
  const keys = uses.has('key') ? Array.from({ length: Math.min(longest, 16) }, (_, index) => index) : [];
  if (uses.has('text') && uses.has('number')) return distinct(['1', 'a', '', ...named, ...inContext]);
  if (uses.has('text')) return distinct(['a', '', ...named, ...inContext, 'b', ...ofType('string')]);
  if (uses.has('number'))
    return distinct([...named, 1, 0, ...keys, ...inContext, ...around(ofType('number'))]);
  if (keys.length > 0) return distinct([...keys, ...named, ...inContext]);
  if (named.length > 0) return distinct([...named, ...inContext, 'a', undefined]);
  if (FLAG.test(name)) return [true, false, undefined];
  return distinct([
    ...inContext.filter(Boolean),
    'a',
    '',
    1,
    ...inContext,
    ...ofType('string'),
    ...ofType('number'),
    true,
    false,
    undefined,
  ]);
}

// The keys that are possible are all needed: each one reaches another part of the context.
const isGuarded = ({ guards, uses }: Shape) => guards.size > 0 || uses.has('key');

/**
 * Values of a shape, the most usual first; then each part with its other values, and then all parts with these at
 * once.
 */
export function candidatesOf(shape: Shape, hints: Hints): unknown[] {
  if (shape.uses.has('function')) {
    const result = shape.parts.get(RESULT);
    if (result?.isRead) return candidatesOf(result, hints).map(functionReturning);
    const results = isGuarded(shape) ? distinct([true, ...primitivesOf(shape, hints)]) : [undefined];
    return results.map(functionReturning);
  }
  if (shape.parts.has('_send')) return [listener()];
  const element = shape.parts.get(ELEMENT);
  if (element || shape.uses.has('list')) {
    const elements = element ? candidatesOf(element, hints) : ['a'];
    return [elements.slice(0, 1), [], elements.slice(0, 2), ...elements.slice(1, 4).map((only) => [only])];
  }
  if (shape.parts.size === 0)
    return primitivesOf(shape, hints).slice(0, isGuarded(shape) ? MAX_CANDIDATES : MAX_UNGUARDED);
  const parts = [...shape.parts].map(([name, part]) => ({ name, values: candidatesOf(part, hints) }));
  const withChoice = (choose: (index: number) => number) =>
    Object.fromEntries(parts.map(({ name, values }, index) => [name, values[choose(index)]]));
  const single = parts.flatMap(({ values }, varied) =>
    values.slice(1).map((_, other) => withChoice((index) => (index === varied ? other + 1 : 0))),
  );
  const longest = Math.max(...parts.map(({ values }) => values.length));
  const together = Array.from({ length: Math.min(longest, MAX_CANDIDATES) }, (_, nth) =>
    withChoice((index) => Math.min(nth, (parts[index]?.values.length ?? 1) - 1)),
  );
  return distinct([withChoice(() => 0), ...single.slice(0, MAX_CANDIDATES), ...together]);
}

const inWords = (value: unknown): string => {
  if (typeof value === 'string') return value === '' ? 'empty' : value.slice(0, MAX_NAME);
  if (value === undefined) return 'missing';
  if (typeof value === 'function') return 'a function';
  if (isActor(value)) return 'an actor';
  if (Array.isArray(value) && value.length === 0) return 'empty';
  return Array.isArray(value) ? `of ${value.length}` : JSON.stringify(value);
};

/** The name of a value: its parts with their values, or only the parts that differ from the usual value. */
export function nameOfValue(value: unknown, usual: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isActor(value))
    return inWords(value);
  const entries = Object.entries(value);
  const differing = entries.filter(
    ([name, part]) => textOf(part) !== textOf(Reflect.get(Object(usual), name)),
  );
  const named = differing.length > 0 ? differing : entries.slice(0, 2);
  return named
    .map(([name, part]) => {
      const inner =
        typeof part === 'object' && part !== null
          ? nameOfValue(part, Reflect.get(Object(usual), name))
          : inWords(part);
      return `${name} ${inner}`;
    })
    .join(', ');
}
