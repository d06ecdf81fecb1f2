import { isActor } from '../define/xstateInternals.ts';

/** How a machine uses a value: as text, as a number, as the key of another value, as a list, as a function, or as a whole. */
type Use = 'text' | 'number' | 'key' | 'list' | 'function' | 'whole';

/** The parts that a machine reads of a value that comes from outside. */
export type Shape = {
  /** The place of the value, as a machine would read it: `event.age`. */
  path: string;
  /** The name of the value itself. */
  name: string;
  uses: Set<Use>;
  parts: Map<string, Shape>;
  /** The guards that read it, or a part of it. */
  guards: Set<string>;
  isRead: boolean;
};

export const shapeOf = (path: string, name = path): Shape => ({
  path,
  name,
  uses: new Set(),
  parts: new Map(),
  guards: new Set(),
  isRead: false,
});

/** The part of a shape that stands for every element of a list, and the one for the result of a function. */
export const ELEMENT = '[]';
export const RESULT = '()';

export function partOf(shape: Shape, name: string): Shape {
  const known = shape.parts.get(name);
  if (known) return known;
  const suffix = name === ELEMENT ? '[0]' : name === RESULT ? '()' : `.${name}`;
  const part = shapeOf(`${shape.path}${suffix}`, name);
  shape.parts.set(name, part);
  return part;
}

/** The number of known facts about a shape. */
export const factsIn = ({ uses, parts, isRead }: Shape): number =>
  uses.size + Number(isRead) + [...parts.values()].reduce((sum, part) => sum + 1 + factsIn(part), 0);

const isMethodOf = (prototype: object, key: string) => typeof Reflect.get(prototype, key) === 'function';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const EXAMPLE = 'a';

const shapes = new WeakMap<object, Shape>();

/** Notes a guard that reads a recording value which is a part of the context now. */
export function noteGuard(value: unknown, guard: string): void {
  if (isObject(value) || typeof value === 'function') shapes.get(value)?.guards.add(guard);
}

/**
 * A value that notes in a shape each part that is read. Known parts are as given; an unknown part is again such a
 * value: text, a number, a list or a function, depending on its use. With `keysOnly` it is an object, and even
 * names of text and list methods are its keys. `keys` are its keys where it is taken over whole.
 */
export function recording(
  shape: Shape,
  guard: () => string | null,
  {
    known,
    keysOnly = false,
    keys = [],
  }: { known?: object; keysOnly?: boolean; keys?: readonly string[] } = {},
): object {
  const note = (of: Shape, use?: Use) => {
    of.isRead = true;
    if (use) of.uses.add(use);
    const name = guard();
    if (name !== null) of.guards.add(name);
  };
  /** Notes that a guard which asks for a class reads the value as a whole. */
  const classOf = <Class>(value: Class): Class => {
    if (guard() !== null) note(shape);
    return value;
  };
  const child = (name: string): object => recording(partOf(shape, name), guard);
  const partNamed = (name: string): object => {
    note(shape, name === ELEMENT ? 'list' : undefined);
    note(partOf(shape, name));
    return child(name);
  };
  /** A method of the text, number or list behind the value. */
  const methodNamed = (key: string): unknown => {
    const isOfText = key === 'length' || isMethodOf(String.prototype, key);
    const isOfList = key === 'length' || isMethodOf(Array.prototype, key);
    const isList = isOfList && (!isOfText || shape.uses.has('list'));
    note(shape, isList ? 'list' : isOfText ? 'text' : 'number');
    const example: unknown = isList ? [child(ELEMENT)] : isOfText ? EXAMPLE : 1;
    const part: unknown = Reflect.get(Object(example), key);
    return typeof part === 'function' ? part.bind(example) : part;
  };
  const isNative = (key: string) =>
    [String.prototype, Array.prototype, Number.prototype].some((prototype) => isMethodOf(prototype, key));
  const unknown = (key: string | symbol): unknown => {
    if (key === Symbol.toPrimitive)
      return (hint: string) => {
        note(shape, hint === 'string' ? 'key' : 'number');
        return hint === 'string' ? '0' : 1;
      };
    if (key === Symbol.iterator) {
      note(shape, 'list');
      return [child(ELEMENT)][Symbol.iterator];
    }
    if (typeof key === 'symbol' || key === 'then') return undefined;
    if (key === 'toJSON') return () => shape.path;
    if (key === 'constructor') return classOf(Object);
    if (!keysOnly && /^\d+$/.test(key)) return partNamed(ELEMENT);
    if (keysOnly || (key !== 'length' && !isNative(key))) return partNamed(key);
    if (key === 'length' || shape.uses.size > 0) return methodNamed(key);
    // A key, unless it is called.
    const isNew = !shape.parts.has(key);
    return new Proxy(partNamed(key), {
      apply: (_target, _this, args: unknown[]) => {
        if (isNew) shape.parts.delete(key);
        const method = methodNamed(key);
        return typeof method === 'function' ? Reflect.apply(method, undefined, args) : undefined;
      },
    });
  };
  const value = new Proxy(known ?? (keysOnly ? {} : () => {}), {
    get: (target, key) => {
      if (!known) return unknown(key);
      const value: unknown = Reflect.get(target, key);
      if (key === 'constructor') return classOf(value);
      if (typeof key === 'symbol' || key === 'toJSON' || key === 'then' || typeof value === 'function')
        return value;
      if (Array.isArray(known) && !/^\d+$/.test(key)) return value;
      const part = partOf(shape, Array.isArray(known) ? ELEMENT : key);
      note(part);
      if (value === undefined && !Array.isArray(known)) return recording(part, guard);
      return isObject(value) && !isActor(value) ? recording(part, guard, { known: value }) : value;
    },
    getPrototypeOf: (target) => {
      return classOf(Reflect.getPrototypeOf(target));
    },
    ownKeys: (target) => {
      if (!known) note(shape, 'whole');
      return known ? Reflect.ownKeys(target) : [...keys];
    },
    getOwnPropertyDescriptor: (target, key) =>
      known ? Reflect.getOwnPropertyDescriptor(target, key) : { configurable: true, enumerable: true },
    apply: () => {
      note(shape, 'function');
      return child(RESULT);
    },
  });
  shapes.set(value, shape);
  return value;
}
