import { lost } from '../../../../machines/visualiser/displayData.ts';

const isRecord = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value));

/**
 * A copy of a value for the channel: with maps, sets, dates, errors and cycles. A function and an instance of
 * another class are replaced by a tag.
 */
export function toCloneable(value: unknown, copies = new Map<object, unknown>()): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return lost(typeof value);
  if (typeof value !== 'object' || value === null) return value;
  if (copies.has(value)) return copies.get(value);
  const copied = <Copy extends object>(copy: Copy): Copy => {
    copies.set(value, copy);
    return copy;
  };
  const part = (of: unknown) => toCloneable(of, copies);
  if (value instanceof Date || value instanceof RegExp || value instanceof Error) return value;
  if (Array.isArray(value)) {
    const copy: unknown[] = copied([]);
    copy.push(...value.map(part));
    return copy;
  }
  if (value instanceof Map) {
    const copy = copied(new Map<unknown, unknown>());
    for (const [key, of] of value) copy.set(part(key), part(of));
    return copy;
  }
  if (value instanceof Set) {
    const copy = copied(new Set<unknown>());
    for (const of of value) copy.add(part(of));
    return copy;
  }
  if (!isRecord(value)) return lost(value.constructor.name);
  return Object.assign(
    copied({}),
    Object.fromEntries(Object.entries(value).map(([key, of]) => [key, part(of)])),
  );
}
