import { assign, createMachine, raise } from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

/** Machines without a finite graph, and machines that never come to rest: a real actor of some of them never returns. */
export const refused: Chart[] = [
  {
    name: 'refused: a counter without a limit',
    machine: createMachine({
      context: { n: 0 },
      initial: 'a',
      states: { a: { on: { ADD: { actions: assign({ n: ({ context }) => context.n + 1 }) } } } },
    }),
    cases: { events: plainEvents('ADD') },
    expected: { refused: /states/ },
  },
  {
    name: 'refused: a delayed event without a limit of how many are pending',
    machine: createMachine({
      initial: 'a',
      states: { a: { on: { GO: { actions: raise({ type: 'LATE' }, { delay: 10 }) } } } },
    }),
    cases: { events: plainEvents('GO') },
    expected: { refused: /states|pending/ },
  },
  {
    name: 'refused: timers of 0 ms that start each other without end',
    machine: createMachine({ initial: 'a', states: { a: { after: { 0: 'b' } }, b: { after: { 0: 'a' } } } }),
    expected: { refused: /end|loop|rest|infinite/i },
  },
  {
    name: 'refused: eventless transitions without end',
    machine: createMachine({
      initial: 'a',
      states: { a: { on: { GO: 'b' } }, b: { always: 'c' }, c: { always: 'b' } },
    }),
    cases: { events: plainEvents('GO') },
    expected: { refused: /end|loop|rest|infinite/i },
  },
  {
    name: 'refused: raised events without end',
    machine: createMachine({
      initial: 'a',
      states: { a: { on: { GO: { actions: raise({ type: 'GO' }) } } } },
    }),
    cases: { events: plainEvents('GO') },
    expected: { refused: /end|loop|rest|infinite/i },
  },
];
