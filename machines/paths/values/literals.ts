import type { AnyStateMachine } from 'xstate';

type Literal = string | number | boolean | null;

/** The literals in the functions of a machine: by the name of the value that is compared with them, and all. */
export type Literals = { byName: ReadonlyMap<string, ReadonlySet<Literal>>; all: ReadonlySet<Literal> };

const LITERAL = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|-?\d+(?:\.\d+)?|true|false|null`;

const literalIn = (text: string): Literal => (/^['"]/.test(text) ? text.slice(1, -1) : JSON.parse(text));

const MAX_LENGTH = 1000;

/** Returns texts of a length, and of one less and one more. */
const textsAround = (length: number): string[] =>
  [length, length - 1, length + 1].flatMap((each) =>
    each >= 0 && each <= MAX_LENGTH ? ['a'.repeat(each)] : [],
  );

/** Returns the sources of the functions in a value: guards, actions, assignments. */
function sourcesIn(value: unknown, seen: Set<unknown>): string[] {
  const isFunction = typeof value === 'function';
  if ((typeof value !== 'object' && !isFunction) || value === null || seen.has(value)) return [];
  seen.add(value);
  // The actions and guards that XState makes are functions with what they were made of.
  const isMade = isFunction && ('resolve' in value || 'check' in value);
  const own = isFunction && !isMade ? [Function.prototype.toString.call(value)] : [];
  const parts = Object.entries(value).filter(([key]) => !isMade || !['resolve', 'check'].includes(key));
  return [...own, ...parts.flatMap(([, part]) => sourcesIn(part, seen))];
}

/** Returns the literals in the functions of a machine. */
export function literalsOf({ config, implementations }: AnyStateMachine): Literals {
  const { guards, actions } = implementations;
  const source = sourcesIn([config, guards, actions], new Set()).join('\n');
  const byName = new Map<string, Set<Literal>>();
  const compared = new RegExp(String.raw`(\w+)(\.length)?\)*\s*(?:[!=]==?|[<>]=?)\s*(${LITERAL})`, 'g');
  for (const [, name = '', isLength, text = ''] of source.matchAll(compared)) {
    const known = byName.get(name) ?? new Set();
    byName.set(name, known);
    for (const literal of isLength ? textsAround(Number(text)) : [literalIn(text)]) known.add(literal);
  }
  const all = [...source.matchAll(new RegExp(`(?<![\\w.])(?:${LITERAL})(?!\\w)`, 'g'))].map(([text]) =>
    literalIn(text),
  );
  return { byName, all: new Set(all) };
}
