import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mayBeEmpty, nonEmpty } from '../support/nonEmpty.ts';

const TOKENS = 'src/styles/tokens.css';

const styleSheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => `src/${file}`);

const lengthsIn = (text: string) => text.match(/(?<![\w.])-?\d*\.?\d+(px|r?em)\b/g) ?? [];

const breakpoints = [...readFileSync(TOKENS, 'utf8').matchAll(/^ \* - ([\d.]+rem): /gm)].map(
  ([, width]) => width,
);

test('the named breakpoints are those of the style sheets', () => {
  const queries = styleSheets.flatMap((file) => readFileSync(file, 'utf8').match(/@media[^{]*/g) ?? []);
  expect(new Set(queries.flatMap(lengthsIn))).toEqual(new Set(nonEmpty(breakpoints)));
});

test.each(styleSheets)('%s has no breakpoints but the named ones', (file) => {
  const queries = readFileSync(file, 'utf8').match(/@media[^{]*/g) ?? [];
  expect(mayBeEmpty(queries.flatMap(lengthsIn)).filter((length) => !breakpoints.includes(length))).toEqual(
    [],
  );
});

/** A width, a height, the columns of a grid, or a custom property that names its length. */
const SIZE = /^\s*((min-|max-)?(inline|block)-size|grid-template(-columns)?|--[\w-]+):/;

/** Returns the lines with a length in px or rem that is neither the size of one thing nor below a comment. */
function unexplainedLengths(text: string): string[] {
  const lines = text.split('\n');
  return lines.filter((line, index) => {
    const hasLength = lengthsIn(line).some((length) => !length.endsWith('em') || length.endsWith('rem'));
    const isExplained = SIZE.test(line) || /\*\/$/.test(lines[index - 1] ?? '');
    return hasLength && !/^\s*(@media|\/?\*)/.test(line) && !isExplained && !/\b0px/.test(line);
  });
}

test.each(styleSheets.filter((file) => file.startsWith('src/styles/') && file !== TOKENS))(
  '%s takes its lengths from the tokens, or explains them',
  (file) => expect(unexplainedLengths(readFileSync(file, 'utf8'))).toEqual([]),
);
