import { createSimulation, type Flow } from '../paths/index.ts';

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (value instanceof Error) return [value.message];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

const LETTERS = 'xyzabcdefghijklmnopqrstuvw';
const DIGITS = '123456789';

/**
 * Returns a text with each letter, mark and sign of any script replaced by one letter, and each digit by one digit.
 * Both depend on `variant`, so that different texts of one shape can be told apart. The country code and leading zeros
 * of a phone number stay. `Asha 9` becomes `Xxxx 1`.
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

type PlainData = Record<string, unknown>;

/** Returns the place of a field: its name with that of the field around it, because many fields may have one name. */
const placeOf = (key: string, parent: string) => `${parent}.${key}`;

/**
 * The means to tell personal data from other: texts that nobody typed, except in fields that are typed; fields that are chosen
 * and never typed; and extensions of file names.
 */
type MaskRules = { texts: readonly unknown[]; typedFields?: ReadonlySet<string> } & Pick<
  Flow,
  'choiceFields' | 'fileExtensions'
>;

/**
 * Returns a function that masks the texts in plain data: valid values stay valid, and equal texts stay equal. Data that
 * is not personal is not masked.
 */
export function createMask({
  texts,
  typedFields = new Set(),
  choiceFields,
  fileExtensions,
}: MaskRules): (data: PlainData) => PlainData {
  const unmasked = new Set(texts.flatMap(stringsIn));
  const masked = new Map<string, string>();
  const used = new Set<string>();
  const text = (original: string, isTyped: boolean): string => {
    if (original.trim() === '' || (!isTyped && unmasked.has(original))) return original;
    const existing = masked.get(original);
    if (existing !== undefined) return existing;
    const extension = fileExtensions.find((known) => original.toLowerCase().endsWith(known)) ?? '';
    const end = original.length - extension.length;
    const variants = Array.from(
      LETTERS,
      (_, variant) => maskedText(original.slice(0, end), variant) + original.slice(end),
    );
    const next = variants.find((variant) => !used.has(variant)) ?? maskedText(original, 0);
    used.add(next);
    masked.set(original, next);
    return next;
  };
  const maskValue = (value: unknown, place: string, parent: string): unknown => {
    if (typeof value === 'string') return text(value, typedFields.has(place));
    if (Array.isArray(value)) return value.map((item) => maskValue(item, place, parent));
    return typeof value === 'object' && value !== null ? maskFields(value, parent) : value;
  };
  const maskFields = (data: object, parent = ''): PlainData =>
    Object.fromEntries(
      Object.entries(data).map(([key, value]) => [
        key,
        choiceFields.includes(key) ? value : maskValue(value, placeOf(key, parent), key),
      ]),
    );
  return (data) => maskFields(data);
}

/** Returns the texts in plain data with the places of their fields, without those that are chosen. */
function typedTexts(
  data: object,
  choiceFields: readonly string[],
  parent = '',
): { text: string; place: string }[] {
  return Object.entries(data).flatMap(([key, value]) => {
    if (choiceFields.includes(key)) return [];
    if (typeof value === 'string') return [{ text: value, place: placeOf(key, parent) }];
    return typeof value === 'object' && value !== null ? typedTexts(value, choiceFields, key) : [];
  });
}

/**
 * Returns the mask for the data of a flow. Texts of its initial context, cases and journeys are not masked, except in the
 * fields of its events: what somebody types there may equal the text of a case.
 */
export function maskOf(flow: Flow): (data: PlainData) => PlainData {
  const { context } = createSimulation(flow).actor.getSnapshot();
  const texts = [flow.input, flow.events, flow.outcomes, flow.journeys, context];
  const { choiceFields, fileExtensions } = flow;
  const payloads = Object.values(flow.events).flatMap((cases) => Object.values(cases));
  return createMask({
    texts,
    typedFields: new Set(
      payloads.flatMap((payload) => typedTexts(payload, choiceFields).map(({ place }) => place)),
    ),
    choiceFields,
    fileExtensions,
  });
}

/** Returns a function that masks what the events of a flow type, wherever it stands in a text. */
export function textMaskOf({ events, choiceFields }: Flow): (text: string) => string {
  const typed = Object.values(events)
    .flatMap((cases) => typedTexts(cases, choiceFields).map(({ text }) => text))
    .filter((text) => text.trim().length > 2)
    .sort((one, other) => other.length - one.length);
  return (text) => typed.reduce((masked, each) => masked.replaceAll(each, maskedText(each, 0)), text);
}
