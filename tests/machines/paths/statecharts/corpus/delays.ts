import { assign, cancel, createMachine, raise, sendParent, sendTo } from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

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
