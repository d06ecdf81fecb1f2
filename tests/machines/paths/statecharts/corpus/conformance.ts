import { createMachine, enqueueActions, fromCallback, fromPromise, raise, sendParent, sendTo } from 'xstate';
import { type Chart, conformance, note, passIf, traced } from '../chart.ts';

const endless = fromPromise(() => new Promise<string>(() => {}));

/** Sends its parent two events and is then done. */
const sender = createMachine({
  initial: 'a',
  states: {
    a: { entry: [sendParent({ type: 'ONE' }), sendParent({ type: 'TWO' })], always: 'z' },
    z: { type: 'final' },
  },
});

/** External and delayed events, and what machines and their children tell each other. */
export const conformanceCharts: Chart[] = [
  conformance('internal events come before external ones', {
    entry: [sendTo(({ self }) => self, { type: 'EXTERNAL' }), raise({ type: 'INTERNAL' })],
    states: { a: { on: { INTERNAL: 'pass', EXTERNAL: 'fail' } } },
  }),
  conformance('every internal event comes before the next external one', {
    entry: [sendTo(({ self }) => self, { type: 'EXTERNAL' }), raise({ type: 'ONE' })],
    states: {
      a: {
        on: {
          ONE: { actions: [note('1'), raise({ type: 'TWO' })] },
          TWO: { actions: [note('2'), raise({ type: 'THREE' })] },
          THREE: { actions: note('3') },
          EXTERNAL: passIf('123'),
        },
      },
    },
  }),
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
  conformance('an event without delay comes before a delayed one', {
    entry: [raise({ type: 'LATE' }, { delay: 10 }), sendTo(({ self }) => self, { type: 'NOW' })],
    states: { a: { on: { NOW: 'b', LATE: 'fail' } }, b: { on: { LATE: 'pass' } } },
  }),
  conformance('delayed events of one time come in the order in which they are sent', {
    entry: [raise({ type: 'ONE' }, { delay: 10 }), raise({ type: 'TWO' }, { delay: 10 })],
    states: { a: { on: { ONE: 'b', TWO: 'fail' } }, b: { on: { TWO: 'pass' } } },
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
  conformance('a callback actor that nothing tells to act does not keep timers from coming', {
    invoke: { src: fromCallback(() => {}) },
    states: {
      a: { after: { 10: { target: 'b', actions: note('t') } } },
      b: { always: [{ guard: traced('t'), target: 'pass' }] },
    },
  }),
];
