import { expect, test } from 'vitest';
import { formatDurations, formatFileDurations } from '../support/formatDurations.ts';

const file = (name: string, duration: number) => ({ name, duration });

test('what took longest comes first', () => {
  expect(formatDurations([file('types', 4_040), file('tests', 250_000)])).toEqual([
    '  250.0 s  tests',
    '    4.0 s  types',
  ]);
});

test('short files are counted', () => {
  const files = [file('a', 300), file('b', 2_000), file('c', 900)];
  expect(formatFileDurations(files)).toEqual(['    2.0 s  b', '    1.2 s  2 more files']);
  expect(formatFileDurations([file('b', 2_000)])).toEqual(['    2.0 s  b']);
});
