import { type Flow, type PersistedSnapshot, restoredSnapshot } from '../paths/index.ts';
import { displayData } from './displayData.ts';
import { memoize } from './memoize.ts';

/** The value of an expression in a state of a flow; `isContext` where it is a part of the context. */
export type Expression = { valueIn: (snapshot: PersistedSnapshot) => unknown; isContext: boolean };

const PATH = /^context((?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[\d+\]|\["[^"]*"\])*)\s*(.*)$/su;
const KEY = /\.([^.[]+)|\[(\d+)\]|\["([^"]*)"\]/gu;
const COMPARISON = /^(===?|!==?|<=?|>=?)\s*(.+)$/su;

/** The content of a map, of a set, or of the tag in which one is shown. */
function contentOf(value: unknown): unknown {
  if (value instanceof Map || value instanceof Set) return [...value];
  if (typeof value !== 'object' || value === null) return value;
  const [[tag, content] = ['', null], ...others] = Object.entries(value);
  return tag.startsWith('@') && others.length === 0 ? content : value;
}

function partOf(value: unknown, key: string): unknown {
  const content = Object(contentOf(value));
  return Object.hasOwn(content, key) ? content[key] : undefined;
}

/** The expression of a part of a context by the keys on its way; a tag is no key. */
export const pathWith = (path: string, key: string): string => {
  if (key.startsWith('@')) return path;
  if (/^\d+$/.test(key)) return `${path}[${key}]`;
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `${path}.${key}` : `${path}["${key}"]`;
};

function compare(one: unknown, operator: string, other: unknown): boolean {
  if (operator.startsWith('=')) return one === other;
  if (operator.startsWith('!')) return one !== other;
  const isNumber = typeof one === 'number' && typeof other === 'number';
  if (!isNumber && !(typeof one === 'string' && typeof other === 'string')) return false;
  const isEqual = one === other && operator.endsWith('=');
  return isEqual || (operator.startsWith('<') ? one < other : one > other);
}

function readLiteral(text: string): { literal: unknown } | null {
  if (text === 'undefined') return { literal: undefined };
  try {
    const literal: unknown = JSON.parse(text.replace(/^'([^"']*)'$/, '"$1"'));
    return typeof literal === 'object' && literal !== null ? null : { literal };
  } catch {
    return null;
  }
}

/** The titles of the properties that are expressions: those of a state. */
export const propertyTitles = ({ properties }: Flow): string[] =>
  properties.flatMap(({ kind, title }) => (kind === 'always' ? [title] : []));

/** Whether a property holds in a state, computed once; false where it cannot be asked. */
const holdsIn = memoize(
  (flow: Flow) =>
    memoize((title: string) => {
      const property = flow.properties.find((known) => known.title === title);
      return memoize((snapshot: PersistedSnapshot): boolean => {
        try {
          return property?.kind === 'always' && property.holds(restoredSnapshot(flow, snapshot));
        } catch {
          return false;
        }
      }, new WeakMap());
    }),
  new WeakMap(),
);

/**
 * Reads an expression: a part of the context, such as `context.values.phone`, which may be compared with a value, or the title
 * of a property of the flow. Returns the problem of any other text in a sentence.
 */
export function readExpression(flow: Flow, text: string): Expression | { problem: string } {
  if (propertyTitles(flow).includes(text.trim()))
    return { valueIn: holdsIn(flow)(text.trim()), isContext: false };
  const [whole, path = '', rest = ''] = PATH.exec(text.trim()) ?? [];
  if (whole === undefined)
    return {
      problem:
        'Write a part of the context, such as context.values.phone or context.attempts > 2, or a property of the flow.',
    };
  const keys = [...path.matchAll(KEY)].map(([, name, index, quoted]) => name ?? index ?? quoted ?? '');
  const partIn = ({ context }: PersistedSnapshot) => keys.reduce<unknown>(partOf, context);
  if (rest === '') return { valueIn: partIn, isContext: true };
  const [, operator, written = ''] = COMPARISON.exec(rest) ?? [];
  if (operator === undefined)
    return { problem: `"${rest}" cannot be read: compare with ==, !=, <, <=, > or >=.` };
  const read = readLiteral(written.trim());
  if (!read)
    return { problem: `"${written}" is no value: write a number, true, false, null, or a text in quotes.` };
  return { valueIn: (snapshot) => compare(partIn(snapshot), operator, read.literal), isContext: false };
}

const isPlain = (value: unknown): boolean =>
  Array.isArray(value) || Object.getPrototypeOf(Object(value)) === Object.prototype;

const displayText = (value: unknown) => JSON.stringify(displayData({ value }));

/** Whether an expression has another value after an event than before. Equal parts of their snapshots are the same object. */
export function hasChanged(
  { valueIn }: Expression,
  { before, snapshot }: { before: PersistedSnapshot | null; snapshot: PersistedSnapshot },
): boolean {
  if (!before) return false;
  const [old, now] = [valueIn(before), valueIn(snapshot)];
  return !Object.is(old, now) && ((isPlain(old) && isPlain(now)) || displayText(old) !== displayText(now));
}
