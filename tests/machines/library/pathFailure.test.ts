import { expect, test } from 'vitest';
import { failureKey, pathLevels, pathNames, pathTitle } from '../../../machines/paths/pathFailure.ts';

test('paths are walked at three levels', () => {
  expect(pathLevels).toEqual(['machines', 'screens', 'browser']);
});

test('the title of the test of a path has its number and its length', () => {
  expect(pathTitle(2, 12)).toBe('path 3, 12 steps');
});

test.each([
  ['path 3, 12 steps', 'contact-screens-path-3'],
  ['Path  3 / of 4', 'contact-screens-Path-3-of-4'],
  ['path 3, 12 steps, again', 'contact-screens-path-3'],
])('the key of the failure of %s is a name of a file without the length of the path', (path, key) => {
  expect(failureKey({ flow: 'contact', level: 'screens', path })).toBe(key);
});

test.each<[string, string[][], string[]]>([
  ['one without steps ends where it starts', [[]], ['to the start']],
  [
    'the first step that no path before it takes is named, unless it is the last one',
    [
      ['a>A', 'b>B', 'c>C'],
      ['a>A', 'c>C'],
      ['a>A', 'd>D'],
      ['a>A', 'a>B', 'c>C'],
    ],
    ['to C, with a', 'to C', 'to D', 'to C, with a (2)'],
  ],
  ['equal ones are numbered', [['a>A'], ['a>A'], ['b>B'], ['a>A']], ['to A', 'to A (2)', 'to B', 'to A (3)']],
])('names of paths: %s', (_title, paths, names) => {
  const stepsOf = (path: string[]) =>
    path.map((step) => {
      const [name = '', state = ''] = step.split('>');
      return { name, state };
    });
  expect(pathNames(paths.map(stepsOf))).toEqual(names);
});
