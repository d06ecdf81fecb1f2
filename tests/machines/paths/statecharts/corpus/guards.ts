import { and, assign, createMachine, not, or, setup, stateIn } from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

const guarded = setup({
  types: {
    context: {} as { n: number },
    events: {} as { type: 'ADD'; by: number } | { type: 'GO' } | { type: 'ALT' },
  },
  guards: {
    isTwo: ({ context }) => context.n === 2,
    isEven: ({ context }) => context.n % 2 === 0,
    isAtLeast: ({ context }, least: number) => context.n >= least,
    isEvenAndMore: and(['isEven', ({ context }) => context.n > 0]),
  },
  actions: { add: assign({ n: ({ context }, by: number) => Math.min(4, context.n + by) }) },
});

const add = {
  ADD: { actions: { type: 'add', params: ({ event }: { event: { by: number } }) => event.by } },
} as const;
const cases = { events: { ADD: { one: { by: 1 }, two: { by: 2 } }, ...plainEvents('GO', 'ALT') } };

export const guards: Chart[] = [
  {
    name: 'inline guards',
    machine: createMachine({
      initial: 'a',
      states: {
        a: { on: { GO: [{ guard: ({ event }) => event.n > 1, target: 'many' }, { target: 'few' }] } },
        many: {},
        few: {},
      },
    }),
    cases: { events: { GO: { one: { n: 1 }, two: { n: 2 } } } },
    expected: { reaches: ['many', 'few'] },
  },
  {
    name: 'named guards',
    machine: guarded.createMachine({
      context: { n: 0 },
      initial: 'a',
      states: { a: { on: { ...add, GO: { guard: 'isTwo', target: 'two' } } }, two: {} },
    }),
    cases,
    expected: { reaches: ['a', 'two'] },
  },
  {
    name: 'guards with static params',
    machine: guarded.createMachine({
      context: { n: 0 },
      initial: 'a',
      states: {
        a: {
          on: {
            ...add,
            GO: [
              { guard: { type: 'isAtLeast', params: 3 }, target: 'three' },
              { guard: { type: 'isAtLeast', params: 1 }, target: 'one' },
            ],
            ALT: { guard: { type: 'isAtLeast', params: 5 }, target: 'five' },
          },
        },
        one: {},
        three: {},
        five: {},
      },
    }),
    cases,
    expected: {
      reaches: ['one', 'three'],
      neverReaches: ['five'],
    },
  },
  {
    name: 'guards with dynamic params',
    machine: guarded.createMachine({
      context: { n: 1 },
      initial: 'a',
      states: {
        a: {
          on: {
            ADD: [
              { guard: { type: 'isAtLeast', params: ({ event }) => event.by }, target: 'enough' },
              { target: 'short' },
            ],
          },
        },
        enough: {},
        short: {},
      },
    }),
    cases,
    expected: { reaches: ['enough', 'short'] },
  },
  {
    name: 'guards joined by and, or and not',
    machine: guarded.createMachine({
      context: { n: 0 },
      initial: 'a',
      states: {
        a: {
          on: {
            ...add,
            GO: [
              { guard: and(['isEven', not('isTwo'), ({ context }) => context.n > 0]), target: 'four' },
              { guard: or(['isTwo', ({ context }) => context.n === 0]), target: 'evenBelowFour' },
              { guard: not(or(['isTwo', and(['isEven', 'isTwo'])])), target: 'odd' },
              { target: 'never' },
            ],
          },
        },
        four: {},
        evenBelowFour: {},
        odd: {},
        never: {},
      },
    }),
    cases,
    expected: {
      reaches: ['four', 'evenBelowFour', 'odd'],
      neverReaches: ['never'],
    },
  },
  {
    name: 'a named guard that is made of others',
    machine: guarded.createMachine({
      context: { n: 0 },
      initial: 'a',
      states: { a: { on: { ...add, GO: { guard: 'isEvenAndMore', target: 'b' } } }, b: {} },
    }),
    cases,
    expected: { reaches: ['b'] },
  },
  {
    name: 'stateIn with a value and with an id',
    machine: createMachine({
      type: 'parallel',
      states: {
        door: {
          initial: 'shut',
          states: { shut: { on: { OPEN: 'open' } }, open: { id: 'open', on: { SHUT: 'shut' } } },
        },
        alarm: {
          initial: 'off',
          states: {
            off: { on: { ARM: { guard: stateIn({ door: 'shut' }), target: 'armed' } } },
            armed: { always: { guard: stateIn('#open'), target: 'ringing' } },
            ringing: {},
          },
        },
      },
    }),
    cases: { events: plainEvents('OPEN', 'SHUT', 'ARM') },
    expected: {
      reaches: ['door.open | alarm.ringing', 'door.shut | alarm.armed'],
      neverReaches: ['door.open | alarm.armed'],
    },
  },
  {
    name: 'a guard on an eventless transition of a region reads the other region',
    machine: createMachine({
      type: 'parallel',
      states: {
        one: { initial: 'a', states: { a: { on: { GO: 'b' } }, b: {} } },
        two: {
          initial: 'a',
          states: { a: { always: { guard: not(stateIn({ one: 'a' })), target: 'b' } }, b: {} },
        },
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['one.b | two.b'], neverReaches: ['one.b | two.a'] },
  },
  {
    name: 'a guard that is false for each case of its event',
    machine: createMachine({
      initial: 'a',
      states: { a: { on: { GO: { guard: ({ event }) => event.n > 9, target: 'b' } } }, b: {} },
    }),
    cases: { events: { GO: { one: { n: 1 } } } },
    expected: {
      reaches: ['a'],
      neverReaches: ['b'],
    },
  },
];
