import { createMachine, fromPromise } from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

/** States and transitions that no case reaches, one machine for each reason. */
export const unreachable: Chart[] = [
  {
    name: 'unreachable: no case for an event',
    machine: createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { on: { GO: 'b', OTHER: 'c' } }, b: {}, c: {} },
    }),
    cases: { events: plainEvents('GO') },
    expected: {
      reaches: ['a', 'b'],
      neverReaches: ['c'],
      unreachable: { 'm.a · OTHER': 'no case', 'm.c': 'state never entered' },
    },
  },
  {
    name: 'unreachable: no case for an error',
    machine: createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: { invoke: { id: 'load', src: fromPromise(async () => 1), onDone: 'b', onError: 'c' } },
        b: {},
        c: {},
      },
    }),
    cases: { outcomes: { load: { fine: { output: 1 } } } },
    expected: {
      reaches: ['b'],
      neverReaches: ['c'],
      unreachable: { 'm.a · xstate.error.actor.load': 'no case', 'm.c': 'state never entered' },
    },
  },
  {
    name: 'unreachable: a guard that is always false',
    machine: createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { on: { GO: { guard: () => false, target: 'b' } } }, b: {} },
    }),
    cases: { events: plainEvents('GO') },
    expected: {
      reaches: ['a'],
      neverReaches: ['b'],
      unreachable: { 'm.a · GO': 'guard never true', 'm.b': 'state never entered' },
    },
  },
  {
    name: 'unreachable: an earlier transition without a guard',
    machine: createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { on: { GO: [{ target: 'b' }, { target: 'c' }] } }, b: {}, c: {} },
    }),
    cases: { events: plainEvents('GO') },
    expected: {
      reaches: ['b'],
      neverReaches: ['c'],
      unreachable: { 'm.a · GO[1]': 'another transition first', 'm.c': 'state never entered' },
    },
  },
  {
    name: 'unreachable: a descendant that handles the event first',
    machine: createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: { initial: 'x', states: { x: { on: { GO: 'y' } }, y: { on: { GO: 'x' } } }, on: { GO: 'b' } },
        b: {},
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: {
      reaches: ['a.x', 'a.y'],
      neverReaches: ['b'],
      unreachable: { 'm.a · GO': 'another transition first', 'm.b': 'state never entered' },
    },
  },
  {
    name: 'unreachable: a timer that an earlier one always cancels',
    machine: createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { after: { 10: 'b', 20: 'c' } }, b: {}, c: {} },
    }),
    expected: {
      reaches: ['b'],
      neverReaches: ['c'],
      unreachable: { 'm.a · xstate.after.20.m.a': 'another timer first', 'm.c': 'state never entered' },
    },
  },
  {
    name: 'unreachable: a transition of a state that is never entered',
    machine: createMachine({ id: 'm', initial: 'a', states: { a: {}, b: { on: { GO: 'a' } } } }),
    cases: { events: plainEvents('GO') },
    expected: {
      reaches: ['a'],
      neverReaches: ['b'],
      unreachable: { 'm.b': 'state never entered', 'm.b · GO': 'state never entered' },
    },
  },
  {
    name: 'unreachable: a state with an eventless transition is entered although it is never rested in',
    machine: createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { on: { GO: 'b' } }, b: { always: 'c' }, c: {} },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['a', 'c'], neverReaches: ['b'], unreachable: {} },
  },
  {
    name: 'unreachable: the done event of a state whose final state is never entered',
    machine: createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { initial: 'x', states: { x: {}, z: { type: 'final' } }, onDone: 'b' }, b: {} },
    }),
    expected: {
      reaches: ['a.x'],
      neverReaches: ['b'],
      unreachable: {
        'm.a.z': 'state never entered',
        'm.b': 'state never entered',
        'm.a · xstate.done.state.m.a': 'no case',
      },
    },
  },
];
