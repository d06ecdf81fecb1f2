import {
  assign,
  createMachine,
  enqueueActions,
  forwardTo,
  fromPromise,
  raise,
  sendParent,
  sendTo,
  setup,
} from 'xstate';
import { type Chart, conformance, note, passIf, plainEvents } from '../chart.ts';

const ask = fromPromise(async () => 'yes');

const timed = createMachine({
  initial: 'a',
  states: { a: { after: { 20: 'z' }, on: { HURRY: 'z' } }, z: { type: 'final' } },
  output: { how: 'done' },
});

const throwing = createMachine({
  initial: 'a',
  states: {
    a: {
      on: {
        BREAK: {
          actions: () => {
            throw new Error('child broke');
          },
        },
      },
    },
  },
});

const dialog = createMachine({
  initial: 'asking',
  states: {
    asking: { invoke: { id: 'ask', src: ask, onDone: 'answered', onError: 'refused' } },
    answered: { type: 'final' },
    refused: { entry: sendParent({ type: 'REFUSED' }) },
  },
});

type Shown = { event: { snapshot: { value: unknown } } };

const children = setup({ actors: { timed, throwing, dialog } });

export const childCharts: Chart[] = [
  {
    name: 'a child machine with an output',
    machine: createMachine({
      initial: 'on',
      states: {
        on: {
          invoke: {
            src: createMachine({ initial: 'z', states: { z: { type: 'final' } }, output: { n: 2 } }),
            onDone: [
              {
                guard: ({ event }: { event: { output: { n: number } } }) => event.output.n === 2,
                target: 'two',
              },
              { target: 'other' },
            ],
          },
        },
        two: {},
        other: {},
      },
    }),
    // The child is done at its start, so that the machine never rests in `on`.
    expected: { reaches: ['two'], neverReaches: ['on', 'other'] },
  },
  {
    name: 'a timer of a child and one of its parent at one instant',
    machine: children.createMachine({
      initial: 'idle',
      states: {
        idle: { on: { GO: 'on' } },
        on: { invoke: { id: 'timed', src: 'timed', onDone: 'done' }, after: { 20: 'late' } },
        done: {},
        late: {},
      },
    }),
    cases: { events: plainEvents('GO') },
    // The timer of the parent is scheduled first: entry actions come before the start of actors.
    expected: { reaches: ['late'], neverReaches: ['done'] },
  },
  {
    name: 'a timer of a child and one of its parent at one instant, both from the start',
    machine: children.createMachine({
      initial: 'on',
      states: {
        on: { invoke: { id: 'timed', src: 'timed', onDone: 'done' }, after: { 20: 'late' } },
        done: {},
        late: {},
      },
    }),
    // The timer of the child is scheduled first: a machine that starts starts its actors before its entry actions.
    expected: { reaches: ['done'], neverReaches: ['late'] },
  },
  {
    name: 'an event that is sent on to a child',
    machine: children.createMachine({
      initial: 'on',
      states: {
        on: {
          invoke: { id: 'timed', src: 'timed', onDone: 'done' },
          on: { HURRY: { actions: forwardTo('timed') } },
          after: { 10: 'early' },
        },
        early: {},
        done: {},
      },
    }),
    cases: { events: plainEvents('HURRY') },
    expected: { reaches: ['done', 'early'] },
  },
  {
    name: 'a child that breaks, with a transition for it',
    machine: children.createMachine({
      initial: 'on',
      states: {
        on: {
          invoke: { id: 'child', src: 'throwing', onError: 'broken' },
          on: { BREAK: { actions: sendTo('child', { type: 'BREAK' }) } },
        },
        broken: {},
      },
    }),
    cases: { events: plainEvents('BREAK') },
    expected: { reaches: ['on', 'broken'] },
  },
  {
    name: 'a child that breaks, without a transition for it',
    machine: children.createMachine({
      initial: 'on',
      states: {
        on: {
          invoke: { id: 'child', src: 'throwing' },
          on: { BREAK: { actions: sendTo('child', { type: 'BREAK' }) } },
        },
      },
    }),
    cases: { events: plainEvents('BREAK') },
    expected: { breaks: /child broke/ },
  },
  {
    name: 'a child that asks, and tells its parent',
    machine: children.createMachine({
      initial: 'on',
      states: {
        on: {
          invoke: { id: 'dialog', src: 'dialog', onDone: 'yes' },
          on: { REFUSED: 'no', CLOSE: 'closed' },
        },
        yes: {},
        no: {},
        closed: {},
      },
    }),
    cases: {
      events: plainEvents('CLOSE'),
      outcomes: { ask: { yes: { output: 'yes' }, no: { error: 'no' } } },
    },
    expected: { reaches: ['yes', 'no', 'closed'] },
  },
  {
    name: 'the snapshots of a child machine',
    machine: createMachine({
      context: { seen: '' },
      initial: 'on',
      states: {
        on: {
          invoke: {
            id: 'timed',
            src: createMachine({
              initial: 'a',
              states: { a: { after: { 10: 'b' } }, b: { after: { 10: 'c' } }, c: {} },
            }),
            onSnapshot: [
              { guard: ({ event }: Shown) => event.snapshot.value === 'b', target: 'sawB' },
              { actions: assign({ seen: ({ event }: Shown) => String(event.snapshot.value) }) },
            ],
          },
          on: { ASK: { guard: ({ context }) => context.seen === 'a', target: 'sawA' } },
        },
        sawA: {},
        sawB: {},
      },
    }),
    cases: { events: plainEvents('ASK') },
    expected: { reaches: ['sawA', 'sawB'] },
  },
  {
    name: 'a state of a child that no value of its parent shows',
    machine: createMachine({
      invoke: {
        id: 'lock',
        src: createMachine({
          initial: 'closed',
          states: {
            closed: { on: { TURN: 'half' } },
            half: { on: { TURN: 'open' } },
            open: { entry: sendParent({ type: 'OPEN' }) },
          },
        }),
      },
      initial: 'shut',
      states: { shut: { on: { TURN: { actions: forwardTo('lock') }, OPEN: 'open' } }, open: {} },
    }),
    cases: { events: plainEvents('TURN') },
    expected: { reaches: ['shut', 'open'] },
  },
  {
    name: 'an event of a child that its parent answers in the same step',
    machine: createMachine({
      context: { rounds: 0 },
      invoke: { id: 'echo', src: createMachine({ on: { PING: { actions: sendParent({ type: 'PONG' }) } } }) },
      initial: 'idle',
      states: {
        idle: { on: { GO: { target: 'busy', actions: sendTo('echo', { type: 'PING' }) } } },
        busy: {
          on: {
            PONG: [
              { guard: ({ context }) => context.rounds === 3, target: 'done' },
              {
                actions: [
                  assign({ rounds: ({ context }) => context.rounds + 1 }),
                  sendTo('echo', { type: 'PING' }),
                ],
              },
            ],
          },
        },
        done: {},
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['idle', 'done'], neverReaches: ['busy'] },
  },
  {
    name: 'a child keeps its parent informed of its input',
    machine: createMachine({
      context: { limit: 2 },
      initial: 'on',
      states: {
        on: {
          invoke: {
            src: createMachine({
              context: ({ input }) => ({ delay: Number(Reflect.get(Object(input), 'limit')) * 10 }),
              initial: 'a',
              states: { a: { after: { own: 'z' } }, z: { type: 'final' } },
            }).provide({ delays: { own: ({ context }) => context.delay } }),
            input: ({ context }) => ({ limit: context.limit }),
            onDone: 'early',
          },
          after: { 25: 'late' },
          on: { MORE: { target: 'on', reenter: true, actions: assign({ limit: 3 }) } },
        },
        early: {},
        late: {},
      },
    }),
    cases: { events: plainEvents('MORE') },
    expected: { reaches: ['early', 'late'] },
  },
];

const endless = fromPromise(() => new Promise<string>(() => {}));

/** Sends its parent two events and is then done. */
const sender = createMachine({
  initial: 'a',
  states: {
    a: { entry: [sendParent({ type: 'ONE' }), sendParent({ type: 'TWO' })], always: 'z' },
    z: { type: 'final' },
  },
});

/** External and delayed events, and the messages between machines and their children. */
export const conformanceCharts: Chart[] = [
  conformance('two external events come one after the other, with eventless transitions between them', {
    entry: [sendTo(({ self }) => self, { type: 'ONE' }), sendTo(({ self }) => self, { type: 'TWO' })],
    states: {
      a: { on: { ONE: 'b', TWO: 'fail' } },
      b: { always: 'c' },
      c: { on: { TWO: 'pass' } },
    },
  }),
  conformance('a custom action of the start sends before what is sent there', {
    entry: [sendTo(({ self }) => self, { type: 'SENT' }), ({ self }) => self.send({ type: 'CUSTOM' })],
    states: { a: { on: { CUSTOM: 'b', SENT: 'fail' } }, b: { on: { SENT: 'pass' } } },
  }),
  conformance('delayed events of a child do not come once it is done', {
    invoke: {
      src: createMachine({
        initial: 'a',
        states: {
          a: { entry: sendParent({ type: 'LATE' }, { delay: 20 }), after: { 10: 'z' } },
          z: { type: 'final' },
        },
      }),
    },
    states: { a: { on: { LATE: 'fail' }, after: { 30: 'pass' } } },
  }),
  conformance('the events of a child come in their order, and its done event after them', {
    states: {
      a: {
        invoke: { src: sender, onDone: { target: 'check', actions: note('d') } },
        on: { ONE: { actions: note('1') }, TWO: { actions: note('2') } },
      },
      check: { always: passIf('12d') },
    },
  }),
  conformance('events of a child that has been stopped before it starts do not come', {
    states: {
      a: { invoke: { src: sender }, always: 'b' },
      b: { on: { ONE: 'fail' }, after: { 10: 'pass' } },
    },
  }),
  conformance('a state that is left within the macrostep starts no actor', {
    states: {
      a: {
        invoke: { src: createMachine({ entry: sendParent({ type: 'STARTED' }) }) },
        entry: raise({ type: 'GO' }),
        on: { GO: 'b', STARTED: 'fail' },
      },
      b: { on: { STARTED: 'fail' }, after: { 10: 'pass' } },
    },
  }),
  conformance('exit actions can still send to the actor of the state that is left', {
    states: {
      a: {
        invoke: {
          id: 'echo',
          src: createMachine({ on: { LAST: { actions: sendParent({ type: 'HEARD' }) } } }),
        },
        exit: sendTo('echo', { type: 'LAST' }),
        after: { 10: 'b' },
      },
      b: { on: { HEARD: 'pass' }, after: { 10: 'fail' } },
    },
  }),
  conformance('a stopped child executes no exit actions', {
    states: {
      a: { invoke: { src: createMachine({ exit: sendParent({ type: 'LEFT' }) }) }, after: { 10: 'b' } },
      b: { on: { LEFT: 'fail' }, after: { 10: 'pass' } },
    },
  }),
  conformance('ids of invocations without an id differ from each other', {
    states: {
      a: {
        invoke: [{ src: endless }, { src: endless }],
        after: {
          10: {
            actions: enqueueActions(({ self, enqueue }) => {
              enqueue.raise({ type: `HAS ${Object.keys(self.getSnapshot().children).length}` });
            }),
          },
        },
        on: { 'HAS 2': 'pass', '*': 'fail' },
      },
    },
  }),
];
