import { createSimulation, type Flow } from '../paths/index.ts';
import { displayData, isOwnTag } from './displayData.ts';
import { memoize } from './memoize.ts';

type PlainData = Record<string, unknown>;

/** The mask of personal data: of data by field, and of typed values wherever they stand in a text. */
export type Mask = {
  /**
   * Masks data of a flow; valid values stay valid, and equal texts equal. Known texts of the flow stay, but not in
   * the fields of its events: a typed text may equal a known one. Of sent data only choices stay.
   */
  data: (flow: Flow | undefined, data: PlainData, isSent?: boolean) => PlainData;
  /** Masks a text, unless it stood on a page before anything was typed. */
  text: (text: string) => string;
};

/** Leaves everything as it was typed. */
export const unmasked: Mask = { data: (_, data) => displayData(data), text: String };

/** Texts that somebody may have typed, each with its mask. */
export type TypedTexts = readonly [text: string, mask: string][];

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (value instanceof Error) return [value.message];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

const LETTERS = 'xyzabcdefghijklmnopqrstuvw';
const DIGITS = '123456789';

/**
 * A text with each letter, mark and sign of any script replaced by one letter, and each digit by one digit. Both
 * depend on `variant`, so that different texts of one shape differ. The country code and leading zeros of a phone
 * number stay. `Asha 9` becomes `Xxxx 1`.
 */
function maskedText(text: string, variant: number): string {
  const letter = LETTERS.charAt(variant % LETTERS.length);
  const digit = DIGITS.charAt(variant % DIGITS.length);
  return text.replace(
    /^(\+91|0+)|\p{N}|[\p{Lu}\p{Lt}]|[^\s\p{P}$+<=>^`|~]/gu,
    (character: string, prefix: string | undefined) => {
      if (prefix !== undefined) return prefix;
      if (/\p{N}/u.test(character)) return digit;
      return /[\p{Lu}\p{Lt}]/u.test(character) ? letter.toUpperCase() : letter;
    },
  );
}

/**
 * Data with each text mapped except the chosen ones. The place of a text is the name of its field with that of the
 * field around it, because many fields may have one name.
 */
function mapTexts(
  data: object,
  choiceFields: readonly string[],
  map: (text: string, place: string) => string,
): PlainData {
  const mapFields = (fields: object, parent: string): PlainData =>
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [
        key,
        choiceFields.includes(key) || isOwnTag(key) ? value : mapValue(value, key, parent),
      ]),
    );
  const mapValue = (value: unknown, key: string, parent: string): unknown => {
    if (typeof value === 'string') return map(value, `${parent}.${key}`);
    if (Array.isArray(value)) return value.map((item) => mapValue(item, key, parent));
    return typeof value === 'object' && value !== null ? mapFields(value, key) : value;
  };
  return mapFields(displayData(data), '');
}

const payloadsOf = ({ events }: Flow): object[] =>
  Object.values(events).flatMap((cases) => Object.values(cases));

/** Whether nobody typed a text in its place. */
type IsKnown = (text: string, place: string) => boolean;

const isKnownIn = memoize((flow: Flow): IsKnown => {
  const { context } = createSimulation(flow).actor.getSnapshot();
  const known = new Set(
    [flow.input, flow.events, flow.outcomes, flow.journeys, displayData(context)].flatMap(stringsIn),
  );
  const typed = new Set<string>();
  for (const payload of payloadsOf(flow))
    mapTexts(payload, flow.choiceFields, (text, place) => {
      typed.add(place);
      return text;
    });
  return (text, place) => known.has(text) && !typed.has(place);
}, new WeakMap());

/** Masks data by field. */
export class FieldMask {
  readonly #used = new Set<string>();

  readonly #maskOf = memoize((text: string): string => {
    const variants = Array.from(LETTERS, (_, index) => maskedText(text, index));
    const mask = variants.find((variant) => !this.#used.has(variant)) ?? maskedText(text, 0);
    this.#used.add(mask);
    return mask;
  });

  data(flow: Flow | undefined, data: object, isSent = false, note?: (text: string, mask: string) => void) {
    const { choiceFields = [], fileExtensions = [] } = flow ?? {};
    const isKnown = flow && !isSent ? isKnownIn(flow) : () => false;
    return mapTexts(data, choiceFields, (text, place) => {
      if (text.trim() === '' || isKnown(text, place)) return text;
      const ending = fileExtensions.find((known) => text.toLowerCase().endsWith(known)) ?? '';
      const end = text.length - ending.length;
      const mask = this.#maskOf(text.slice(0, end)) + text.slice(end);
      note?.(text.trim(), mask.trim());
      return mask;
    });
  }

  /** The masked texts in data, each with its mask. */
  typedIn(flow: Flow | undefined, data: object): TypedTexts {
    const typed: [string, string][] = [];
    this.data(flow, data, false, (...pair) => typed.push(pair));
    return typed;
  }
}

const WORDS_OF_A_NAME = 4;

const isName = (text: string) => text.split(/\s+/).length <= WORDS_OF_A_NAME;

/**
 * The parts of a text that identify somebody by themselves: words of a name, and words with a digit or an at sign.
 */
function parts([text, mask]: [string, string]): [string, string][] {
  const [words, masks] = [text.split(/\s+/), mask.split(/\s+/)];
  const digits = text.replaceAll(/\P{N}/gu, '');
  return [
    [text, mask],
    ...words.flatMap((word, index): [string, string][] =>
      word.length >= 3 && (isName(text) || /[\p{N}@]/u.test(word)) ? [[word, masks[index] ?? '']] : [],
    ),
    ...(digits.length >= 6 ? ([[digits, mask.replaceAll(/\P{N}/gu, '')]] satisfies [string, string][]) : []),
  ];
}

/**
 * Texts with their parts. While somebody types, each text is the beginning of the next: the shortest beginnings
 * are left out, up to two letters of a name and the first word of a longer text.
 */
export function withParts(texts: TypedTexts): TypedTexts {
  const sorted = [...new Map(texts)].sort(([one], [other]) => (one < other ? 1 : -1));
  let longest: string | null = null;
  return sorted.flatMap((pair): [string, string][] => {
    const [text] = pair;
    if (longest?.startsWith(text)) return text.length >= (isName(longest) ? 3 : 8) ? [pair] : [];
    longest = text;
    return parts(pair);
  });
}

const escapeRegExp = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The length from which a text is masked inside words too. */
const LONG = 4;

/** A function that masks typed texts wherever they stand in another text, in upper or lower case. */
function textMask(typed: TypedTexts, standing: ReadonlySet<string>): Mask['text'] {
  const masks = new Map(typed.map(([text, mask]) => [text.toLowerCase(), mask]));
  if (masks.size === 0) return (text) => text;
  const patterns = [...masks.keys()]
    .sort((one, other) => other.length - one.length)
    .map((text) => {
      const pattern = escapeRegExp(text);
      return text.length < LONG ? `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])` : pattern;
    });
  const pattern = new RegExp(patterns.join('|'), 'giu');
  return (text) =>
    standing.has(text) ? text : text.replaceAll(pattern, (found) => masks.get(found.toLowerCase()) ?? '…');
}

/**
 * @param typed Reads the texts that somebody may have typed
 * @param standing Reads the texts that stood on the pages before any typing
 */
export function createMask(
  fields = new FieldMask(),
  typed: () => TypedTexts = () => [],
  standing: () => ReadonlySet<string> = () => new Set(),
): Mask {
  let ofTexts: Mask['text'] | undefined;
  return {
    data: (...of) => fields.data(...of),
    text: (text) => {
      ofTexts ??= textMask(typed(), standing());
      return ofTexts(text);
    },
  };
}

/** The mask for the values that the cases of a flow type. */
export function caseMask(flow: Flow): Mask {
  const fields = new FieldMask();
  const typed = payloadsOf(flow).flatMap((payload) => fields.typedIn(flow, payload));
  return createMask(fields, () => typed.filter(([text]) => text.length > 2));
}
