/** The most items of a list that are shown. */
const MAX_ITEMS = 100;

/** The names of tags whose content nobody typed. */
const OWN = new Set(['@undefined', '@BigInt', '@Number', '@RegExp', '@cycle', '@lost', '@more']);

/** Whether a field is a tag whose content is not masked. */
export const isOwnTag = (field: string): boolean => OWN.has(field);

/** The tag of a value that cannot be sent or restored: a function, or an instance of a class. */
export const lost = (kind: string) => ({ '@lost': kind });

const isRecord = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** The tag of a value that JSON does not have; null for any other value. */
function tagOf(value: unknown): Record<string, unknown> | null {
  if (value === undefined) return { '@undefined': '' };
  if (typeof value === 'bigint') return { '@BigInt': String(value) };
  if (typeof value === 'number') return Number.isFinite(value) ? null : { '@Number': String(value) };
  if (typeof value === 'function' || typeof value === 'symbol') return lost(typeof value);
  if (Object.prototype.toString.call(value) === '[object Date]')
    return { '@Date': JSON.stringify(value).replaceAll('"', '') };
  if (value instanceof RegExp) return { '@RegExp': String(value) };
  return value instanceof Error ? { [`@${value.name}`]: value.message } : null;
}

function shown(value: unknown, around: readonly unknown[]): unknown {
  const tag = tagOf(value);
  if (tag) return tag;
  if (typeof value !== 'object' || value === null) return value;
  if (around.includes(value)) return { '@cycle': '' };
  const show = (part: unknown) => shown(part, [...around, value]);
  const list = (items: readonly unknown[]): unknown[] => [
    ...items.slice(0, MAX_ITEMS).map(show),
    ...(items.length > MAX_ITEMS ? [{ '@more': items.length - MAX_ITEMS }] : []),
  ];
  if (Array.isArray(value)) return list(value);
  if (value instanceof Set) return { [`@Set(${value.size})`]: list([...value]) };
  if (value instanceof Map) return { [`@Map(${value.size})`]: list([...value]) };
  if (!isRecord(value)) return lost(value.constructor?.name ?? 'object');
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, show(part)]));
}

/**
 * Data as JSON. A value that JSON lacks becomes an object with a tag, such as `@BigInt`. A long list becomes its
 * first items and the number of the others.
 */
export const displayData = (data: object): Record<string, unknown> => Object(shown(data, []));

/** The text of a tagged value: `BigInt 10`; null for any other value. */
export function tagText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const [[tag, content] = ['', ''], ...others] = Object.entries(value);
  if (!tag.startsWith('@') || others.length > 0 || typeof content === 'object') return null;
  if (tag === '@more') return `… and ${content} more`;
  if (tag === '@lost') return `${content} (cannot be restored)`;
  return `${tag.slice(1)} ${content}`.trim();
}

/** The paths of the values in data that cannot be restored. */
export function lostPaths(data: object, path = '', around: readonly unknown[] = []): string[] {
  if (around.includes(data)) return [];
  return Object.entries(data).flatMap(([key, part]) => {
    if (key === '@lost') return [path];
    const at = path === '' ? key : `${path}.${key}`;
    return typeof part === 'object' && part !== null ? lostPaths(part, at, [...around, data]) : [];
  });
}
