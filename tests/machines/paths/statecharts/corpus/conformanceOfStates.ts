import { and, assign, not, raise, stateIn } from 'xstate';
import { type Chart, conformance, note, passIf } from '../chart.ts';

/** In which order states are exited and entered, and actions are executed. */
export const orderConformance: Chart[] = [
  conformance('actions of a block in document order', {
    states: { a: { entry: [note('1'), note('2'), note('3')], always: passIf('123') } },
  }),
  conformance('states are entered parents first, regions in document order', {
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
    },
  }),
  conformance('states are exited children first, regions in reverse document order', {
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
    },
  }),
  conformance('actions of a transition come after exits and before entries', {
    states: {
      a: { exit: note('x'), always: { target: 'b', actions: note('t') } },
      b: { entry: note('e'), always: passIf('xte') },
    },
  }),
  conformance('transitions of regions are executed in document order', {
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
    },
  }),
  conformance(
    'the actions of an initial transition come after the entry of the parent and before that of the child',
    {
      states: {
        a: {
          entry: note('p'),
          initial: { target: 'b', actions: note('i') },
          states: { b: { entry: note('c') } },
          always: passIf('pic'),
        },
      },
    },
  ),
  conformance('initial transitions are not executed when a descendant is the target', {
    states: {
      start: { always: 'a.c' },
      a: {
        entry: note('p'),
        initial: { target: 'b', actions: note('i') },
        states: { b: { entry: note('b') }, c: { entry: note('c') } },
        always: passIf('pc'),
      },
    },
  }),
  conformance('a targetless transition exits and enters nothing', {
    states: {
      a: {
        entry: [note('e'), raise({ type: 'STAY' }), raise({ type: 'LEAVE' })],
        exit: note('x'),
        on: { STAY: { actions: note('s') }, LEAVE: 'check' },
      },
      check: { always: passIf('esx') },
    },
  }),
  conformance('a transition that reenters exits and enters its source and every descendant', {
    states: {
      a: {
        entry: note('A'),
        exit: note('Z'),
        initial: 'b',
        states: { b: { entry: note('b'), exit: note('y') } },
        on: { AGAIN: { target: 'a', reenter: true }, LEAVE: 'check' },
      },
      check: { always: passIf('AbyZAbyZ') },
    },
    entry: [raise({ type: 'AGAIN' }), raise({ type: 'LEAVE' })],
  }),
  conformance('an internal transition to a descendant does not exit its source', {
    states: {
      a: {
        entry: [note('A'), raise({ type: 'IN' }), raise({ type: 'OUT' })],
        exit: note('Z'),
        initial: 'b',
        states: { b: { exit: note('b') }, c: { entry: note('c') } },
        on: { IN: '.c', OUT: 'check' },
      },
      check: { always: passIf('AbcZ') },
    },
  }),
  conformance('an ancestor that is the target and stays active is not entered again', {
    states: {
      a: {
        entry: [note('A'), raise({ type: 'UP' }), raise({ type: 'OUT' })],
        initial: 'b',
        states: { b: { entry: note('b'), on: { UP: { target: '#up' } } } },
        id: 'up',
        on: { OUT: 'check' },
      },
      check: { always: passIf('AbAb') },
    },
  }),
  conformance(
    'exit actions of the source of a transition out of two levels come before those of its parents',
    {
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
      },
    },
  ),
  conformance('two targets in two regions are entered in document order', {
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
    },
  }),
];

/** Which transitions are selected. */
export const selectionConformance: Chart[] = [
  conformance('a transition of a descendant comes before those of its ancestors', {
    entry: raise({ type: 'GO' }),
    states: {
      a: { initial: 'b', states: { b: { on: { GO: '#pass' } } }, on: { GO: 'fail' } },
    },
    on: { GO: '.fail' },
  }),
  conformance('an ancestor handles an event whose descendants have no true guard', {
    entry: raise({ type: 'GO' }),
    states: {
      a: {
        initial: 'b',
        states: { b: { on: { GO: { guard: () => false, target: '#fail' } } } },
        on: { GO: 'pass' },
      },
    },
  }),
  conformance('the first transition in document order whose guard is true is selected', {
    entry: raise({ type: 'GO' }),
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
    },
  }),
  conformance('a transition of an ancestor is executed once when two regions select it', {
    states: {
      p: {
        type: 'parallel',
        entry: [raise({ type: 'GO' }), raise({ type: 'END' })],
        states: { one: { initial: 'a', states: { a: {} } }, two: { initial: 'a', states: { a: {} } } },
        on: { GO: { actions: note('g') }, END: 'check' },
      },
      check: { always: passIf('g') },
    },
  }),
  conformance(
    'a region that handles an event keeps the transition of their ancestor from being selected for the other region',
    {
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
      },
    },
  ),
  conformance('of two transitions that exit the same states, the first in document order is taken', {
    states: {
      p: {
        type: 'parallel',
        entry: raise({ type: 'GO' }),
        states: {
          one: { initial: 'a', states: { a: { on: { GO: '#pass' } } } },
          two: { initial: 'a', states: { a: { on: { GO: '#fail' } } } },
        },
      },
    },
  }),
  conformance('a transition within a region preempts a later one that exits all regions', {
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
    },
  }),
  conformance('a targetless transition is in conflict with nothing', {
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
    },
  }),
  conformance('an exact descriptor comes before a wildcard', {
    entry: raise({ type: 'foo.bar' }),
    states: { a: { on: { '*': 'fail', 'foo.*': 'fail', 'foo.bar': 'pass' } } },
  }),
  conformance('the longest matching descriptor comes first among wildcards', {
    entry: raise({ type: 'foo.bar.baz' }),
    states: { a: { on: { '*': 'fail', 'foo.*': 'fail', 'foo.bar.*': 'pass' } } },
  }),
  conformance('a prefix matches whole tokens alone', {
    entry: [raise({ type: 'food' }), raise({ type: 'foo.bar' })],
    states: {
      a: { on: { 'foo.*': 'b', food: { actions: note('d') } } },
      b: { always: passIf('d') },
    },
  }),
  conformance('a prefix with a wildcard matches the prefix alone too', {
    entry: raise({ type: 'foo' }),
    states: { a: { on: { '*': 'fail', 'foo.*': 'pass' } } },
  }),
  conformance('a guard sees the states that are active before the transition', {
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
    },
  }),
  conformance('a state is no longer active once it has been left, and its ancestors are', {
    entry: [raise({ type: 'ONE' }), raise({ type: 'TWO' })],
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
    },
  }),
  conformance('a forbidden transition of a descendant hides that of its ancestor', {
    entry: [raise({ type: 'GO' }), raise({ type: 'END' })],
    states: {
      a: { initial: 'b', states: { b: { on: { GO: undefined } } }, on: { GO: 'fail', END: 'pass' } },
    },
  }),
];

/** States that are done, and history that is restored. */
export const completionConformance: Chart[] = [
  conformance('a compound state is done when its final state is entered', {
    states: {
      a: { initial: 'b', states: { b: { always: 'c' }, c: { type: 'final' } }, onDone: 'pass' },
    },
  }),
  conformance('the done event comes after the entry actions of the final state', {
    states: {
      a: {
        initial: 'b',
        states: { b: { entry: note('b'), type: 'final' } },
        onDone: { target: 'check', actions: note('d') },
      },
      check: { always: passIf('bd') },
    },
  }),
  conformance('the done event is behind the events that entry actions raise', {
    states: {
      a: {
        initial: 'b',
        states: { b: { entry: raise({ type: 'FIRST' }), type: 'final' } },
        on: { FIRST: 'pass' },
        onDone: 'fail',
      },
    },
  }),
  conformance('the done event carries the output of the final state', {
    states: {
      a: {
        initial: 'b',
        states: { b: { type: 'final', output: 3 } },
        onDone: [{ guard: ({ event }) => event.output === 3, target: 'pass' }, { target: 'fail' }],
      },
    },
  }),
  conformance('a parallel state is done when each of its regions is', {
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
    },
  }),
  conformance('a parallel state is not done while one of its regions is not', {
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
    },
  }),
  conformance('the event of a state that is done can be handled by an ancestor of its parent', {
    id: 'm',
    states: {
      a: {
        initial: 'b',
        states: { b: { initial: 'c', states: { c: { type: 'final' } } } },
        on: { 'xstate.done.state.m.a.b': 'pass' },
      },
    },
  }),
  conformance('a machine that is done takes no further transitions', {
    states: {
      a: { always: 'pass', exit: raise({ type: 'GO' }) },
      pass: { type: 'final' },
      fail: {},
    },
    on: { GO: '.fail' },
  }),
  conformance('shallow history restores the child and enters its initial state', {
    entry: ['NEXT', 'DEEP', 'OUT', 'BACK', 'END'].map((type) => raise({ type })),
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
    },
  }),
  conformance('deep history restores the deepest states', {
    entry: [
      raise({ type: 'NEXT' }),
      raise({ type: 'DEEP' }),
      raise({ type: 'OUT' }),
      raise({ type: 'BACK' }),
      raise({ type: 'END' }),
    ],
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
    },
  }),
  conformance('history without a record enters its default target', {
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
    },
  }),
  conformance('history without a record and without a target enters the initial state', {
    states: {
      start: { always: 'a.h' },
      a: {
        initial: 'one',
        states: { two: { always: '#fail' }, one: { always: '#pass' }, h: { type: 'history' } },
      },
    },
  }),
  conformance('history is recorded at every exit', {
    entry: ['NEXT', 'OUT', 'BACK', 'NEXT', 'OUT', 'BACK', 'END'].map((type) => raise({ type })),
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
    },
  }),
  conformance('history is recorded before the exit actions', {
    entry: ['NEXT', 'OUT', 'BACK', 'END'].map((type) => raise({ type })),
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
    },
  }),
  conformance('deep history restores every region', {
    entry: ['ONE', 'TWO', 'OUT', 'BACK'].map((type) => raise({ type })),
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
    },
  }),
];
