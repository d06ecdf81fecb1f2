import { expect, test } from 'vitest';
import { comparePaths } from '../../../machines/paths/comparePaths.ts';

/** Returns a path of steps, each written as `name>state`. */
const path = (...steps: string[]) => ({
  steps: steps.map((step) => {
    const [name = '', state = ''] = step.split('>');
    return { name, state };
  }),
});

const compare = (before: string[][], after: string[][]) =>
  comparePaths(
    before.map((steps) => path(...steps)),
    after.map((steps) => path(...steps)),
  ).map(({ status, name, differences }) => [
    `${status} ${name}`,
    ...differences.map((each) => `${each.what}: ${each.before} | ${each.after}`),
  ]);

test('a change of a path is drawn nowhere on the chart', () => {
  expect(comparePaths([path('open>a')], [])).toEqual([
    { kind: 'path', status: 'removed', name: 'path 1 (1 step, to a)', differences: [], at: [] },
  ]);
  expect(comparePaths([path('open>a')], [path('open>a', 'shut>b')])).toEqual([
    {
      kind: 'path',
      status: 'altered',
      name: 'path 1 (2 steps, to b)',
      differences: [{ what: 'step 2', before: 'no step', after: 'shut → b' }],
      at: [],
    },
  ]);
});

test.each<[string, string[][], string[][], string[][]]>([
  ['are the same in another order', [['open>a'], ['shut>b']], [['shut>b'], ['open>a']], []],
  [
    'are each the same as one path only',
    [['open>a'], ['open>a']],
    [['open>a']],
    [['removed path 2 (1 step, to a)']],
  ],
  [
    'part where a step has the same name and another state',
    [['open>a', 'shut>b']],
    [['open>a', 'shut>c']],
    [['altered path 1 (2 steps, to c)', 'step 2: shut → b | shut → c']],
  ],
  [
    'part where a step has another name and the same state',
    [['open>a', 'shut>b']],
    [['open>a', 'left>b']],
    [['altered path 1 (2 steps, to b)', 'step 2: shut → b | left → b']],
  ],
  [
    'have nothing in common where the first step differs',
    [['open>a', 'shut>b']],
    [['open>c', 'shut>b']],
    [['added path 1 (2 steps, to b)'], ['removed path 1 (2 steps, to b)']],
  ],
  [
    'are altered into the one that begins alike the longest',
    [['open>a', 'shut>b', 'left>c']],
    [['open>a'], ['open>a', 'shut>b', 'sent>d'], ['open>a', 'left>c']],
    [
      ['added path 1 (1 step, to a)'],
      ['added path 3 (2 steps, to c)'],
      ['altered path 2 (3 steps, to d)', 'step 3: left → c | sent → d'],
    ],
  ],
  [
    'are each altered into one path only',
    [
      ['open>a', 'shut>b'],
      ['open>a', 'left>b'],
    ],
    [['open>a']],
    [['removed path 2 (2 steps, to b)'], ['altered path 1 (1 step, to a)', 'step 2: shut → b | no step']],
  ],
  ['can have no steps', [], [[]], [['added path 1 (0 steps, to its start)']]],
])('paths of two builds %s', (_title, before, after, changes) => {
  expect(compare(before, after)).toEqual(changes);
});
