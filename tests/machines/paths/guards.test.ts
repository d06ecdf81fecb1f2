import { describe, expect, test } from 'vitest';
import { and, assign, createMachine, not, or, setup, stateIn } from 'xstate';
import { createExplorer, explore, flowOfMachine, plan } from '../../../machines/paths/index.ts';

const toggles = setup({
  types: {
    context: {} as { a: boolean; b: boolean; c: boolean },
    events: {} as { type: 'a' | 'b' | 'c' | 'go' },
  },
  guards: {
    a: ({ context }) => context.a,
    b: ({ context }) => context.b,
    c: ({ context }) => context.c,
    isReady: and(['a', or(['b', not('c')])]),
  },
  actions: {
    toggleA: assign({ a: ({ context }) => !context.a }),
    toggleB: assign({ b: ({ context }) => !context.b }),
    toggleC: assign({ c: ({ context }) => !context.c }),
  },
}).createMachine({
  id: 'toggles',
  context: { a: false, b: false, c: false },
  initial: 'off',
  on: { a: { actions: 'toggleA' }, b: { actions: 'toggleB' }, c: { actions: 'toggleC' } },
  states: { off: { on: { go: { guard: 'isReady', target: 'on' } } }, on: { type: 'final' } },
});

const GO = 'toggles.off · go';

describe('guards', () => {
  const graph = explore(flowOfMachine(toggles));
  const goalsOf = (criterion: 'guards' | 'conditions') =>
    plan(graph, { criteria: [criterion] }).goals.map(({ id }) => id);

  test('a composed guard is covered both ways, also where it is named', () => {
    expect(goalsOf('guards')).toEqual(expect.arrayContaining([`${GO} ? true`, `${GO} ? false`]));
  });

  test('each of its conditions decides both ways', () => {
    const expected = ['a', 'b', 'c'].flatMap((name) => [`${GO} & ${name} ? true`, `${GO} & ${name} ? false`]);
    expect(goalsOf('conditions').toSorted()).toEqual(expected.toSorted());
    const reached = plan(graph, { criteria: ['conditions'] }).paths.flatMap((path) =>
      path.flatMap(({ conditions }) => conditions),
    );
    expect(new Set(reached)).toEqual(new Set(expected));
  });

  test.each([
    [{ a: false, b: true, c: true }, ['a ? false']],
    [{ a: true, b: false, c: true }, ['b ? false', 'c ? true']],
    [{ a: true, b: true, c: true }, ['a ? true', 'b ? true']],
    [{ a: true, b: false, c: false }, ['a ? true', 'c ? false']],
  ])('of %j the conditions that decide are named', (context, expected) => {
    const explorer = createExplorer(flowOfMachine(toggles));
    const state = explorer.restore({ status: 'active', value: 'off', context, children: {} });
    const { conditions } = explorer.check(state, { type: 'go' });
    expect(conditions.map((condition) => condition.replace(`${GO} & `, ''))).toEqual(expected);
  });

  test('inline guards, guards with parameters and stateIn keep their results', () => {
    const machine = createMachine(
      {
        id: 'kinds',
        initial: 'one',
        states: {
          one: {
            on: {
              inline: { guard: ({ event }) => event.yes === true, target: 'two' },
              params: { guard: { type: 'is', params: { wanted: 3 } }, target: 'two' },
              inState: { guard: stateIn('#kinds.one'), target: 'two' },
            },
          },
          two: {},
        },
      },
      { guards: { is: ({ event }, params) => JSON.stringify(params) === `{"wanted":${event.count}}` } },
    );
    const explorer = createExplorer(flowOfMachine(machine));
    const { state } = explorer.start();
    const results = [
      { type: 'inline', yes: true },
      { type: 'inline' },
      { type: 'params', count: 3 },
      { type: 'params', count: 4 },
      { type: 'inState' },
    ].flatMap((event) => explorer.check(state, event).guardResults);
    expect(results.map((result) => result.replace('kinds.one · ', ''))).toEqual([
      'inline ? true',
      'inline ? false',
      'params ? true',
      'params ? false',
      'inState ? true',
    ]);
  });
});
