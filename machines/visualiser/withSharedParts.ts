/** The characters that a value without parts is counted as. */
const LEAF = 8;

type Shared<Value> = { value: Value; size: number };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * The value with each part that equals one of the earlier value replaced by that one, to save memory; `size` is
 * the size of the other parts, in characters.
 */
export function withSharedParts<Value>(
  value: Value,
  earlier: unknown,
  around: readonly unknown[] = [],
): Shared<Value> {
  if (Object.is(value, earlier)) return { value, size: 0 };
  if (typeof value === 'string') return { value, size: value.length + LEAF };
  if (!(isRecord(value) || Array.isArray(value)) || around.includes(value)) return { value, size: LEAF };
  const old = new Map(isRecord(earlier) || Array.isArray(earlier) ? Object.entries(earlier) : []);
  const parts = Object.entries(value).map(
    ([key, part]) => [key, withSharedParts(part, old.get(key), [...around, value])] as const,
  );
  const isSame =
    Array.isArray(value) === Array.isArray(earlier) &&
    old.size === parts.length &&
    parts.every(([key, part]) => old.has(key) && Object.is(part.value, old.get(key)));
  if (isSame && isOfKind(earlier, value)) return { value: earlier, size: 0 };
  for (const [key, part] of parts) Reflect.set(value, key, part.value);
  return { value, size: parts.reduce((sum, [key, part]) => sum + key.length + part.size, LEAF) };
}

const isOfKind = <Value>(earlier: unknown, _: Value): earlier is Value => earlier !== undefined;
