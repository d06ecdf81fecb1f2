import {
  and,
  assign,
  cancel,
  createMachine,
  enqueueActions,
  raise,
  sendParent,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

/** A machine alone. */

type Order = { context: { go: boolean; first: string } };

/** A region that moves at the event of its name, and once more when `go` is set. */
const moving = (name: string) => ({
  initial: 'a',
  states: {
    a: { on: { [name]: 'b' } },
    b: {
      always: {
        guard: ({ context }: Order) => context.go,
        target: 'c',
        actions: assign({ first: ({ context }: Order) => context.first || name }),
      },
    },
    c: {},
  },
});

const guarded = setup({
  types: { context: {} as { n: number }, events: {} as { type: 'ADD'; by: number } },
  guards: { isAtLeast: ({ context }, least: number) => context.n >= least },
});

/** Input, the order of regions, history, raised events and guards. */
export const transitions: Chart[] = [
  {
    name: 'input',
    machine: setup({ types: { context: {} as { n: number }, input: {} as { n: number } } }).createMachine({
      context: ({ input }) => ({ n: input.n }),
      initial: 'a',
      states: {
        a: { always: [{ guard: ({ context }) => context.n === 2, target: 'two' }, { target: 'other' }] },
        two: {},
        other: {},
      },
    }),
    input: { n: 2 },
    expected: { reaches: ['two'], neverReaches: ['other'] },
  },
  {
    name: 'eventless transitions of regions are taken in the order in which their states were entered',
    machine: createMachine({
      context: { go: false, first: '' },
      type: 'parallel',
      states: {
        one: moving('one'),
        two: moving('two'),
        seen: {
          initial: 'no',
          states: {
            no: {
              on: {
                END: [
                  { guard: ({ context }) => context.first === 'one', target: 'one' },
                  { guard: ({ context }) => context.first === 'two', target: 'two' },
                ],
              },
            },
            one: {},
            two: {},
          },
        },
      },
      on: {
        GO: { guard: and([stateIn({ one: 'b' }), stateIn({ two: 'b' })]), actions: assign({ go: true }) },
      },
    }),
    cases: { events: plainEvents('one', 'two', 'GO', 'END') },
    // The same value and context with two futures: only the order of the events `one` and `two` differs.
    expected: { reaches: ['one.c | two.c | seen.one', 'one.c | two.c | seen.two'] },
  },
  {
    name: 'what history restores tells states of one value apart',
    machine: createMachine({
      initial: 'open',
      states: {
        open: {
          initial: 'one',
          states: { one: { on: { NEXT: 'two' } }, two: { on: { SEEN: '#seen' } }, h: { type: 'history' } },
          on: { HIDE: 'hidden' },
        },
        hidden: { on: { SHOW: 'open.h', RESET: 'open' } },
        seen: { id: 'seen' },
      },
    }),
    cases: { events: plainEvents('NEXT', 'HIDE', 'SHOW', 'SEEN', 'RESET') },
    expected: { reaches: ['seen', 'open.two'] },
  },
  {
    name: 'a raised event before an external one',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          on: {
            GO: { actions: [sendTo(({ self }) => self, { type: 'EXTERNAL' }), raise({ type: 'RAISED' })] },
            EXTERNAL: 'never',
            RAISED: 'b',
          },
        },
        b: { on: { EXTERNAL: 'c' } },
        c: {},
        never: {},
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['c'], neverReaches: ['b', 'never'] },
  },
  {
    name: 'enqueueActions that raises, assigns, checks and spawns',
    machine: createMachine({
      context: { n: 0 },
      initial: 'a',
      states: {
        a: {
          on: {
            GO: {
              actions: enqueueActions(({ enqueue, check, context }) => {
                enqueue.assign({ n: context.n + 1 });
                if (check(({ context: checked }) => checked.n === 1)) enqueue.raise({ type: 'SECOND' });
                enqueue.emit({ type: 'told' });
              }),
            },
            SECOND: {
              target: 'b',
              actions: enqueueActions(({ enqueue }) => {
                enqueue.spawnChild(
                  createMachine({
                    initial: 'x',
                    states: { x: { after: { 10: 'z' } }, z: { type: 'final' } },
                  }),
                  { id: 'timer' },
                );
              }),
            },
          },
        },
        b: { on: { 'xstate.done.actor.timer': 'c' } },
        c: {},
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['a', 'b', 'c'] },
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
    cases: { events: { ADD: { one: { by: 1 }, two: { by: 2 } } } },
    expected: { reaches: ['enough', 'short'] },
  },
];

export const timers: Chart[] = [
  {
    name: 'several timers of a state, of which the earliest leaves it',
    machine: createMachine({ initial: 'a', states: { a: { after: { 30: 'c', 10: 'b' } }, b: {}, c: {} } }),
    expected: { reaches: ['b'], neverReaches: ['c'] },
  },
  {
    name: 'timers of two regions that start at different times',
    machine: createMachine({
      type: 'parallel',
      states: {
        early: { initial: 'a', states: { a: { after: { 30: 'b' } }, b: {} } },
        late: {
          initial: 'off',
          states: { off: { on: { START: 'on' } }, on: { after: { 20: 'end' } }, end: {} },
        },
        pace: { initial: 'a', states: { a: { after: { 15: 'b' } }, b: {} } },
      },
    }),
    cases: { events: plainEvents('START') },
    // START comes at 0, 15 or 30 ms: `late` ends at 20, 35 or 50 ms, so before or after the 30 ms of `early`.
    expected: {
      reaches: ['early.a | late.end | pace.b', 'early.b | late.on | pace.b', 'early.b | late.end | pace.b'],
    },
  },
  {
    name: 'of two timers due at the same instant the one that was scheduled first leaves the state of the other',
    machine: createMachine({
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          states: {
            one: { initial: 'a', states: { a: { after: { 10: 'b' } }, b: { after: { 10: '#one' } } } },
            two: { initial: 'a', states: { a: { after: { 20: '#two' } } } },
          },
        },
        one: { id: 'one' },
        two: { id: 'two' },
      },
    }),
    expected: { reaches: ['p.one.b | p.two.a', 'two'], neverReaches: ['one'] },
  },
  {
    name: 'two timers of one state at one instant in the order of their delays as names',
    machine: setup({ delays: { slow: 10 } }).createMachine({
      initial: 'a',
      states: { a: { after: { slow: 'b', 10: 'c' } }, b: {}, c: {} },
    }),
    expected: { reaches: ['c'], neverReaches: ['b'] },
  },
  {
    name: 'a delay computed from the event',
    machine: setup({ delays: { given: ({ event }) => Number(Reflect.get(event, 'delay')) } }).createMachine({
      initial: 'idle',
      states: {
        idle: { on: { WAIT: 'waiting' } },
        waiting: { after: { given: 'early', 50: 'late' } },
        early: {},
        late: {},
      },
    }),
    cases: { events: { WAIT: { short: { delay: 10 }, long: { delay: 100 } } } },
    expected: { reaches: ['early', 'late'] },
  },
  {
    name: 'a delay without a length is no delay',
    machine: createMachine({ initial: 'a', states: { a: { after: { unknown: 'b' } }, b: {} } }),
    expected: { reaches: ['b'], neverReaches: ['a'] },
  },
  {
    name: 'the timer of the root lasts over all its states',
    machine: createMachine({
      after: { 30: '.late' },
      initial: 'a',
      states: { a: { on: { GO: 'b' }, after: { 20: 'b' } }, b: { on: { GO: 'a' } }, late: {} },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['a', 'b', 'late'] },
  },
];

const receiver = createMachine({
  initial: 'waiting',
  states: { waiting: { on: { PING: 'pinged' } }, pinged: { entry: sendParent({ type: 'PONG' }) } },
});

export const delays: Chart[] = [
  {
    name: 'a delayed event to a child',
    machine: createMachine({
      invoke: { id: 'receiver', src: receiver },
      initial: 'a',
      states: {
        a: { on: { GO: { target: 'b', actions: sendTo('receiver', { type: 'PING' }, { delay: 10 }) } } },
        b: { on: { PONG: 'c' }, after: { 20: 'never' } },
        c: {},
        never: {},
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['b', 'c'], neverReaches: ['never'] },
  },
  {
    name: 'a delayed event to a child that is stopped before',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          invoke: { id: 'receiver', src: receiver },
          entry: sendTo('receiver', { type: 'PING' }, { delay: 20 }),
          after: { 10: 'b' },
          on: { PONG: 'never' },
        },
        b: { on: { PONG: 'never' }, after: { 30: 'c' } },
        c: {},
        never: {},
      },
    }),
    expected: { reaches: ['b', 'c'], neverReaches: ['never'] },
  },
  {
    name: 'the earlier of two delayed events of one id cannot be cancelled',
    machine: createMachine({
      entry: [
        raise({ type: 'ONE' }, { delay: 10, id: 'same' }),
        raise({ type: 'TWO' }, { delay: 20, id: 'same' }),
        cancel('same'),
      ],
      initial: 'a',
      states: { a: { on: { ONE: 'one', TWO: 'two' }, after: { 30: 'none' } }, one: {}, two: {}, none: {} },
    }),
    expected: { reaches: ['one'], neverReaches: ['two', 'none'] },
  },
  {
    name: 'once the earlier of two delayed events of one id has come, the later cannot be cancelled',
    machine: createMachine({
      entry: [
        raise({ type: 'ONE' }, { delay: 10, id: 'same' }),
        raise({ type: 'TWO' }, { delay: 20, id: 'same' }),
      ],
      initial: 'a',
      states: {
        a: { on: { ONE: { target: 'b', actions: cancel('same') } } },
        b: { on: { TWO: 'c' } },
        c: {},
      },
    }),
    expected: { reaches: ['b', 'c'] },
  },
  {
    name: 'a delayed event and a timer at one instant in the order in which they start',
    machine: createMachine({
      initial: 'a',
      states: {
        a: { entry: raise({ type: 'LATE' }, { delay: 10 }), on: { LATE: 'raised' }, after: { 10: 'timed' } },
        raised: {},
        timed: {},
      },
    }),
    expected: { reaches: ['raised'], neverReaches: ['timed'] },
  },
  {
    name: 'a delay of 0 ms is no immediate event',
    machine: createMachine({
      entry: [raise({ type: 'ZERO' }, { delay: 0 }), raise({ type: 'NOW' })],
      initial: 'a',
      states: { a: { on: { NOW: 'b', ZERO: 'never' } }, b: { on: { ZERO: 'c' } }, c: {}, never: {} },
    }),
    expected: { reaches: ['b', 'c'], neverReaches: ['a', 'never'] },
  },
];
