import { assign, raise, sendTo } from 'xstate';
import { type Chart, conformance } from '../../chart.ts';
import { ends, note, passIf, traced, tracing } from '../tracing.ts';

/** When raised, external and eventless transitions are taken. */
export const queueConformance: Chart[] = [
  conformance(
    'raised events are processed in the order in which they are raised',
    tracing.createMachine({
      context: { trace: '' },
      entry: [raise({ type: 'FOO' }), raise({ type: 'BAR' })],
      initial: 'a',
      states: { a: { on: { FOO: 'b', BAR: 'fail' } }, b: { on: { BAR: 'pass', FOO: 'fail' } }, ...ends },
    }),
  ),
  conformance(
    'internal events come before external ones',
    tracing.createMachine({
      context: { trace: '' },
      entry: [sendTo(({ self }) => self, { type: 'EXTERNAL' }), raise({ type: 'INTERNAL' })],
      initial: 'a',
      states: { a: { on: { INTERNAL: 'pass', EXTERNAL: 'fail' } }, ...ends },
    }),
  ),
  conformance(
    'every internal event comes before the next external one',
    tracing.createMachine({
      context: { trace: '' },
      entry: [sendTo(({ self }) => self, { type: 'EXTERNAL' }), raise({ type: 'ONE' })],
      initial: 'a',
      states: {
        a: {
          on: {
            ONE: { actions: [note('1'), raise({ type: 'TWO' })] },
            TWO: { actions: [note('2'), raise({ type: 'THREE' })] },
            THREE: { actions: note('3') },
            EXTERNAL: passIf('123'),
          },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'eventless transitions come before raised events',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: { entry: raise({ type: 'GO' }), always: 'b', on: { GO: 'fail' } },
        b: { on: { GO: 'pass' } },
        ...ends,
      },
    }),
  ),
  conformance(
    'eventless transitions are selected after each microstep',
    tracing.createMachine({
      context: { trace: '' },
      entry: [raise({ type: 'ONE' }), raise({ type: 'TWO' })],
      initial: 'a',
      states: {
        a: { on: { ONE: { actions: note('1') }, TWO: 'fail' }, always: { guard: traced('1'), target: 'b' } },
        b: { on: { TWO: 'pass' } },
        ...ends,
      },
    }),
  ),
  conformance(
    'events that no transition handles are dropped',
    tracing.createMachine({
      context: { trace: '' },
      entry: [raise({ type: 'UNKNOWN' }), raise({ type: 'GO' })],
      initial: 'a',
      states: { a: { on: { GO: 'b' } }, b: { on: { UNKNOWN: 'fail' }, always: 'pass' }, ...ends },
    }),
  ),
  conformance(
    'an event is dropped and not kept for a later state',
    tracing.createMachine({
      context: { trace: '' },
      entry: [raise({ type: 'EARLY' }), raise({ type: 'GO' }), raise({ type: 'END' })],
      initial: 'a',
      states: { a: { on: { GO: 'b' } }, b: { on: { EARLY: 'fail', END: 'pass' } }, ...ends },
    }),
  ),
  conformance(
    'the event stays bound while eventless transitions follow it',
    tracing.createMachine({
      context: { trace: '' },
      entry: raise({ type: 'GO' }),
      initial: 'a',
      states: {
        a: { on: { GO: 'b' } },
        b: { always: [{ guard: ({ event }) => event.type === 'GO', target: 'pass' }, { target: 'fail' }] },
        ...ends,
      },
    }),
  ),
  conformance(
    'the type of a raised event may be computed',
    tracing.createMachine({
      context: { trace: 'GO' },
      entry: raise(({ context }) => ({ type: context.trace })),
      initial: 'a',
      states: { a: { on: { GO: 'pass', '*': 'fail' } }, ...ends },
    }),
  ),
  conformance(
    'a raised event carries the values of the moment at which it is raised',
    tracing.createMachine({
      context: { trace: 'a' },
      entry: [raise(({ context }) => ({ type: 'GO', was: context.trace })), note('b')],
      initial: 'a',
      states: {
        a: {
          on: {
            GO: [
              { guard: ({ event, context }) => `${event.was}${context.trace}` === 'aab', target: 'pass' },
              { target: 'fail' },
            ],
          },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'an assignment is seen by the actions and guards after it',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: {
          entry: [
            assign({ trace: '1' }),
            assign({ trace: ({ context }) => `${context.trace}${context.trace.length}` }),
          ],
          always: passIf('11'),
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'two external events come one after the other, with eventless transitions between them',
    tracing.createMachine({
      context: { trace: '' },
      entry: [sendTo(({ self }) => self, { type: 'ONE' }), sendTo(({ self }) => self, { type: 'TWO' })],
      initial: 'a',
      states: {
        a: { on: { ONE: 'b', TWO: 'fail' } },
        b: { always: 'c' },
        c: { on: { TWO: 'pass' } },
        ...ends,
      },
    }),
  ),
  conformance(
    'an eventless transition in each of two regions is taken in one microstep',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          states: {
            one: {
              initial: 'a',
              states: { a: { always: { target: 'b', actions: note('1') } }, b: { entry: note('3') } },
            },
            two: {
              initial: 'a',
              states: { a: { always: { target: 'b', actions: note('2') } }, b: { entry: note('4') } },
            },
          },
          always: { guard: ({ context }) => context.trace.length === 4, target: 'check' },
        },
        check: { always: passIf('1234') },
        ...ends,
      },
    }),
  ),
];
