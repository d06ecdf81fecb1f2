import type { AnyActor } from 'xstate';
import { isActor } from './xstateInternals.ts';

type NameOf = (actor: AnyActor) => string;

/** A value with more parts than this is read once, and its text has a number. */
const LARGE = 50;

const largeTexts = new WeakMap<object, { size: number; text: string }>();
const numbers = new Map<string, string>();
const identities = new WeakMap<object, number>();
let identityCount = 0;

const numberOf = (text: string): string => {
  const number = numbers.get(text) ?? `#${numbers.size + 1}`;
  numbers.set(text, number);
  return number;
};

/** A text that tells apart two objects whose contents nothing shows. */
function identityOf(value: object): string {
  const known = identities.get(value) ?? ++identityCount;
  identities.set(value, known);
  return `@${known}`;
}

/** A text without identities of objects, which differ from run to run. */
export const withoutIdentities = (text: string): string => text.replaceAll(/(\w)@\d+/g, '$1');

/** An object of a class as text, by its own text or its parts; otherwise its identity. */
function textOfInstance(value: object, textOf: (part: unknown) => string): string {
  const name = value.constructor?.name ?? 'Object';
  if (value instanceof Error) return `${name} ${JSON.stringify(value.message)}`;
  const parts = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${textOf(part)}`);
  if (value.toString !== Object.prototype.toString) parts.push(JSON.stringify(String(value)));
  return `${name}${parts.length > 0 ? `{${parts.join()}}` : identityOf(value)}`;
}

function textOfPart(value: unknown, nameOf: NameOf, above: readonly object[]): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return textOfFunction(value);
  if (typeof value !== 'object' || value === null)
    return typeof value === 'number' || value === undefined
      ? String(value)
      : (JSON.stringify(value) ?? String(value));
  if (isActor(value)) return `"actor ${nameOf(value)}"`;
  const depth = above.indexOf(value);
  if (depth >= 0) return `^${above.length - depth}`;
  const within = [...above, value];
  const textOf = (part: unknown) => textOfPart(part, nameOf, within);
  if (Array.isArray(value)) return large(value, value.length, () => `[${value.map(textOf).join()}]`);
  if (value instanceof Map || value instanceof Set)
    return large(value, value.size, () => `${value.constructor.name}[${[...value].map(textOf).join()}]`);
  const prototype: unknown = Reflect.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return textOfInstance(value, textOf);
  const keys = Object.keys(value);
  return large(
    value,
    keys.length,
    () => `{${keys.map((key) => `${JSON.stringify(key)}:${textOf(Reflect.get(value, key))}`).join()}}`,
  );
}

function textOfFunction(value: object): string {
  const own: unknown = Reflect.get(value, 'toJSON');
  return numberOf(typeof own === 'function' ? String(Reflect.apply(own, value, [])) : String(value));
}

function large(value: object, size: number, text: () => string): string {
  if (size <= LARGE) return text();
  const known = largeTexts.get(value);
  if (known?.size === size) return known.text;
  const whole = text();
  // The names of actors are those of one state.
  if (whole.includes('"actor ')) return whole;
  const number = numberOf(whole);
  largeTexts.set(value, { size, text: number });
  return number;
}

/**
 * A value as text that is equal where the value is: actors as their paths, and what JSON lacks, such as values
 * that contain themselves.
 */
export const comparable = (value: unknown, nameOf: NameOf): string => textOfPart(value, nameOf, []);
