const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (part instanceof Error ? { error: part.message } : part)) ?? 'null';

/** A copy of a value. A part that JSON refuses, such as one that contains itself, is replaced by its kind. */
function withoutRefused(value: unknown, seen: Set<unknown>): unknown {
  try {
    toJson(value);
    return value;
  } catch {
    const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
    if (!isPlain || seen.has(value)) return Object.prototype.toString.call(value);
    seen.add(value);
    if (Array.isArray(value)) return value.map((part) => withoutRefused(part, seen));
    const copies = Object.entries(Object(value)).map(([name, part]) => [name, withoutRefused(part, seen)]);
    return Object.fromEntries(copies);
  }
}

/**
 * A copy of a value as JSON has it. An error is replaced by its message; a value that JSON refuses, such as an
 * element that React has rendered, by its kind: `[object HTMLElement]`.
 */
export function toPlainData(value: unknown): unknown {
  try {
    return JSON.parse(toJson(value));
  } catch {
    return JSON.parse(toJson(withoutRefused(value, new Set())));
  }
}
