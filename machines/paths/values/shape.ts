/** How a machine uses a value: as text, as a number, as the key of another value, or as a list. */
type Use = 'text' | 'number' | 'key' | 'list';

/** The parts that a machine reads of a value that comes from outside. */
export type Shape = {
  /** The name of the value, as a machine would read it: `event.age`. */
  path: string;
  uses: Set<Use>;
  parts: Map<string, Shape>;
  /** The guards that read it, or a part of it. */
  guards: Set<string>;
  isRead: boolean;
};

export const shapeOf = (path: string): Shape => ({
  path,
  uses: new Set(),
  parts: new Map(),
  guards: new Set(),
  isRead: false,
});

/** The part of a shape that stands for every element of a list. */
export const ELEMENT = '[]';

export function partOf(shape: Shape, name: string): Shape {
  const known = shape.parts.get(name);
  if (known) return known;
  const part = shapeOf(name === ELEMENT ? `${shape.path}[0]` : `${shape.path}.${name}`);
  shape.parts.set(name, part);
  return part;
}

/** Returns the number of facts that are known of a shape. */
export const factsIn = ({ uses, parts, isRead }: Shape): number =>
  uses.size + Number(isRead) + [...parts.values()].reduce((sum, part) => sum + 1 + factsIn(part), 0);

const isMethodOf = (prototype: object, key: string) => typeof Reflect.get(prototype, key) === 'function';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const EXAMPLE = 'a';

/**
 * Returns a value that notes in a shape what is read of it. What is known of it is as given; a part that is not known is
 * such a value again, which is text, a number or a list as it is used.
 */
export function recording(shape: Shape, guard: () => string | null, known?: object): object {
  const note = (of: Shape, use?: Use) => {
    of.isRead = true;
    if (use) of.uses.add(use);
    const name = guard();
    if (name !== null) of.guards.add(name);
  };
  const child = (name: string): unknown => recording(partOf(shape, name), guard);
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
    const isOfText = key === 'length' || isMethodOf(String.prototype, key);
    const isOfList = key === 'length' || isMethodOf(Array.prototype, key);
    if (!isOfText && !isOfList && !isMethodOf(Number.prototype, key)) {
      const isElement = /^\d+$/.test(key);
      note(shape, isElement ? 'list' : undefined);
      const part = partOf(shape, isElement ? ELEMENT : key);
      note(part);
      return recording(part, guard);
    }
    const isList = isOfList && (!isOfText || shape.uses.has('list'));
    note(shape, isList ? 'list' : isOfText ? 'text' : 'number');
    const example: unknown = isList ? [child(ELEMENT)] : isOfText ? EXAMPLE : 1;
    const part: unknown = Reflect.get(Object(example), key);
    return typeof part === 'function' ? part.bind(example) : part;
  };
  return new Proxy(known ?? {}, {
    get: (target, key) => {
      if (!known) return unknown(key);
      const value: unknown = Reflect.get(target, key);
      if (typeof key === 'symbol' || key === 'toJSON' || key === 'then' || typeof value === 'function')
        return value;
      if (Array.isArray(known) && !/^\d+$/.test(key)) return value;
      const part = partOf(shape, Array.isArray(known) ? ELEMENT : key);
      note(part);
      if (value === undefined && !Array.isArray(known)) return recording(part, guard);
      return isObject(value) ? recording(part, guard, value) : value;
    },
  });
}
