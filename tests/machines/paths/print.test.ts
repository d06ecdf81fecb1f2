import { describe, expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { declarePromiseActor } from '../../../machines/actors.ts';
import {
  explore,
  flowOfMachine,
  type Path,
  plan,
  printPaths,
  StepFailure,
  stateName,
} from '../../../machines/paths/index.ts';

type Format = NonNullable<Parameters<typeof printPaths>[2]>;

const machine = setup({
  types: { events: {} as { type: 'goAgain'; error?: Error } },
  actors: { loadItem: declarePromiseActor<number>('loadItem') },
  delays: { verySlowNotice: 100 },
}).createMachine({
  id: 'loader',
  initial: 'idle',
  states: {
    idle: { description: 'The "first" state.', on: { goAgain: 'work' } },
    work: {
      description: 'FAQ v1.2 are loaded',
      invoke: { id: 'loadItem', src: 'loadItem', onDone: 'over' },
      after: { verySlowNotice: 'late' },
      initial: 'inner',
      states: { inner: {} },
    },
    late: { description: 'Outer.', initial: 'inner', states: { inner: { description: '' } } },
    over: { type: 'final' },
    never: {},
  },
});

const loader = {
  ...flowOfMachine(machine, {
    events: { goAgain: { 'a "second" time': { error: new Error('no') } } },
    outcomes: { loadItem: { 'the item': { output: 7 } } },
  }),
  title: 'The loader',
};
const loaderGraph = explore(loader);
const statesOf = (path: Path) => path.map(({ after }) => stateName(after)).join();
const paths = plan(loaderGraph).paths.toSorted((one, other) => statesOf(one).localeCompare(statesOf(other)));
const print = (format: Format) => printPaths(loaderGraph, paths, format);

describe('paths are printed', () => {
  test('as text: a sentence for each step and each state', () => {
    expect(print('text')).toBe(`The loader

Test 1 (2 steps)
  Given the "first" state [idle]
  When go again, a "second" time,
  then FAQ v1.2 are loaded [work.inner]
  When nothing comes until time is up (very slow notice),
  then [late.inner]

Test 2 (2 steps)
  Given the "first" state [idle]
  When go again, a "second" time,
  then FAQ v1.2 are loaded [work.inner]
  When load item: the item,
  then [over]
`);
  });

  test('as Markdown: a numbered list', () => {
    expect(print('markdown')).toBe(`## The loader

### Test 1 (2 steps)

Given the "first" state [idle]

1. When go again, a "second" time, then FAQ v1.2 are loaded [work.inner]
1. When nothing comes until time is up (very slow notice), then [late.inner]

### Test 2 (2 steps)

Given the "first" state [idle]

1. When go again, a "second" time, then FAQ v1.2 are loaded [work.inner]
1. When load item: the item, then [over]
`);
  });

  test('as a Mermaid flowchart, without double quotes in its texts', () => {
    expect(print('mermaid')).toBe(`flowchart TD
  subgraph "Test 1 (2 steps)"
    t0s0["idle"]
    t0s1["work.inner"]
    t0s2["late.inner"]
    t0s0 -->|"go again, a 'second' time"| t0s1
    t0s1 -->|"nothing comes until time is up (very slow notice)"| t0s2
  end
  subgraph "Test 2 (2 steps)"
    t1s0["idle"]
    t1s1["work.inner"]
    t1s2["over"]
    t1s0 -->|"go again, a 'second' time"| t1s1
    t1s1 -->|"load item: the item"| t1s2
  end`);
  });

  test('as data, in which an error has its message', () => {
    const goAgain = {
      kind: 'event',
      name: 'goAgain: a "second" time',
      event: { type: 'goAgain', error: { message: 'no' } },
      after: { value: { work: 'inner' }, status: 'active' },
    };
    const data: unknown = JSON.parse(print('json'));
    expect(data).toMatchObject({
      machine: 'loader',
      states: [
        'loader',
        'loader.idle',
        'loader.work',
        'loader.work.inner',
        'loader.late',
        'loader.late.inner',
        'loader.over',
        'loader.never',
      ],
      transitions: [
        'loader.idle · goAgain',
        'loader.work · xstate.done.actor.loadItem',
        'loader.work · xstate.after.verySlowNotice.loader.work',
      ],
      unreachable: [{ id: 'loader.never', why: expect.stringMatching(/./) }],
    });
    expect(data).toHaveProperty('tests', [
      {
        steps: [
          goAgain,
          {
            kind: 'timer',
            name: 'after verySlowNotice',
            event: { type: 'xstate.after.verySlowNotice.loader.work' },
            wait: 100,
            after: { value: { late: 'inner' }, status: 'active' },
          },
        ],
      },
      {
        steps: [
          goAgain,
          {
            kind: 'outcome',
            name: 'loadItem: the item',
            event: expect.objectContaining({ type: 'xstate.done.actor.loadItem', output: 7 }),
            after: { value: 'over', status: 'done' },
          },
        ],
      },
    ]);
    expect(print('json').split('\n')[1]).toBe('  "machine": "loader",');
  });
});

test('a failure is printed with the steps that succeeded, the failed one, and the two states', () => {
  const initial = createActor(machine).getSnapshot();
  const failureOf = (steps: Path, actual: string | null) =>
    new StepFailure(initial, steps, actual, null).message;
  expect(failureOf(paths[0] ?? [], 'work.inner')).toBe(`step 2 went wrong
  Given the "first" state [idle]
  When go again, a "second" time,
  then FAQ v1.2 are loaded [work.inner]
  When nothing comes until time is up (very slow notice),
  then expected: [late.inner]
       actual: [work.inner]`);
  const threeSteps = [...(paths[0] ?? []).slice(0, 1), ...(paths[0] ?? [])];
  expect(failureOf(threeSteps, null).match(/When go again/g)).toHaveLength(2);
  expect(failureOf([], null)).toBe(`step 0 went wrong
  Given the "first" state [idle]
       actual: [nothing renders the flow]`);
});
