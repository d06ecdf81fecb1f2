import {
  and,
  assign,
  createMachine,
  emit,
  enqueueActions,
  not,
  or,
  raise,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

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

/** Input, emitted events and the order of regions. */
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
    name: 'emitted events',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          on: { GO: { target: 'b', actions: emit({ type: 'left' }) } },
          entry: emit(({ context }) => ({ type: 'entered', context })),
        },
        b: {},
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['a', 'b'] },
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
];

const sections = {
  one: { on: { NEXT: 'two' } },
  two: { initial: 'x', states: { x: { on: { NEXT: 'y' } }, y: {} } },
};

export const history: Chart[] = [
  {
    name: 'shallow history',
    machine: createMachine({
      initial: 'open',
      states: {
        open: { initial: 'one', states: { ...sections, h: { type: 'history' } }, on: { HIDE: 'hidden' } },
        hidden: { on: { SHOW: 'open.h' } },
      },
    }),
    cases: { events: plainEvents('NEXT', 'HIDE', 'SHOW') },
    expected: { reaches: ['open.one', 'open.two.x', 'open.two.y', 'hidden'] },
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
    name: 'deep history of a parallel state',
    machine: createMachine({
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          states: {
            one: { initial: 'a', states: { a: { on: { ONE: 'b' } }, b: { on: { ONE: 'a' } } } },
            two: { initial: 'a', states: { a: { on: { TWO: 'b' } }, b: {} } },
            h: { type: 'history', history: 'deep' },
          },
          on: { OUT: 'out' },
        },
        out: { on: { BACK: 'p.h', ANEW: 'p' } },
      },
    }),
    cases: { events: plainEvents('ONE', 'TWO', 'OUT', 'BACK', 'ANEW') },
    expected: { reaches: ['p.one.a | p.two.b', 'p.one.b | p.two.a', 'p.one.b | p.two.b'] },
  },
  {
    name: 'a history that restores a state with a timer starts it anew',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          initial: 'x',
          states: { x: { after: { 10: 'y' } }, y: { after: { 10: '#end' } }, h: { type: 'history' } },
          on: { PAUSE: 'paused' },
        },
        paused: { on: { RESUME: 'a.h' } },
        end: { id: 'end' },
      },
    }),
    cases: { events: plainEvents('PAUSE', 'RESUME') },
    expected: { reaches: ['a.x', 'a.y', 'paused', 'end'] },
  },
];

/** Raised events, eventless transitions and states that are done. */
export const microsteps: Chart[] = [
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
    name: 'a transient state that chooses',
    machine: createMachine({
      context: { age: 0 },
      initial: 'asking',
      states: {
        asking: { on: { AGE: { target: 'checking', actions: assign({ age: ({ event }) => event.age }) } } },
        checking: {
          always: [{ guard: ({ context }) => context.age >= 18, target: 'adult' }, { target: 'child' }],
        },
        adult: {},
        child: { on: { BACK: 'asking' } },
      },
    }),
    cases: { events: { AGE: { nine: { age: 9 }, forty: { age: 40 } }, ...plainEvents('BACK') } },
    expected: { reaches: ['adult', 'child'], neverReaches: ['checking'] },
  },
  {
    name: 'an eventless transition of the start',
    machine: createMachine({ initial: 'a', states: { a: { always: 'b' }, b: {} } }),
    expected: { reaches: ['b'], neverReaches: ['a'] },
  },
  {
    name: 'a parallel machine that is done',
    machine: createMachine({
      type: 'parallel',
      states: {
        one: { initial: 'a', states: { a: { on: { ONE: 'z' } }, z: { type: 'final' } } },
        two: { initial: 'a', states: { a: { on: { TWO: 'z' } }, z: { type: 'final' } } },
      },
      output: 'both',
    }),
    cases: { events: plainEvents('ONE', 'TWO') },
    expected: { reaches: ['one.z | two.a', 'one.a | two.z'] },
  },
  {
    name: 'a machine that is done, with an output',
    machine: createMachine({
      context: { n: 0 },
      initial: 'a',
      states: {
        a: {
          on: {
            ADD: {
              guard: ({ context }) => context.n < 2,
              actions: assign({ n: ({ context }) => context.n + 1 }),
            },
            END: 'z',
          },
          after: { 10: 'z' },
        },
        z: { type: 'final' },
      },
      output: ({ context }) => context.n,
    }),
    cases: { events: plainEvents('ADD', 'END') },
    expected: { reaches: ['a', 'z'] },
  },
  {
    name: 'an output of a final state that decides',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          initial: 'x',
          states: {
            x: { on: { YES: 'yes', NO: 'no' } },
            yes: { type: 'final', output: true },
            no: { type: 'final', output: false },
          },
          onDone: [{ guard: ({ event }) => event.output === true, target: 'agreed' }, { target: 'refused' }],
        },
        agreed: {},
        refused: {},
      },
    }),
    cases: { events: plainEvents('YES', 'NO') },
    expected: { reaches: ['agreed', 'refused'] },
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
];

const guarded = setup({
  types: {
    context: {} as { n: number },
    events: {} as { type: 'ADD'; by: number } | { type: 'GO' },
  },
  guards: {
    isTwo: ({ context }) => context.n === 2,
    isEven: ({ context }) => context.n % 2 === 0,
    isAtLeast: ({ context }, least: number) => context.n >= least,
  },
  actions: { add: assign({ n: ({ context }, by: number) => Math.min(4, context.n + by) }) },
});

const add = {
  ADD: { actions: { type: 'add', params: ({ event }: { event: { by: number } }) => event.by } },
} as const;
const cases = { events: { ADD: { one: { by: 1 }, two: { by: 2 } }, ...plainEvents('GO') } };

export const guards: Chart[] = [
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
];
