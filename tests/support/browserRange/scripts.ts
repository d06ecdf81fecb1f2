import { parseAst } from 'vite';
import { type Feature, featureAt, membersByName } from './compatData.ts';

/** The interfaces of objects that code names. */
const INTERFACES: Readonly<Record<string, string>> = {
  document: 'Document',
  history: 'History',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
};

const members = membersByName();

type Node = { type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' && 'name' in node ? String(node.name) : '';

const globalNamed = (name: string) => featureAt('api', name) ?? featureAt('javascript', 'builtins', name);

const memberOf = (owner: string, name: string) =>
  featureAt('api', owner, name) ??
  featureAt('api', owner, `${name}_static`) ??
  featureAt('javascript', 'builtins', owner, name);

/** A member of an unknown object may be one of several features; this is the one that most browsers have. */
const likelyMember = (name: string): Feature | undefined =>
  members.get(name)?.toSorted((one, other) => one.missingIn.length - other.missingIn.length)[0];

function featureOfMember(object: unknown, name: string): Feature | undefined {
  const owner = nameOf(object);
  if (['window', 'self', 'globalThis'].includes(owner))
    return globalNamed(name) ?? memberOf('Window', name) ?? likelyMember(name);
  return memberOf(INTERFACES[owner] ?? owner, name) ?? likelyMember(name);
}

function featuresOfPattern(pattern: string, flags: string): (Feature | undefined)[] {
  return [
    /\(\?<[=!]/.test(pattern) && featureAt('javascript', 'regular_expressions', 'lookbehind_assertion'),
    flags.includes('v') && featureAt('javascript', 'builtins', 'RegExp', 'unicodeSets'),
  ].filter((feature) => feature !== false);
}

/**
 * Yields the features that a node needs: a method that is missing throws where it is called, a global where it is
 * named. A property that is missing is undefined, and a call with `?.` is none.
 */
function* featuresIn(node: Node): Generator<Feature | undefined> {
  const { type } = node;
  const skipped = new Set<unknown>();
  if ((type === 'CallExpression' || type === 'NewExpression') && 'callee' in node) {
    const { callee } = node;
    if (isNode(callee) && 'object' in callee && 'property' in callee && 'computed' in callee) {
      const isOptional = 'optional' in node && node.optional;
      if (!callee.computed && !isOptional) yield featureOfMember(callee.object, nameOf(callee.property));
    }
  } else if (type === 'MemberExpression' && 'computed' in node && 'property' in node) {
    if (!node.computed) skipped.add(node.property);
  } else if (type === 'Literal' && 'regex' in node) {
    const { pattern, flags } = Object(node.regex);
    yield* featuresOfPattern(String(pattern), String(flags));
  } else if (/Property|Method/.test(type) && 'key' in node) skipped.add(node.key);
  else if (type === 'UnaryExpression' && 'operator' in node && node.operator === 'typeof') return;
  else if (type === 'Identifier') yield globalNamed(nameOf(node));
  else if (/^TS(?!.*Expression$)/.test(type)) return;
  for (const child of Object.values(node).flat())
    if (isNode(child) && !skipped.has(child)) yield* featuresIn(child);
}

/** The features of the platform that a script needs, as far as names tell. */
export const featuresOfScript = (code: string, lang: 'js' | 'ts' | 'tsx' = 'js'): Feature[] =>
  [...featuresIn(parseAst(code, { lang }))].filter((feature) => feature !== undefined);
