import {
  type AnyStateMachine,
  assign,
  createMachine,
  fromPromise,
  raise,
  sendParent,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

const go = { events: plainEvents('GO') };

/** Returns a machine with so many levels of child machines below it, of which the deepest tells the end. */
function nested(levels: number, top = levels): AnyStateMachine {
  if (levels === 0)
    return createMachine({
      initial: 'on',
      states: { on: { after: { 10: 'end' } }, end: { entry: sendParent({ type: 'END' }) } },
    });
  return createMachine({
    initial: 'on',
    states: {
      on: { invoke: { id: `child${levels}`, src: nested(levels - 1, top) }, on: { END: 'end' } },
      end: { ...(levels < top && { entry: sendParent({ type: 'END' }) }) },
    },
  });
}

const guardedBy = (guard: () => boolean): AnyStateMachine =>
  createMachine({ initial: 'a', states: { a: { on: { GO: { guard, target: 'b' } } }, b: {} } });

const withLoad = setup({ actors: { load: fromPromise(async () => 'loaded') } });

const answering = createMachine({ on: { PING: { actions: sendParent({ type: 'PONG' }) } } });

/** Machines of one feature each, and those that are refused. */
export const features: readonly Chart[] = [
  {
    name: 'time passes only to what is due next',
    machine: createMachine({
      type: 'parallel',
      states: {
        one: { initial: 'a', states: { a: { after: { 10: 'b' } }, b: {} } },
        two: {
          initial: 'a',
          states: {
            a: { on: { GO: { guard: stateIn({ one: 'a' }), target: 'b' } } },
            b: { after: { 10: 'c' } },
            c: {},
          },
        },
      },
    }),
    cases: go,
    // A visitor whose GO comes after 5 ms gets there.
    expected: { reaches: ['one.a | two.b', 'one.b | two.c'], neverReaches: ['one.b | two.b'] },
  },
  {
    name: 'child machines of three levels',
    machine: nested(3),
    expected: { reaches: ['on', 'end'] },
  },
  {
    name: 'a custom action that sends at once',
    machine: createMachine({
      initial: 'a',
      states: { a: { on: { GO: { actions: ({ self }) => self.send({ type: 'NEXT' }) }, NEXT: 'b' } }, b: {} },
    }),
    cases: go,
    expected: { reaches: ['a', 'b'] },
  },
  {
    name: 'a guard that reads the clock',
    machine: guardedBy(() => Date.now() > 0),
    cases: go,
    expected: { refused: /the guard .* reads Date/ },
  },
  {
    name: 'a guard that reads a random number',
    machine: guardedBy(() => Math.random() < 0.5),
    cases: go,
    expected: { refused: /the guard .* reads Math\.random/ },
  },
  {
    name: 'an actor without cases',
    machine: withLoad.createMachine({ invoke: { id: 'job', src: 'load' } }),
    expected: { refused: /"job" has no cases/ },
  },
  {
    name: 'child machines of four levels',
    machine: nested(4),
    expected: { refused: /nested deeper than 3 levels/ },
  },
  {
    name: 'seventy delayed events at once, again and again',
    machine: createMachine({
      on: { GO: { actions: Array.from({ length: 70 }, () => raise({ type: 'LATE' }, { delay: 10 })) } },
    }),
    cases: go,
    expected: { refused: /more than 200 events are pending/ },
  },
  {
    name: 'actors that are spawned without a limit',
    machine: withLoad.createMachine({
      context: { jobs: 0 },
      on: {
        GO: {
          actions: assign({
            jobs: ({ spawn }) => {
              spawn('load');
              return 0;
            },
          }),
        },
      },
    }),
    cases: { ...go, outcomes: { load: {} } },
    expected: { refused: /more than \d+ states/ },
  },
  {
    name: 'actors that answer each other without end',
    machine: createMachine({
      initial: 'a',
      states: {
        a: { on: { GO: 'b' } },
        b: {
          invoke: { id: 'other', src: answering },
          entry: sendTo('other', { type: 'PING' }),
          on: { PONG: { actions: sendTo('other', { type: 'PING' }) } },
        },
      },
    }),
    cases: go,
    expected: { refused: /its actors send events for ever/ },
  },
];
