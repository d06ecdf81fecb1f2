/** A declaration of a style sheet. */
export type Declaration = {
  /** The selectors and at-rules around it, the outermost first. */
  blocks: readonly string[];
  property: string;
  value: string;
};

/** Returns the declarations of a style sheet in their order. */
export function declarationsIn(css: string): Declaration[] {
  const declarations: Declaration[] = [];
  const blocks: string[] = [];
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '');
  for (const [, part = '', end] of text.matchAll(
    /((?:"[^"]*"|\([^()]*(?:\([^()]*\)[^()]*)*\)|[^{};"(])*)([{};])/g,
  )) {
    const words = part.trim().replace(/\s+/g, ' ');
    const [, property, value] = words.match(/^([\w-]+): ?(.*)$/) ?? [];
    if (end === '{') blocks.push(words);
    else if (property !== undefined && value !== undefined)
      declarations.push({ blocks: [...blocks], property, value });
    if (end === '}') blocks.pop();
  }
  return declarations;
}
