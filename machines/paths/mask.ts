import type { Flow } from './flow.ts';
import { createStage } from './stage.ts';

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (value instanceof Error) return [value.message];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

const LETTERS = 'xyzabcdefghijklmnopqrstuvw';
const DIGITS = '123456789';

/**
 * The shape of a text in its `variant`th drawing, so that different texts of one shape stay different: a letter for
 * each letter, mark and sign of any script, a digit for each digit. What a phone field does not count stays: the
 * country code and leading zeros. `Asha 9` becomes `Xxxx 1`.
 */
function drawn(text: string, variant: number): string {
  const letter = LETTERS.charAt(variant % LETTERS.length);
  const digit = DIGITS.charAt(variant % DIGITS.length);
  return text.replace(
    /^(\+91|0+)|\p{N}|[\p{Lu}\p{Lt}]|[^\s\p{P}$+<=>^`|~]/gu,
    (found: string, kept: string | undefined) => {
      if (kept !== undefined) return kept;
      if (/\p{N}/u.test(found)) return digit;
      return /[\p{Lu}\p{Lt}]/u.test(found) ? letter.toUpperCase() : letter;
    },
  );
}

type Plain = Record<string, unknown>;

/** What carries no personal data: texts that nobody typed, fields that nobody types in, and endings of file names. */
type Harmless = { texts: readonly unknown[] } & Pick<Flow, 'choices' | 'endings'>;

/**
 * Makes a function that takes the texts out of plain data and leaves their shapes, so that what was valid stays
 * valid and what was equal stays equal. What is harmless stays as it is.
 */
export function createMask({ texts, choices, endings }: Harmless): (data: Plain) => Plain {
  const keep = new Set(texts.flatMap(stringsIn));
  const masked = new Map<string, string>();
  const taken = new Set<string>();
  const text = (original: string): string => {
    if (original.trim() === '' || keep.has(original)) return original;
    const before = masked.get(original);
    if (before !== undefined) return before;
    const ending = endings.find((known) => original.toLowerCase().endsWith(known)) ?? '';
    const end = original.length - ending.length;
    const variants = Array.from(
      LETTERS,
      (_, variant) => drawn(original.slice(0, end), variant) + original.slice(end),
    );
    const next = variants.find((variant) => !taken.has(variant)) ?? drawn(original, 0);
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
    Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, choices.includes(key) ? value : part(value)]),
    );
  return all;
}

/** A mask for the data of a flow: what it starts with and what its cases and journeys say was typed by nobody. */
export function maskFor(flow: Flow): (data: Plain) => Plain {
  const { context } = createStage(flow.machine, flow.input).actor.getSnapshot();
  const texts = [flow.input, flow.events, flow.outcomes, flow.journeys, context];
  return createMask({ texts, choices: flow.choices, endings: flow.endings });
}
