import { assign, cancel, createMachine, raise, sendParent, sendTo, setup } from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

const named = setup({ delays: { short: 10, long: 20 } });

export const timers: Chart[] = [
  {
    name: 'several timers of a state, of which the earliest leaves it',
    machine: createMachine({ initial: 'a', states: { a: { after: { 30: 'c', 10: 'b' } }, b: {}, c: {} } }),
    expected: { reaches: ['b'], neverReaches: ['c'] },
  },
  {
    name: 'several timers of a state, of which the first stays in it',
    machine: createMachine({
      context: { warned: false },
      initial: 'a',
      states: { a: { after: { 10: { actions: assign({ warned: true }) }, 30: 'b' } }, b: {} },
    }),
    expected: { reaches: ['b'] },
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
    name: 'a timer that starts anew when its state is reentered',
    machine: createMachine({
      type: 'parallel',
      states: {
        timed: {
          initial: 'a',
          states: { a: { after: { 20: 'b' }, on: { AGAIN: { target: 'a', reenter: true } } }, b: {} },
        },
        pace: { initial: 'x', states: { x: { after: { 10: 'y' } }, y: { after: { 15: 'z' } }, z: {} } },
      },
    }),
    cases: { events: plainEvents('AGAIN') },
    // Without AGAIN at 10 ms the timer is due at 20 ms, before `z` at 25 ms; with it at 30 ms.
    expected: { reaches: ['timed.b | pace.y', 'timed.a | pace.z', 'timed.b | pace.z'] },
  },
  {
    name: 'a timer that an internal transition to the same state does not start anew',
    machine: createMachine({
      type: 'parallel',
      states: {
        timed: {
          initial: 'a',
          states: {
            a: {
              after: { 20: 'b' },
              initial: 'one',
              states: { one: { on: { NEXT: 'two' } }, two: {} },
              on: { AGAIN: '.one' },
            },
            b: {},
          },
        },
        pace: { initial: 'x', states: { x: { after: { 10: 'y' } }, y: { after: { 15: 'z' } }, z: {} } },
      },
    }),
    cases: { events: plainEvents('AGAIN', 'NEXT') },
    expected: {
      reaches: ['timed.b | pace.y'],
      neverReaches: ['timed.a.one | pace.z', 'timed.a.two | pace.z'],
    },
  },
  {
    name: 'a timer that restarts itself',
    machine: createMachine({
      context: { ticks: 0 },
      initial: 'on',
      states: {
        on: {
          after: {
            10: [
              { guard: ({ context }) => context.ticks === 3, target: 'off' },
              { target: 'on', reenter: true, actions: assign({ ticks: ({ context }) => context.ticks + 1 }) },
            ],
          },
        },
        off: {},
      },
    }),
    expected: { reaches: ['off'] },
  },
  {
    name: 'a timer whose guard is false is not due again',
    machine: createMachine({
      context: { ready: false },
      initial: 'a',
      states: {
        a: {
          after: { 10: { guard: ({ context }) => context.ready, target: 'b' }, 30: 'c' },
          on: { READY: { actions: assign({ ready: true }) } },
        },
        b: {},
        c: {},
      },
    }),
    cases: { events: plainEvents('READY') },
    expected: { reaches: ['b', 'c'] },
  },
  {
    name: 'timers of 0 ms',
    machine: createMachine({
      initial: 'a',
      states: { a: { after: { 0: 'b' }, on: { GO: 'd' } }, b: { after: { 0: 'c' } }, c: {}, d: {} },
    }),
    cases: { events: plainEvents('GO') },
    // The timer of `b` is due at the instant of the one before it, so that nothing can happen in `b`.
    expected: { reaches: ['c', 'd'], neverReaches: ['b'] },
  },
  {
    name: 'two timers due at the same instant in two regions',
    machine: createMachine({
      context: { first: '' },
      type: 'parallel',
      states: {
        one: {
          initial: 'a',
          states: {
            a: {
              after: {
                10: { target: 'b', actions: assign({ first: ({ context }) => context.first || 'one' }) },
              },
            },
            b: {},
          },
        },
        two: {
          initial: 'a',
          states: {
            a: {
              after: {
                10: { target: 'b', actions: assign({ first: ({ context }) => context.first || 'two' }) },
              },
            },
            b: {},
          },
        },
      },
    }),
    expected: { reaches: ['one.b | two.b'], neverReaches: ['one.b | two.a', 'one.a | two.b'] },
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
    name: 'named delays',
    machine: named.createMachine({
      initial: 'a',
      states: { a: { after: { long: 'c', short: 'b' } }, b: {}, c: {} },
    }),
    expected: { reaches: ['b'], neverReaches: ['c'] },
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
    name: 'a timer that is cancelled by leaving and starts anew on return',
    machine: createMachine({
      type: 'parallel',
      states: {
        work: {
          initial: 'on',
          states: {
            on: { after: { 30: 'end' }, on: { TOGGLE: 'off' } },
            off: { on: { TOGGLE: 'on' } },
            end: {},
          },
        },
        pace: { initial: 'a', states: { a: { after: { 20: 'b' } }, b: { after: { 20: 'c' } }, c: {} } },
      },
    }),
    cases: { events: plainEvents('TOGGLE') },
    expected: {
      reaches: ['work.end | pace.b', 'work.on | pace.c', 'work.off | pace.c', 'work.end | pace.c'],
    },
  },
  {
    name: 'timers of a state and of its parent',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          after: { 25: 'out' },
          initial: 'x',
          states: { x: { after: { 10: 'y' } }, y: { after: { 10: 'z' } }, z: { after: { 10: '#never' } } },
        },
        out: {},
        never: { id: 'never' },
      },
    }),
    expected: { reaches: ['a.x', 'a.y', 'a.z', 'out'], neverReaches: ['never'] },
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
    name: 'a delayed raise',
    machine: createMachine({
      initial: 'idle',
      states: {
        idle: { on: { GO: { target: 'busy', actions: raise({ type: 'LATE' }, { delay: 10 }) } } },
        busy: { on: { LATE: 'done', AWAY: 'away' } },
        away: {},
        done: {},
      },
    }),
    cases: { events: plainEvents('GO', 'AWAY') },
    expected: { reaches: ['idle', 'busy', 'away', 'done'] },
  },
  {
    name: 'a delayed raise that comes when another state handles it',
    machine: createMachine({
      initial: 'a',
      states: {
        a: { entry: raise({ type: 'LATE' }, { delay: 10 }), on: { GO: 'b', LATE: 'early' } },
        b: { on: { LATE: 'late' } },
        early: {},
        late: {},
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['early', 'late'] },
  },
  {
    name: 'a delayed event to itself by sendTo',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          on: { GO: { target: 'b', actions: sendTo(({ self }) => self, { type: 'LATE' }, { delay: 10 }) } },
        },
        b: { on: { LATE: 'c' } },
        c: {},
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['b', 'c'] },
  },
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
    name: 'a delayed event that is cancelled',
    machine: createMachine({
      initial: 'idle',
      states: {
        idle: { on: { GO: { target: 'sent', actions: raise({ type: 'LATE' }, { delay: 10, id: 'late' }) } } },
        sent: { on: { STOP: { target: 'stopped', actions: cancel('late') }, LATE: 'done' } },
        stopped: { on: { LATE: 'never', AGAIN: 'idle' } },
        done: {},
        never: {},
      },
    }),
    cases: { events: plainEvents('GO', 'STOP', 'AGAIN') },
    expected: { reaches: ['stopped', 'done'], neverReaches: ['never'] },
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
    name: 'a debounced event',
    machine: createMachine({
      type: 'parallel',
      states: {
        field: {
          initial: 'idle',
          states: {
            idle: {},
            waiting: { on: { SEARCH: 'searching' } },
            searching: {},
          },
          on: {
            TYPED: {
              target: '.waiting',
              actions: [cancel('search'), raise({ type: 'SEARCH' }, { id: 'search', delay: 20 })],
            },
          },
        },
        pace: { initial: 'a', states: { a: { after: { 10: 'b' } }, b: { after: { 15: 'c' } }, c: {} } },
      },
    }),
    cases: { events: plainEvents('TYPED') },
    expected: { reaches: ['field.waiting | pace.c', 'field.searching | pace.b', 'field.searching | pace.c'] },
  },
  {
    name: 'two delayed events of the same type',
    machine: createMachine({
      context: { count: 0 },
      initial: 'a',
      states: {
        a: {
          entry: [raise({ type: 'TICK' }, { delay: 10 }), raise({ type: 'TICK' }, { delay: 20 })],
          on: { TICK: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
          always: { guard: ({ context }) => context.count === 2, target: 'b' },
        },
        b: {},
      },
    }),
    expected: { reaches: ['a', 'b'] },
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
