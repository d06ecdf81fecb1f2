/** The longest line of the project's code, in characters. */
const LINE_WIDTH = 110;

/** A text as a literal, in the quotes that need fewer backslashes. */
function textLiteral(text: string): string {
  const inDouble = JSON.stringify(text);
  const count = (quote: string) => text.split(quote).length;
  return count("'") > count('"')
    ? inDouble
    : `'${inDouble.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

const keyLiteral = (key: string) =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : textLiteral(key);

const hasParts = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/**
 * Plain data as code, as the formatter of the project writes it: each field of an object has a line of its own.
 * `indent` is that of its first line, and `used` are the characters of that line before and after it.
 */
export function toSource(value: unknown, indent = '', used = 0): string {
  if (typeof value === 'string') return textLiteral(value);
  if (!hasParts(value)) return JSON.stringify(value) ?? 'undefined';
  const inner = `${indent}  `;
  if (!Array.isArray(value)) {
    const fields = Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([key, part]) => {
        const start = `${inner}${keyLiteral(key)}:`;
        const source = toSource(part, inner, start.length + 2);
        const isLong = typeof part === 'string' && start.length + source.length + 2 > LINE_WIDTH;
        return `${start}${isLong ? `\n${inner}  ` : ' '}${source},\n`;
      });
    return `{\n${fields.join('')}${indent}}`;
  }
  const items: unknown[] = value;
  if (!items.some(hasParts)) {
    const line = `[${items.map((item) => toSource(item)).join(', ')}]`;
    if (used + line.length <= LINE_WIDTH) return line;
  }
  return `[\n${items.map((item) => `${inner}${toSource(item, inner, inner.length + 1)},\n`).join('')}${indent}]`;
}
