const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (value instanceof Error) return [value.message];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** The shape of a text: a lower-case letter for each, a digit for each. `Asha 9` becomes `Xxxx 0`. */
export const shapeOf = (text: string): string => drawn(text, 0);

const LETTERS = 'xyzabcdefghijklmnopqrstuvw';

/** The shape of a text in its `variant`th drawing, so that different texts of one shape stay different. */
function drawn(text: string, variant: number): string {
  const letter = LETTERS.charAt(variant % LETTERS.length);
  return text
    .replace(/\p{N}/gu, String(variant % 10))
    .replace(/\p{Lu}/gu, letter.toUpperCase())
    .replace(/[\p{Ll}\p{Lo}]/gu, letter);
}

type Plain = Record<string, unknown>;

/**
 * Makes a function that takes the texts out of plain data and leaves their shapes, so that what was valid stays
 * valid and what was equal stays equal. Texts that stand in `known`, which nobody typed, stay as they are.
 */
export function createMask(known: readonly unknown[]): (data: Plain) => Plain {
  const keep = new Set(known.flatMap(stringsIn));
  const masked = new Map<string, string>();
  const taken = new Set<string>();
  const text = (original: string): string => {
    if (original.trim() === '' || keep.has(original)) return original;
    const before = masked.get(original);
    if (before !== undefined) return before;
    const variants = Array.from({ length: LETTERS.length }, (_, variant) => drawn(original, variant));
    const next = variants.find((variant) => !taken.has(variant)) ?? shapeOf(original);
    taken.add(next);
    masked.set(original, next);
    return next;
  };
  const part = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(part);
    return typeof value === 'object' && value !== null ? all(value) : value;
  };
  const all = (data: object): Plain =>
    Object.fromEntries(Object.entries(data).map(([key, value]) => [key, part(value)]));
  return all;
}
