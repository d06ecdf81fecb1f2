import { type Feature, featureAt } from './compatData.ts';

const VALUE_TYPES = [
  'color',
  'calc',
  'gradient',
  'basic-shape',
  'transform-function',
  'filter-function',
  'image',
];

const found = (...features: (Feature | undefined)[]): Feature[] =>
  features.filter((feature) => feature !== undefined);

/** The feature of a function or a unit, which the data have below one of the types of values. */
const valueFeature = (name: string): Feature | undefined =>
  featureAt('css', 'types', name) ??
  VALUE_TYPES.map((type) => featureAt('css', 'types', type, name)).find((feature) => feature !== undefined);

function unitFeature(unit: string): Feature | undefined {
  const length = (name: string) => featureAt('css', 'types', 'length', name);
  if (/^[sld]v/.test(unit)) return length('viewport_percentage_units_dynamic');
  return unit.startsWith('cq') ? length('container_query_length_units') : length(unit);
}

function featuresOfDeclaration(property: string, value: string): Feature[] {
  const text = value.replaceAll(/"[^"]*"/g, '""').replaceAll(/url\([^)]*\)/g, '');
  const functions = [...text.matchAll(/([a-z][a-z-]*)\(/g)].map(([, name = '']) => valueFeature(name));
  const units = [...text.matchAll(/[\d.]([a-z]+)\b/g)].map(([, unit = '']) => unitFeature(unit));
  const others = found(...functions, ...units);
  if (property.startsWith('-')) return others;
  const words = text.match(/(?<![\w#.-])[a-z][a-z-]*(?![\w(-])/g) ?? [];
  const keywords = words.map((word) => featureAt('css', 'properties', property, word));
  const altText = property === 'content' && /\/ ?""/.test(text);
  return found(
    featureAt('css', 'properties', property),
    ...keywords,
    ...others,
    altText ? featureAt('css', 'properties', 'content', 'alt_text') : undefined,
  );
}

/** The features of the words before a block: an at-rule or a selector. */
function featuresOfPrelude(prelude: string): Feature[] {
  const [, rule, rest = ''] = /^@([\w-]+)(.*)$/s.exec(prelude) ?? [];
  if (rule === undefined) {
    const pseudo = [...prelude.matchAll(/::?([a-z][a-z-]*)/g)].map(([, name = '']) =>
      name.startsWith('-') ? undefined : featureAt('css', 'selectors', name),
    );
    return found(...pseudo, prelude.includes('&') ? featureAt('css', 'selectors', 'nesting') : undefined);
  }
  if (rule !== 'media') return found(featureAt('css', 'at-rules', rule));
  const features = [...rest.matchAll(/\(([a-z-]+)/g)].map(([, name = '']) =>
    featureAt('css', 'at-rules', 'media', name.replace(/^(min|max)-/, '')),
  );
  return found(
    ...features,
    /[<>]/.test(rest) ? featureAt('css', 'at-rules', 'media', 'range_syntax') : undefined,
    // Both came with the grammar of level 4.
    /\bor\b|not ?\(/.test(rest) ? featureAt('css', 'at-rules', 'media', 'or_syntax') : undefined,
  );
}

/** The parts of a minified style sheet: strings as a whole, and everything up to the next brace or semicolon. */
const PARTS = /((?:"[^"]*"|url\([^)]*\)|[^"{};])*)([{};]|$)/g;

/**
 * The features that a built style sheet needs. Below `@supports`, and after an older value or the prefixed name of
 * the same property, there is a fallback.
 */
export function featuresOfStyles(css: string): Feature[] {
  const features: Feature[] = [];
  const blocks: { isGuarded: boolean; fallbacks: Set<string> }[] = [];
  for (const [, part = '', end] of css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(PARTS)) {
    const text = part.trim();
    const block = blocks.at(-1);
    if (end === '{') {
      blocks.push({
        isGuarded: block?.isGuarded === true || text.startsWith('@supports'),
        fallbacks: new Set(),
      });
      if (!block?.isGuarded) features.push(...featuresOfPrelude(text));
      continue;
    }
    const [, property = '', value = ''] = /^([\w-]+)\s*:(.*)$/s.exec(text) ?? [];
    if (property !== '' && !block?.isGuarded && !block?.fallbacks.has(property)) {
      const needed = featuresOfDeclaration(property, value);
      if (needed.every(({ missingIn }) => missingIn.length === 0))
        block?.fallbacks.add(property.replace(/^-webkit-/, ''));
      features.push(...needed);
    }
    if (end === '}') blocks.pop();
  }
  return features;
}

/** The features of HTML that a document uses: its elements and their attributes. */
export function featuresOfDocument(html: string): Feature[] {
  const tags = html.replaceAll(/(<(script|style)\b[^>]*>).*?<\/\2>/gs, '$1');
  return [...tags.matchAll(/<([a-z][a-z\d]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)/g)].flatMap(
    ([, element = '', attributes = '']) =>
      found(
        featureAt('html', 'elements', element),
        ...[...attributes.matchAll(/\s([a-z-]+)(?:="[^"]*")?/g)].map(
          ([, name = '']) =>
            featureAt('html', 'elements', element, name) ?? featureAt('html', 'global_attributes', name),
        ),
      ),
  );
}
