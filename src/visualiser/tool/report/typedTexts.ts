import { partOf } from '../../shared/partOf.ts';
import { displayedValues } from '../displayedValues.ts';
import { flowWithId } from '../flowModels.ts';
import type { ShownRecord } from '../timeline/checks.ts';

/** Texts that somebody may have typed, each with its mask. */
type TypedTexts = ReadonlyMap<string, string>;

/** Returns the texts that differ between plain data and the same data masked. */
function maskedTexts(original: unknown, masked: unknown): [string, string][] {
  if (typeof original === 'string')
    return original === masked ? [] : [[original.trim(), String(masked).trim()]];
  return Object.entries(Object(original)).flatMap(([key, part]: [string, unknown]) =>
    maskedTexts(part, partOf(masked, key)),
  );
}

const WORDS_OF_A_NAME = 4;

const isName = (text: string) => text.split(/\s+/).length <= WORDS_OF_A_NAME;

/** Returns the parts of a text that tell somebody by themselves: words of a name, and words with a digit or an at sign. */
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
 * Returns texts with their parts. While somebody types, each text is the beginning of the next: the shortest of these are
 * left out, up to two letters of a name and the first word of a longer text.
 */
function withParts(texts: ReadonlyMap<string, string>): [string, string][] {
  const sorted = [...texts].sort(([one], [other]) => (one < other ? 1 : -1));
  let longest: string | null = null;
  return sorted.flatMap((pair): [string, string][] => {
    const [text] = pair;
    if (longest?.startsWith(text)) return text.length >= (isName(longest) ? 3 : 8) ? [pair] : [];
    longest = text;
    return parts(pair);
  });
}

const pairsOfRecords = new WeakMap<ShownRecord, [string, string][]>();

/** Returns the texts that somebody may have typed up to an entry, each with its mask. */
function pairsOf(record: ShownRecord): [string, string][] {
  if (record.kind !== 'event') return [];
  const known = pairsOfRecords.get(record);
  if (known) return known;
  const { flow: id, event, before, snapshot } = record.entry;
  const flow = flowWithId(id);
  const { type: _, actorId: __, ...payload } = event;
  const data = [payload, before?.context ?? {}, snapshot.context];
  const pairs = flow ? data.flatMap((each) => maskedTexts(each, displayedValues(flow, each, true))) : [];
  pairsOfRecords.set(record, pairs);
  return pairs;
}

/** Returns the texts that somebody may have typed in any flow of a timeline, and the parts of them that tell somebody. */
export const typedTextsIn = (timeline: readonly ShownRecord[]): TypedTexts =>
  new Map(withParts(new Map(timeline.flatMap(pairsOf))));

const escapeRegExp = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The length from which a text is masked inside words too. */
const LONG = 4;

/** Returns a function that masks typed texts wherever they stand in another text, in upper or lower case. */
export function textMask(texts: TypedTexts): (text: string) => string {
  const known = [...texts.keys()].sort((one, other) => other.length - one.length);
  if (known.length === 0) return (text) => text;
  const masks = new Map([...texts].map(([text, mask]) => [text.toLowerCase(), mask]));
  const patterns = known.map((text) => {
    const pattern = escapeRegExp(text);
    return text.length < LONG ? `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])` : pattern;
  });
  const pattern = new RegExp(patterns.join('|'), 'giu');
  return (text) => text.replaceAll(pattern, (found) => masks.get(found.toLowerCase()) ?? '…');
}
