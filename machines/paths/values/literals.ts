import type { AnyStateMachine } from 'xstate';

type Literal = string | number | boolean | null;

/**
 * The literals in the functions of a machine: by the name of the compared value, and all together; and the parts
 * of the context that the functions name.
 */
export type Literals = {
  byName: ReadonlyMap<string, ReadonlySet<Literal>>;
  all: ReadonlySet<Literal>;
  contextKeys: readonly string[];
};

const LITERAL = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|-?\d[\d_]*(?:\.\d+)?(?:e\d+)?|true|false|null`;

const literalIn = (text: string): Literal =>
  /^['"]/.test(text) ? text.slice(1, -1) : JSON.parse(text.replaceAll('_', ''));

const REGEX =
  /(?<![\w)\]/*] ?)\/((?:\\.|\[(?:\\.|[^\]\\\n])+\]|[^/\\\n[*])(?:\\.|\[(?:\\.|[^\]\\\n])+\]|[^/\\\n[])*)\/([imsuv]*)(?:\.test\((?:[\w?.]*\.)?(\w+)\)?)?/g;

/** Texts as people type them, for patterns. */
const TYPED = [
  'ada@example.com',
  'Ada Lovelace',
  'Abcdef1!',
  '+12025550123',
  '2026-01-31',
  '12:30',
  'https://example.com',
  '#a1b2c3',
  ...['1', 'a', 'A', 'a1'].flatMap((part) =>
    Array.from({ length: 20 }, (_, index) => part.repeat(index + 1)),
  ),
];

/** A text that a pattern matches, if one is known. */
function textFor(pattern: string, flags: string): string | undefined {
  try {
    const regex = new RegExp(pattern, flags);
    return [...TYPED, pattern].find((text) => regex.test(text));
  } catch {
    return undefined;
  }
}

const MAX_LENGTH = 1000;

/** Texts of a length, and of one less and one more. */
const textsAround = (length: number): string[] =>
  [length, length - 1, length + 1].flatMap((each) =>
    each >= 0 && each <= MAX_LENGTH ? ['a'.repeat(each)] : [],
  );

/** The sources of the functions in a value: guards, actions, assignments. */
function sourcesIn(value: unknown, seen: Set<unknown>): string[] {
  const isFunction = typeof value === 'function';
  if ((typeof value !== 'object' && !isFunction) || value === null || seen.has(value)) return [];
  seen.add(value);
  // The actions and guards that XState makes are functions with their parts.
  const isMade = isFunction && ('resolve' in value || 'check' in value);
  const own = isFunction && !isMade ? [Function.prototype.toString.call(value)] : [];
  const parts = Object.entries(value).filter(([key]) => !isMade || !['resolve', 'check'].includes(key));
  return [...own, ...parts.flatMap(([, part]) => sourcesIn(part, seen))];
}

export function literalsOf({ config, implementations }: AnyStateMachine): Literals {
  const { guards, actions } = implementations;
  const source = sourcesIn([config, guards, actions], new Set()).join('\n');
  const byName = new Map<string, Set<Literal>>();
  const compared = new RegExp(String.raw`(\w+)(\.length)?\)*\s*(?:[!=]==?|[<>]=?)\s*(${LITERAL})`, 'g');
  for (const [, name = '', isLength, text = ''] of source.matchAll(compared)) {
    const known = byName.get(name) ?? new Set<Literal>();
    byName.set(name, known);
    for (const literal of isLength ? textsAround(Number(text)) : [literalIn(text)]) known.add(literal);
  }
  for (const [, name = '', body = ''] of source.matchAll(/\bswitch \((?:[\w?.]*\.)?(\w+)\) \{([^}]*)/g))
    for (const [, text = ''] of body.matchAll(new RegExp(`\\bcase (${LITERAL}):`, 'g')))
      byName.set(name, (byName.get(name) ?? new Set<Literal>()).add(literalIn(text)));
  const matched = [...source.matchAll(REGEX)].flatMap(([, pattern = '', flags, name]) => {
    const text = textFor(pattern, flags ?? '');
    if (text === undefined) return [];
    if (name !== undefined) byName.set(name, (byName.get(name) ?? new Set<Literal>()).add(text));
    return [text];
  });
  const all = [...source.matchAll(new RegExp(`(?<![\\w.])(?:${LITERAL})(?!\\w)`, 'g'))].map(([text]) =>
    literalIn(text),
  );
  const own = typeof config.context === 'function' ? String(config.context) : '';
  const destructured = [...source.matchAll(/\bcontext: ?\{([^{}]*)\}|\{([^{}]*)\} = context\b/g)];
  const named = [
    ...[...source.matchAll(/\bcontext\??\.(\w+)/g)].map(([, name = '']) => name),
    ...destructured.flatMap(([, one = '', other = '']) => (one + other).split(/[^\w:]+/)),
  ].map((name) => name.replace(/:.*/, ''));
  const contextKeys = [...new Set(named)].filter(
    (name) => name !== '' && !new RegExp(`\\b${name}:`).test(own),
  );
  return { byName, all: new Set([...matched, ...all]), contextKeys };
}
