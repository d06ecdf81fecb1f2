import { assign, raise } from 'xstate';
import { type Chart, conformance } from '../../chart.ts';
import { ends, note, passIf, tracing } from '../tracing.ts';

/** States that are done, and history that is restored. */
export const completionConformance: Chart[] = [
  conformance(
    'a compound state is done when its final state is entered',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: { initial: 'b', states: { b: { always: 'c' }, c: { type: 'final' } }, onDone: 'pass' },
        ...ends,
      },
    }),
  ),
  conformance(
    'the done event comes after the entry actions of the final state',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: {
          initial: 'b',
          states: { b: { entry: note('b'), type: 'final' } },
          onDone: { target: 'check', actions: note('d') },
        },
        check: { always: passIf('bd') },
        ...ends,
      },
    }),
  ),
  conformance(
    'the done event is behind the events that entry actions raise',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: {
          initial: 'b',
          states: { b: { entry: raise({ type: 'FIRST' }), type: 'final' } },
          on: { FIRST: 'pass' },
          onDone: 'fail',
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'the done event carries the output of the final state',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: {
          initial: 'b',
          states: { b: { type: 'final', output: 3 } },
          onDone: [{ guard: ({ event }) => event.output === 3, target: 'pass' }, { target: 'fail' }],
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'a parallel state is done when each of its regions is',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          entry: [raise({ type: 'ONE' }), raise({ type: 'TWO' })],
          states: {
            one: {
              initial: 'a',
              states: { a: { on: { ONE: 'z' } }, z: { type: 'final' } },
              onDone: { actions: note('1') },
            },
            two: {
              initial: 'a',
              states: { a: { on: { TWO: 'z' } }, z: { type: 'final' } },
              onDone: { actions: note('2') },
            },
          },
          onDone: { target: 'check', actions: note('p') },
        },
        check: { always: passIf('12p') },
        ...ends,
      },
    }),
  ),
  conformance(
    'a parallel state is not done while one of its regions is not',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          entry: [raise({ type: 'ONE' }), raise({ type: 'END' })],
          states: {
            one: { initial: 'a', states: { a: { on: { ONE: 'z' } }, z: { type: 'final' } } },
            two: { initial: 'a', states: { a: {}, z: { type: 'final' } } },
          },
          onDone: 'fail',
          on: { END: 'pass' },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'the event of a state that is done can be handled by an ancestor of its parent',
    tracing.createMachine({
      id: 'm',
      context: { trace: '' },
      initial: 'a',
      states: {
        a: {
          initial: 'b',
          states: { b: { initial: 'c', states: { c: { type: 'final' } } } },
          on: { 'xstate.done.state.m.a.b': 'pass' },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'a machine that is done takes no further transitions',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: { always: 'pass', exit: raise({ type: 'GO' }) },
        pass: { type: 'final' },
        fail: {},
      },
      on: { GO: '.fail' },
    }),
  ),
  conformance(
    'shallow history restores the child and enters its initial state',
    tracing.createMachine({
      context: { trace: '' },
      entry: ['NEXT', 'DEEP', 'OUT', 'BACK', 'END'].map((type) => raise({ type })),
      initial: 'a',
      states: {
        a: {
          initial: 'one',
          states: {
            one: { on: { NEXT: 'two', END: '#fail' } },
            two: {
              initial: 'x',
              states: { x: { on: { DEEP: 'y', END: '#pass' } }, y: { on: { END: '#fail' } } },
            },
            h: { type: 'history' },
          },
          on: { OUT: 'out' },
        },
        out: { on: { BACK: 'a.h' } },
        ...ends,
      },
    }),
  ),
  conformance(
    'deep history restores the deepest states',
    tracing.createMachine({
      context: { trace: '' },
      entry: [
        raise({ type: 'NEXT' }),
        raise({ type: 'DEEP' }),
        raise({ type: 'OUT' }),
        raise({ type: 'BACK' }),
        raise({ type: 'END' }),
      ],
      initial: 'a',
      states: {
        a: {
          initial: 'one',
          states: {
            one: { on: { NEXT: 'two', END: '#fail' } },
            two: {
              initial: 'x',
              states: { x: { on: { DEEP: 'y', END: '#fail' } }, y: { on: { END: '#pass' } } },
            },
            h: { type: 'history', history: 'deep' },
          },
          on: { OUT: 'out' },
        },
        out: { on: { BACK: 'a.h' } },
        ...ends,
      },
    }),
  ),
  conformance(
    'history without a record enters its default target',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'start',
      states: {
        start: { always: 'a.h' },
        a: {
          initial: 'one',
          states: {
            one: { always: '#fail' },
            two: { always: '#pass' },
            h: { type: 'history', target: 'two' },
          },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'history without a record and without a target enters the initial state',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'start',
      states: {
        start: { always: 'a.h' },
        a: {
          initial: 'one',
          states: { two: { always: '#fail' }, one: { always: '#pass' }, h: { type: 'history' } },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'history is recorded at every exit',
    tracing.createMachine({
      context: { trace: '' },
      entry: ['NEXT', 'OUT', 'BACK', 'NEXT', 'OUT', 'BACK', 'END'].map((type) => raise({ type })),
      initial: 'a',
      states: {
        a: {
          initial: 'one',
          states: {
            one: { on: { NEXT: 'two', END: '#fail' } },
            two: { on: { NEXT: 'three', END: '#fail' } },
            three: { on: { END: '#pass' } },
            h: { type: 'history' },
          },
          on: { OUT: 'out' },
        },
        out: { on: { BACK: 'a.h' } },
        ...ends,
      },
    }),
  ),
  conformance(
    'history is recorded before the exit actions',
    tracing.createMachine({
      context: { trace: '' },
      entry: ['NEXT', 'OUT', 'BACK', 'END'].map((type) => raise({ type })),
      initial: 'a',
      states: {
        a: {
          initial: 'one',
          states: {
            one: { on: { NEXT: 'two', END: '#fail' } },
            two: {
              exit: assign({ trace: 'left' }),
              on: { END: [{ guard: ({ context }) => context.trace === 'left', target: '#pass' }] },
            },
            h: { type: 'history' },
          },
          on: { OUT: 'out' },
        },
        out: { on: { BACK: 'a.h' } },
        ...ends,
      },
    }),
  ),
  conformance(
    'deep history restores every region',
    tracing.createMachine({
      context: { trace: '' },
      entry: ['ONE', 'TWO', 'OUT', 'BACK'].map((type) => raise({ type })),
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          states: {
            one: { initial: 'a', states: { a: { on: { ONE: 'b' } }, b: { entry: note('1') } } },
            two: { initial: 'a', states: { a: { on: { TWO: 'b' } }, b: { entry: note('2') } } },
            h: { type: 'history', history: 'deep' },
          },
          on: { OUT: 'out' },
          always: { guard: ({ context }) => context.trace === '1212', target: 'pass' },
        },
        out: { on: { BACK: 'p.h' } },
        ...ends,
      },
    }),
  ),
];
