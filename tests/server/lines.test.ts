import { expect, test } from 'vitest';
import { joinLines, splitLines } from '../../server/lines.ts';

async function* given(texts: readonly string[]) {
  yield* texts;
}

async function all(texts: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const text of texts) found.push(text);
  return found;
}

test.each([
  [[], []],
  [['a\nb\n'], ['a', 'b']],
  [
    ['a', 'b\n', 'c\nd', 'e'],
    ['ab', 'c', 'de'],
  ],
  [
    ['a\n', '\nb'],
    ['a', '', 'b'],
  ],
  [['a\r\u2028\n'], ['a\r\u2028']],
])('the pieces %j have the lines %j', async (pieces, lines) => {
  expect(await all(splitLines(given(pieces)))).toEqual(lines);
});

test('lines are joined to pieces of at least 64 KB', async () => {
  const [half, long] = ['h'.repeat(32_767), 'l'.repeat(65_534)];
  expect(await all(joinLines(given([half, half, long, 'last'])))).toEqual([
    `${half}\n${half}\n`,
    `${long}\nlast\n`,
    '',
  ]);
  expect(await all(joinLines(given([])))).toEqual(['']);
});
