import { and, assign, createMachine, emit, setup, stateIn } from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

const region = (event: string) => ({ initial: 'a', states: { a: { on: { [event]: 'b' } }, b: {} } });

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

/** Targets, wildcards, reentry, actions, input and context. */
export const transitions: Chart[] = [
  {
    name: 'wildcards',
    machine: createMachine({
      initial: 'a',
      states: {
        a: { on: { 'mouse.*': 'mouse', 'mouse.up': 'up', '*': 'other' } },
        mouse: {},
        up: {},
        other: {},
      },
    }),
    cases: { events: plainEvents('mouse.up', 'mouse.down', 'mouse', 'key') },
    expected: { reaches: ['mouse', 'up', 'other'] },
  },
  {
    name: 'a wildcard with a guard that leaves an event to the next descriptor',
    machine: createMachine({
      context: { busy: false },
      initial: 'a',
      states: {
        a: {
          on: {
            TOGGLE: { actions: assign({ busy: ({ context }) => !context.busy }) },
            'key.down': { guard: ({ context }) => context.busy, target: 'exact' },
            'key.*': 'prefix',
          },
        },
        exact: {},
        prefix: {},
      },
    }),
    cases: { events: plainEvents('TOGGLE', 'key.down') },
    expected: { reaches: ['exact', 'prefix'] },
  },
  {
    name: 'forbidden transitions',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          initial: 'x',
          states: { x: { on: { GO: undefined, NEXT: 'y' } }, y: { on: { GO: {}, NEXT: 'z' } }, z: {} },
        },
        b: {},
      },
      on: { GO: '.b' },
    }),
    cases: { events: plainEvents('GO', 'NEXT') },
    expected: { reaches: ['a.x', 'a.y', 'a.z', 'b'] },
  },
  {
    name: 'a wildcard that forbids the rest',
    machine: createMachine({
      initial: 'a',
      states: { a: { on: { NEXT: 'b', '*': undefined } }, b: {}, never: {} },
      on: { OTHER: '.never' },
    }),
    cases: { events: plainEvents('NEXT') },
    expected: {
      reaches: ['a', 'b'],
      neverReaches: ['never'],
    },
  },
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
    name: 'a context factory',
    machine: createMachine({
      context: () => ({ list: ['x'] }),
      initial: 'a',
      states: {
        a: {
          on: {
            ADD: {
              guard: ({ context }) => context.list.length < 3,
              actions: assign({ list: ({ context }) => [...context.list, 'x'] }),
            },
            END: { guard: ({ context }) => context.list.length === 3, target: 'full' },
          },
        },
        full: {},
      },
    }),
    cases: { events: plainEvents('ADD', 'END') },
    expected: { reaches: ['a', 'full'] },
  },
  {
    name: 'tags and meta',
    machine: createMachine({
      initial: 'a',
      states: {
        a: { tags: ['busy'], meta: { text: 'first' }, on: { GO: 'b' } },
        b: { tags: 'idle', meta: { text: 'second' }, on: { GO: 'a' } },
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['a', 'b'] },
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
    name: 'a state from which an event leads into the region of another',
    machine: createMachine({
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          states: {
            one: { initial: 'a', states: { a: { on: { CROSS: '#twoB', ONE: 'b' } }, b: {} } },
            two: { initial: 'a', states: { a: {}, b: { id: 'twoB' } } },
          },
        },
      },
    }),
    cases: { events: plainEvents('CROSS', 'ONE') },
    expected: { reaches: ['p.one.a | p.two.b', 'p.one.b | p.two.a'] },
  },
  {
    name: 'a region that is reentered resets its siblings too',
    machine: createMachine({
      context: { anew: false },
      type: 'parallel',
      states: {
        one: {
          id: 'one',
          initial: 'a',
          states: { a: {} },
          on: { ANEW: { target: '#one', reenter: true, actions: assign({ anew: true }) } },
        },
        two: region('TWO'),
        seen: {
          initial: 'no',
          states: {
            no: {
              always: [
                { guard: and([({ context }) => context.anew, stateIn({ two: 'b' })]), target: 'kept' },
                { guard: ({ context }) => context.anew, target: 'reset' },
              ],
            },
            kept: {},
            reset: {},
          },
        },
      },
    }),
    cases: { events: plainEvents('ANEW', 'TWO') },
    expected: {
      reaches: ['one.a | two.b | seen.no', 'one.a | two.a | seen.reset', 'one.a | two.b | seen.reset'],
      neverReaches: ['one.a | two.b | seen.kept'],
    },
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
    name: 'deep history',
    machine: createMachine({
      initial: 'open',
      states: {
        open: {
          initial: 'one',
          states: { ...sections, h: { type: 'history', history: 'deep' } },
          on: { HIDE: 'hidden' },
        },
        hidden: { on: { SHOW: 'open.h', PEEK: 'peek' } },
        peek: { after: { 10: 'open.h' } },
      },
    }),
    cases: { events: plainEvents('NEXT', 'HIDE', 'SHOW', 'PEEK') },
    expected: { reaches: ['open.two.y', 'peek'] },
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
    name: 'shallow history of a parallel state restores its regions to their initial states',
    machine: createMachine({
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          states: {
            one: { initial: 'a', states: { a: { on: { ONE: 'b' } }, b: {} } },
            two: { initial: 'a', states: { a: {} } },
            h: { type: 'history' },
          },
          on: { OUT: 'out' },
        },
        out: { entry: assign({ left: true }), on: { BACK: 'p.h' } },
      },
      context: { left: false },
    }),
    cases: { events: plainEvents('ONE', 'OUT', 'BACK') },
    expected: { reaches: ['p.one.a | p.two.a', 'p.one.b | p.two.a', 'out'] },
  },
  {
    name: 'history in one region while the other goes on',
    machine: createMachine({
      type: 'parallel',
      states: {
        player: {
          initial: 'idle',
          states: {
            idle: { on: { OPEN: 'open.h' } },
            open: {
              initial: 'small',
              states: { small: { on: { GROW: 'large' } }, large: {}, h: { type: 'history' } },
              on: { CLOSE: 'idle' },
            },
          },
        },
        sound: { initial: 'on', states: { on: { on: { MUTE: 'off' } }, off: { on: { MUTE: 'on' } } } },
      },
    }),
    cases: { events: plainEvents('OPEN', 'GROW', 'CLOSE', 'MUTE') },
    expected: { reaches: ['player.open.large | sound.off', 'player.idle | sound.on'] },
  },
  {
    name: 'history with a default target',
    machine: createMachine({
      initial: 'out',
      states: {
        out: { on: { BACK: 'a.h' } },
        a: {
          initial: 'never',
          states: {
            never: {},
            first: { on: { NEXT: 'second' } },
            second: {},
            h: { type: 'history', target: 'first' },
          },
          on: { OUT: 'out' },
        },
      },
    }),
    cases: { events: plainEvents('BACK', 'NEXT', 'OUT') },
    expected: {
      reaches: ['a.first', 'a.second'],
      neverReaches: ['a.never'],
    },
  },
  {
    name: 'history as the initial state',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          initial: 'h',
          states: { h: { type: 'history', target: 'one' }, one: { on: { NEXT: 'two' } }, two: {} },
          on: { OUT: 'b' },
        },
        b: { on: { BACK: 'a' } },
      },
    }),
    cases: { events: plainEvents('NEXT', 'OUT', 'BACK') },
    expected: { reaches: ['a.one', 'a.two', 'b'] },
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
