import { raise } from 'xstate';
import { type Chart, conformance } from '../../chart.ts';
import { ends, note, passIf, tracing } from '../tracing.ts';

/** In which order states are exited and entered, and actions are executed. */
export const orderConformance: Chart[] = [
  conformance(
    'actions of a block in document order',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: { a: { entry: [note('1'), note('2'), note('3')], always: passIf('123') }, ...ends },
    }),
  ),
  conformance(
    'states are entered parents first, regions in document order',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          entry: note('p'),
          states: {
            one: { entry: note('1'), initial: 'a', states: { a: { entry: note('a') } } },
            two: { entry: note('2'), initial: 'b', states: { b: { entry: note('b') } } },
          },
          always: passIf('p1a2b'),
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'states are exited children first, regions in reverse document order',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          exit: note('p'),
          states: {
            one: { exit: note('1'), initial: 'a', states: { a: { exit: note('a') } } },
            two: { exit: note('2'), initial: 'b', states: { b: { exit: note('b') } } },
          },
          always: 'check',
        },
        check: { always: passIf('b2a1p') },
        ...ends,
      },
    }),
  ),
  conformance(
    'actions of a transition come after exits and before entries',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: { exit: note('x'), always: { target: 'b', actions: note('t') } },
        b: { entry: note('e'), always: passIf('xte') },
        ...ends,
      },
    }),
  ),
  conformance(
    'transitions of regions are executed in document order',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          entry: raise({ type: 'GO' }),
          states: {
            one: { initial: 'a', states: { a: { on: { GO: { target: 'b', actions: note('1') } } }, b: {} } },
            two: { initial: 'a', states: { a: { on: { GO: { target: 'b', actions: note('2') } } }, b: {} } },
          },
          on: { CHECK: passIf('12') },
          always: { guard: ({ context }) => context.trace.length === 2, target: 'check' },
        },
        check: { always: passIf('12') },
        ...ends,
      },
    }),
  ),
  conformance(
    'the actions of an initial transition come after the entry of the parent and before that of the child',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: {
          entry: note('p'),
          initial: { target: 'b', actions: note('i') },
          states: { b: { entry: note('c') } },
          always: passIf('pic'),
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'initial transitions are not executed when a descendant is the target',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'start',
      states: {
        start: { always: 'a.c' },
        a: {
          entry: note('p'),
          initial: { target: 'b', actions: note('i') },
          states: { b: { entry: note('b') }, c: { entry: note('c') } },
          always: passIf('pc'),
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'a targetless transition exits and enters nothing',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: {
          entry: [note('e'), raise({ type: 'STAY' }), raise({ type: 'LEAVE' })],
          exit: note('x'),
          on: { STAY: { actions: note('s') }, LEAVE: 'check' },
        },
        check: { always: passIf('esx') },
        ...ends,
      },
    }),
  ),
  conformance(
    'a transition that reenters exits and enters its source and every descendant',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: {
          entry: note('A'),
          exit: note('Z'),
          initial: 'b',
          states: { b: { entry: note('b'), exit: note('y') } },
          on: { AGAIN: { target: 'a', reenter: true }, LEAVE: 'check' },
        },
        check: { always: passIf('AbyZAbyZ') },
        ...ends,
      },
      entry: [raise({ type: 'AGAIN' }), raise({ type: 'LEAVE' })],
    }),
  ),
  conformance(
    'an internal transition to a descendant does not exit its source',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: {
          entry: [note('A'), raise({ type: 'IN' }), raise({ type: 'OUT' })],
          exit: note('Z'),
          initial: 'b',
          states: { b: { exit: note('b') }, c: { entry: note('c') } },
          on: { IN: '.c', OUT: 'check' },
        },
        check: { always: passIf('AbcZ') },
        ...ends,
      },
    }),
  ),
  conformance(
    'an ancestor that is the target and stays active is not entered again',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: {
          entry: [note('A'), raise({ type: 'UP' }), raise({ type: 'OUT' })],
          initial: 'b',
          states: { b: { entry: note('b'), on: { UP: { target: '#up' } } } },
          id: 'up',
          on: { OUT: 'check' },
        },
        check: { always: passIf('AbAb') },
        ...ends,
      },
    }),
  ),
  conformance(
    'exit actions of the source of a transition out of two levels come before those of its parents',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'a',
      states: {
        a: {
          exit: note('1'),
          initial: 'b',
          states: {
            b: {
              exit: note('2'),
              initial: 'c',
              states: { c: { exit: note('3'), always: { target: '#check', actions: note('t') } } },
            },
          },
        },
        check: { id: 'check', always: passIf('321t') },
        ...ends,
      },
    }),
  ),
  conformance(
    'two targets in two regions are entered in document order',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'start',
      states: {
        start: { always: { target: ['p.two.b', 'p.one.b'] } },
        p: {
          type: 'parallel',
          states: {
            one: { initial: 'a', states: { a: { entry: note('0') }, b: { entry: note('1') } } },
            two: { initial: 'a', states: { a: { entry: note('0') }, b: { entry: note('2') } } },
          },
          always: passIf('12'),
        },
        ...ends,
      },
    }),
  ),
];
