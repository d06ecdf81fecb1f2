import {
  cancel,
  createMachine,
  enqueueActions,
  fromCallback,
  fromPromise,
  raise,
  sendParent,
  sendTo,
} from 'xstate';
import { type Chart, conformance } from '../../chart.ts';
import { ends, note, passIf, traced, tracingMachine } from '../tracing.ts';

const endless = fromPromise(() => new Promise<string>(() => {}));

/** Sends its parent two events and is then done. */
const sender = createMachine({
  initial: 'a',
  states: {
    a: { entry: [sendParent({ type: 'ONE' }), sendParent({ type: 'TWO' })], always: 'z' },
    z: { type: 'final' },
  },
});

/** Delayed events, and what machines and their children tell each other. */
export const actorConformance: Chart[] = [
  conformance(
    'an event without delay comes before a delayed one',
    tracingMachine({
      context: { trace: '' },
      entry: [raise({ type: 'LATE' }, { delay: 10 }), sendTo(({ self }) => self, { type: 'NOW' })],
      initial: 'a',
      states: { a: { on: { NOW: 'b', LATE: 'fail' } }, b: { on: { LATE: 'pass' } }, ...ends },
    }),
  ),
  conformance(
    'delayed events come in the order of their times',
    tracingMachine({
      context: { trace: '' },
      entry: [raise({ type: 'LATE' }, { delay: 20 }), raise({ type: 'EARLY' }, { delay: 10 })],
      initial: 'a',
      states: { a: { on: { EARLY: 'b', LATE: 'fail' } }, b: { on: { LATE: 'pass' } }, ...ends },
    }),
  ),
  conformance(
    'delayed events of one time come in the order in which they are sent',
    tracingMachine({
      context: { trace: '' },
      entry: [raise({ type: 'ONE' }, { delay: 10 }), raise({ type: 'TWO' }, { delay: 10 })],
      initial: 'a',
      states: { a: { on: { ONE: 'b', TWO: 'fail' } }, b: { on: { TWO: 'pass' } }, ...ends },
    }),
  ),
  conformance(
    'the delay may be computed',
    tracingMachine({
      context: { trace: '123' },
      entry: [
        raise({ type: 'LATE' }, { delay: ({ context }) => context.trace.length * 10 }),
        raise({ type: 'EARLY' }, { delay: 20 }),
      ],
      initial: 'a',
      states: { a: { on: { EARLY: 'b', LATE: 'fail' } }, b: { on: { LATE: 'pass' } }, ...ends },
    }),
  ),
  conformance(
    'a cancelled event does not come',
    tracingMachine({
      context: { trace: '' },
      entry: [
        raise({ type: 'ONE' }, { delay: 10, id: 'one' }),
        raise({ type: 'TWO' }, { delay: 20 }),
        cancel('one'),
      ],
      initial: 'a',
      states: { a: { on: { ONE: 'fail', TWO: 'pass' } }, ...ends },
    }),
  ),
  conformance(
    'the id that is cancelled may be computed',
    tracingMachine({
      context: { trace: 'one' },
      entry: [
        raise({ type: 'ONE' }, { delay: 10, id: 'one' }),
        raise({ type: 'TWO' }, { delay: 20 }),
        cancel(({ context }) => context.trace),
      ],
      initial: 'a',
      states: { a: { on: { ONE: 'fail', TWO: 'pass' } }, ...ends },
    }),
  ),
  conformance(
    'a delayed event outlives the state that sent it',
    tracingMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: { entry: raise({ type: 'LATE' }, { delay: 10 }), always: 'b' },
        b: { on: { LATE: 'pass' }, after: { 20: 'fail' } },
        ...ends,
      },
    }),
  ),
  conformance(
    'delayed events of a child do not come once it is done',
    tracingMachine({
      context: { trace: '' },
      invoke: {
        src: createMachine({
          initial: 'a',
          states: {
            a: { entry: sendParent({ type: 'LATE' }, { delay: 20 }), after: { 10: 'z' } },
            z: { type: 'final' },
          },
        }),
      },
      initial: 'a',
      states: { a: { on: { LATE: 'fail' }, after: { 30: 'pass' } }, ...ends },
    }),
  ),
  conformance(
    'the events of a child come in their order, and its done event after them',
    tracingMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: {
          invoke: { src: sender, onDone: { target: 'check', actions: note('d') } },
          on: { ONE: { actions: note('1') }, TWO: { actions: note('2') } },
        },
        check: { always: passIf('12d') },
        ...ends,
      },
    }),
  ),
  conformance(
    'events of a child that has been stopped before it starts do not come',
    tracingMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: { invoke: { src: sender }, always: 'b' },
        b: { on: { ONE: 'fail' }, after: { 10: 'pass' } },
        ...ends,
      },
    }),
  ),
  conformance(
    'a state that is left within the macrostep starts no actor',
    tracingMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: {
          invoke: { src: createMachine({ entry: sendParent({ type: 'STARTED' }) }) },
          entry: raise({ type: 'GO' }),
          on: { GO: 'b', STARTED: 'fail' },
        },
        b: { on: { STARTED: 'fail' }, after: { 10: 'pass' } },
        ...ends,
      },
    }),
  ),
  conformance(
    'a child takes its values from its input',
    tracingMachine({
      context: { trace: 'x' },
      initial: 'a',
      states: {
        a: {
          invoke: {
            src: createMachine({
              context: ({ input }) => ({ given: input }),
              entry: sendParent(({ context }) => ({ type: 'TOLD', given: context.given })),
            }),
            input: ({ context }) => `${context.trace}y`,
          },
          on: { TOLD: [{ guard: ({ event }) => event.given === 'xy', target: 'pass' }, { target: 'fail' }] },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'the done event of a child carries its output and the id of the invocation',
    tracingMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: {
          invoke: {
            id: 'child',
            src: createMachine({ initial: 'z', states: { z: { type: 'final' } }, output: 7 }),
            onDone: [
              { guard: ({ event }) => event.output === 7 && event.actorId === 'child', target: 'pass' },
              { target: 'fail' },
            ],
          },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'an event can be sent to a child by its id and answered',
    tracingMachine({
      context: { trace: '' },
      invoke: { id: 'echo', src: createMachine({ on: { PING: { actions: sendParent({ type: 'PONG' }) } } }) },
      initial: 'a',
      states: {
        a: { entry: sendTo('echo', { type: 'PING' }), on: { PONG: 'pass' }, after: { 10: 'fail' } },
        ...ends,
      },
    }),
  ),
  conformance(
    'exit actions can still send to the actor of the state that is left',
    tracingMachine({
      context: { trace: '' },
      initial: 'a',
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
        ...ends,
      },
    }),
  ),
  conformance(
    'a stopped child executes no exit actions',
    tracingMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: { invoke: { src: createMachine({ exit: sendParent({ type: 'LEFT' }) }) }, after: { 10: 'b' } },
        b: { on: { LEFT: 'fail' }, after: { 10: 'pass' } },
        ...ends,
      },
    }),
  ),
  conformance(
    'ids of invocations without an id differ from each other',
    tracingMachine({
      context: { trace: '' },
      initial: 'a',
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
        ...ends,
      },
    }),
  ),
  conformance(
    'a callback actor that nothing tells to act does not keep timers from coming',
    tracingMachine({
      context: { trace: '' },
      invoke: { src: fromCallback(() => {}) },
      initial: 'a',
      states: {
        a: { after: { 10: { target: 'b', actions: note('t') } } },
        b: { always: [{ guard: traced('t'), target: 'pass' }] },
        ...ends,
      },
    }),
  ),
];
