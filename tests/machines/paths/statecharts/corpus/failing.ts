import {
  type AnyStateMachine,
  assign,
  createMachine,
  fromCallback,
  fromPromise,
  raise,
  sendParent,
  sendTo,
  setup,
  spawnChild,
  stateIn,
} from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

const fails = (message: string) => (): never => {
  throw new Error(message);
};

const breakable = createMachine({
  initial: 'a',
  states: { a: { after: { 10: { target: 'b', actions: fails('late in the child') } } }, b: {} },
});

/** Machines that break. */
export const errors: Chart[] = [
  {
    name: 'a guard that throws',
    machine: createMachine({
      initial: 'a',
      states: { a: { on: { GO: { guard: fails('no guard'), target: 'b' }, NEXT: 'c' } }, b: {}, c: {} },
    }),
    cases: { events: plainEvents('GO', 'NEXT') },
    expected: { reaches: ['a', 'c'], neverReaches: ['b'], breaks: /no guard/ },
  },
  {
    name: 'an assignment that throws',
    machine: createMachine({
      context: { n: 0 },
      initial: 'a',
      states: {
        a: { on: { SET: { target: 'b', actions: assign({ n: ({ event }) => event.value.length }) } } },
        b: {},
      },
    }),
    cases: { events: { SET: { text: { value: 'ab' }, nothing: {} } } },
    expected: { reaches: ['a', 'b'], breaks: /length/ },
  },
  {
    name: 'a custom action that throws',
    machine: createMachine({
      initial: 'a',
      states: { a: { on: { GO: { target: 'b', actions: fails('no action') } } }, b: {} },
    }),
    cases: { events: plainEvents('GO') },
    // The machine keeps the value that it had before the step.
    expected: { reaches: ['a'], neverReaches: ['b'], breaks: /no action/ },
  },
  {
    name: 'an entry action that throws at the start',
    machine: createMachine({
      initial: 'a',
      states: { a: { entry: fails('no start'), on: { GO: 'b' } }, b: {} },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['a'], neverReaches: ['b'], breaks: /no start/ },
  },
  {
    name: 'a guard of an eventless transition that throws at the start',
    machine: createMachine({
      initial: 'a',
      states: { a: { always: { guard: fails('no first guard'), target: 'b' } }, b: {} },
    }),
    // The value is that of the initial states, although none was entered.
    expected: { reaches: ['a'], neverReaches: ['b'], breaks: /no first guard/ },
  },
  {
    name: 'a context factory that throws',
    machine: createMachine({ context: fails('no context'), initial: 'a', states: { a: {} } }),
    expected: { reaches: ['a'], breaks: /no context/ },
  },
  {
    name: 'a child that throws at its start',
    machine: createMachine({
      initial: 'a',
      states: {
        a: { on: { GO: 'b' } },
        b: { invoke: { src: createMachine({ entry: fails('child start') }), onError: 'c' } },
        c: {},
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['c'], neverReaches: ['b'] },
  },
  {
    name: 'a child that throws at a timer',
    machine: createMachine({
      initial: 'a',
      states: { a: { invoke: { id: 'child', src: breakable, onError: 'b' } }, b: {} },
    }),
    expected: { reaches: ['a', 'b'] },
  },
  {
    name: 'a child that throws at a timer, without a transition for it',
    machine: createMachine({ initial: 'a', states: { a: { invoke: { id: 'child', src: breakable } } } }),
    expected: { reaches: ['a'], breaks: /late in the child/ },
  },
  {
    name: 'a guard without an implementation',
    machine: createMachine({
      initial: 'a',
      states: { a: { on: { GO: { guard: 'missing', target: 'b' } } }, b: {} },
    }),
    cases: { events: plainEvents('GO') },
    expected: { breaks: /Guard 'missing' is not implemented/ },
  },
  {
    name: 'an actor and an action without an implementation do nothing',
    machine: createMachine({
      initial: 'a',
      states: {
        a: { entry: 'missing', on: { GO: 'b' } },
        b: { invoke: { src: 'absent', onDone: 'never' }, on: { GO: 'c' } },
        c: {},
        never: {},
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['a', 'b', 'c'], neverReaches: ['never'] },
  },
  {
    name: 'an actor without an implementation in the initial state',
    machine: createMachine({
      initial: 'a',
      states: { a: { invoke: { src: 'absent' }, on: { GO: 'b' } }, b: {} },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['a'], neverReaches: ['b'], breaks: /getSnapshot|no implementation/ },
  },
  {
    name: 'an event to an actor that is not there',
    machine: createMachine({
      initial: 'a',
      states: { a: { on: { GO: { actions: sendTo('nobody', { type: 'HELLO' }) } } } },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['a'], breaks: /Unable to send event to actor 'nobody'/ },
  },
  {
    name: 'a system id that is given twice',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          entry: spawnChild(
            fromCallback(() => {}),
            { id: 'one', systemId: 'same' },
          ),
          on: {
            GO: {
              actions: spawnChild(
                fromCallback(() => {}),
                { id: 'two', systemId: 'same' },
              ),
            },
          },
        },
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { breaks: /'same' already exists/ },
  },
  {
    name: 'an error of a promise that its grandparent learns',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          invoke: {
            id: 'child',
            src: setup({ actors: { load: fromCallback(() => {}) } }).createMachine({
              invoke: { id: 'load', src: 'load' },
            }),
            onError: 'b',
          },
        },
        b: {},
      },
    }),
    cases: { outcomes: { load: { broken: { error: 'broken' } } } },
    expected: { reaches: ['a', 'b'] },
  },
  {
    name: 'a limit of microsteps that an endless loop exceeds',
    machine: createMachine({
      initial: 'a',
      options: { maxIterations: 100 },
      states: { a: { on: { LOOP: { actions: raise({ type: 'LOOP' }) }, GO: 'b' } }, b: {} },
    }),
    cases: { events: plainEvents('LOOP', 'GO') },
    expected: { reaches: ['a', 'b'], breaks: /Infinite loop/ },
  },
  {
    name: 'an event to the parent of a machine that has none goes to one that listens',
    machine: createMachine({
      initial: 'a',
      states: { a: { on: { GO: { target: 'b', actions: sendParent({ type: 'HELLO' }) } } }, b: {} },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['a', 'b'] },
  },
];

/** Machines that never come to rest: a real actor of some of them never returns. */
export const refused: Chart[] = [
  {
    name: 'refused: a delayed event without a limit of how many are pending',
    machine: createMachine({
      initial: 'a',
      states: { a: { on: { GO: { actions: raise({ type: 'LATE' }, { delay: 10 }) } } } },
    }),
    cases: { events: plainEvents('GO') },
    expected: { refused: /pending/ },
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

const go = { events: plainEvents('GO') };

/** A machine with this many levels of child machines below it. The deepest one tells the end. */
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

const withLoad = setup({ actors: { load: fromPromise(async () => 'loaded') } });

const answering = createMachine({ on: { PING: { actions: sendParent({ type: 'PONG' }) } } });

/** Machines of one feature each, and refused ones. */
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
    expected: { refused: /in "\(machine\)", .* more than 100 events are pending/ },
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
    expected: { leftOut: /^states: explored to \d+; / },
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
    expected: { refused: /its actors send events for ever, the last is "P[IO]NG"; change what repeats/ },
  },
];
