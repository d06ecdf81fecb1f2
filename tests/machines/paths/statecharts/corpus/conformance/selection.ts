import { and, not, raise, stateIn } from 'xstate';
import { type Chart, conformance } from '../../chart.ts';
import { ends, note, passIf, tracing } from '../tracing.ts';

/** Which transitions are selected. */
export const selectionConformance: Chart[] = [
  conformance(
    'a transition of a descendant comes before those of its ancestors',
    tracing.createMachine({
      context: { trace: '' },
      entry: raise({ type: 'GO' }),
      initial: 'a',
      states: {
        a: { initial: 'b', states: { b: { on: { GO: '#pass' } } }, on: { GO: 'fail' } },
        ...ends,
      },
      on: { GO: '.fail' },
    }),
  ),
  conformance(
    'an ancestor handles an event whose descendants have no true guard',
    tracing.createMachine({
      context: { trace: '' },
      entry: raise({ type: 'GO' }),
      initial: 'a',
      states: {
        a: {
          initial: 'b',
          states: { b: { on: { GO: { guard: () => false, target: '#fail' } } } },
          on: { GO: 'pass' },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'the first transition in document order whose guard is true is selected',
    tracing.createMachine({
      context: { trace: '' },
      entry: raise({ type: 'GO' }),
      initial: 'a',
      states: {
        a: {
          on: {
            GO: [
              { guard: () => false, target: 'fail' },
              { guard: () => true, target: 'pass' },
              { guard: () => true, target: 'fail' },
            ],
          },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'a transition of an ancestor is executed once when two regions select it',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          entry: [raise({ type: 'GO' }), raise({ type: 'END' })],
          states: { one: { initial: 'a', states: { a: {} } }, two: { initial: 'a', states: { a: {} } } },
          on: { GO: { actions: note('g') }, END: 'check' },
        },
        check: { always: passIf('g') },
        ...ends,
      },
    }),
  ),
  conformance(
    'a region that handles an event keeps the transition of their ancestor from being selected for the other region',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          entry: raise({ type: 'GO' }),
          states: {
            one: { initial: 'a', states: { a: { on: { GO: 'b' } }, b: {} } },
            two: { initial: 'a', states: { a: {} } },
          },
          on: { GO: 'fail' },
          always: { guard: stateIn({ p: { one: 'b' } }), target: 'pass' },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'of two transitions that exit the same states, the first in document order is taken',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          entry: raise({ type: 'GO' }),
          states: {
            one: { initial: 'a', states: { a: { on: { GO: '#pass' } } } },
            two: { initial: 'a', states: { a: { on: { GO: '#fail' } } } },
          },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'a transition within a region preempts a later one that exits all regions',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          entry: raise({ type: 'GO' }),
          states: {
            one: { initial: 'a', states: { a: { on: { GO: { target: 'b', actions: note('1') } } }, b: {} } },
            two: { initial: 'a', states: { a: { on: { GO: '#fail' } } } },
          },
          always: { guard: ({ context }) => context.trace === '1', target: 'pass' },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'a targetless transition is in conflict with nothing',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          entry: raise({ type: 'GO' }),
          states: {
            one: { initial: 'a', states: { a: { on: { GO: { actions: note('1') } } } } },
            two: { initial: 'a', states: { a: { on: { GO: { target: '#check', actions: note('2') } } } } },
          },
        },
        check: { id: 'check', always: passIf('12') },
        ...ends,
      },
    }),
  ),
  conformance(
    'an exact descriptor comes before a wildcard',
    tracing.createMachine({
      context: { trace: '' },
      entry: raise({ type: 'foo.bar' }),
      initial: 'a',
      states: { a: { on: { '*': 'fail', 'foo.*': 'fail', 'foo.bar': 'pass' } }, ...ends },
    }),
  ),
  conformance(
    'the longest matching descriptor comes first among wildcards',
    tracing.createMachine({
      context: { trace: '' },
      entry: raise({ type: 'foo.bar.baz' }),
      initial: 'a',
      states: { a: { on: { '*': 'fail', 'foo.*': 'fail', 'foo.bar.*': 'pass' } }, ...ends },
    }),
  ),
  conformance(
    'a prefix matches whole tokens alone',
    tracing.createMachine({
      context: { trace: '' },
      entry: [raise({ type: 'food' }), raise({ type: 'foo.bar' })],
      initial: 'a',
      states: {
        a: { on: { 'foo.*': 'b', food: { actions: note('d') } } },
        b: { always: passIf('d') },
        ...ends,
      },
    }),
  ),
  conformance(
    'a prefix with a wildcard matches the prefix alone too',
    tracing.createMachine({
      context: { trace: '' },
      entry: raise({ type: 'foo' }),
      initial: 'a',
      states: { a: { on: { '*': 'fail', 'foo.*': 'pass' } }, ...ends },
    }),
  ),
  conformance(
    'a guard sees the states that are active before the transition',
    tracing.createMachine({
      context: { trace: '' },
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          entry: raise({ type: 'GO' }),
          states: {
            one: { initial: 'a', states: { a: { on: { GO: 'b' } }, b: {} } },
            two: {
              initial: 'a',
              states: {
                a: {
                  on: { GO: [{ guard: stateIn({ p: { one: 'b' } }), target: '#fail' }, { target: 'b' }] },
                },
                b: {},
              },
            },
          },
          always: {
            guard: and([stateIn({ p: { one: 'b' } }), stateIn({ p: { two: 'b' } })]),
            target: 'pass',
          },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'a state is no longer active once it has been left, and its ancestors are',
    tracing.createMachine({
      context: { trace: '' },
      entry: [raise({ type: 'ONE' }), raise({ type: 'TWO' })],
      initial: 'a',
      states: {
        a: {
          initial: 'b',
          states: { b: { on: { ONE: 'c' } }, c: {} },
          on: {
            TWO: [
              { guard: and([stateIn({ a: 'c' }), not(stateIn({ a: 'b' }))]), target: 'pass' },
              { target: 'fail' },
            ],
          },
        },
        ...ends,
      },
    }),
  ),
  conformance(
    'a forbidden transition of a descendant hides that of its ancestor',
    tracing.createMachine({
      context: { trace: '' },
      entry: [raise({ type: 'GO' }), raise({ type: 'END' })],
      initial: 'a',
      states: {
        a: { initial: 'b', states: { b: { on: { GO: undefined } } }, on: { GO: 'fail', END: 'pass' } },
        ...ends,
      },
    }),
  ),
];
