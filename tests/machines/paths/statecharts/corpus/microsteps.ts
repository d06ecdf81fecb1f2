import { assign, createMachine, enqueueActions, raise, sendTo } from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

/** Raised events, eventless transitions and states that are done. */
export const microsteps: Chart[] = [
  {
    name: 'a chain of raised events',
    machine: createMachine({
      initial: 'a',
      states: {
        a: { on: { GO: { target: 'b', actions: raise({ type: 'TWO' }) } } },
        b: { on: { TWO: { target: 'c', actions: raise({ type: 'THREE' }) } } },
        c: { on: { THREE: 'd' } },
        d: {},
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['a', 'd'], neverReaches: ['b', 'c'] },
  },
  {
    name: 'a raised event before an external one',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          on: {
            GO: { actions: [sendTo(({ self }) => self, { type: 'EXTERNAL' }), raise({ type: 'RAISED' })] },
            EXTERNAL: 'never',
            RAISED: 'b',
          },
        },
        b: { on: { EXTERNAL: 'c' } },
        c: {},
        never: {},
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['c'], neverReaches: ['b', 'never'] },
  },
  {
    name: 'a raised event that no state handles',
    machine: createMachine({
      initial: 'a',
      states: { a: { entry: raise({ type: 'NOBODY' }), on: { GO: 'b' } }, b: {} },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['a', 'b'] },
  },
  {
    name: 'a chain of eventless transitions',
    machine: createMachine({
      initial: 'a',
      states: { a: { on: { GO: 'b' } }, b: { always: 'c' }, c: { always: 'd' }, d: {} },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['a', 'd'], neverReaches: ['b', 'c'] },
  },
  {
    name: 'a transient state that chooses',
    machine: createMachine({
      context: { age: 0 },
      initial: 'asking',
      states: {
        asking: { on: { AGE: { target: 'checking', actions: assign({ age: ({ event }) => event.age }) } } },
        checking: {
          always: [{ guard: ({ context }) => context.age >= 18, target: 'adult' }, { target: 'child' }],
        },
        adult: {},
        child: { on: { BACK: 'asking' } },
      },
    }),
    cases: { events: { AGE: { nine: { age: 9 }, forty: { age: 40 } }, ...plainEvents('BACK') } },
    expected: { reaches: ['adult', 'child'], neverReaches: ['checking'] },
  },
  {
    name: 'an eventless transition of the start',
    machine: createMachine({ initial: 'a', states: { a: { always: 'b' }, b: {} } }),
    expected: { reaches: ['b'], neverReaches: ['a'] },
  },
  {
    name: 'an eventless transition without a target until its guard is false',
    machine: createMachine({
      context: { n: 0 },
      initial: 'a',
      states: {
        a: {
          always: [
            { guard: ({ context }) => context.n < 3, actions: assign({ n: ({ context }) => context.n + 1 }) },
            { guard: ({ context }) => context.n === 3, target: 'three' },
          ],
        },
        three: {},
      },
    }),
    expected: { reaches: ['three'], neverReaches: ['a'] },
  },
  {
    name: 'an eventless transition of a parent',
    machine: createMachine({
      context: { n: 0 },
      initial: 'a',
      states: {
        a: {
          initial: 'x',
          states: { x: { on: { NEXT: { target: 'y', actions: assign({ n: 1 }) } } }, y: {} },
          always: { guard: ({ context }) => context.n === 1, target: 'b' },
        },
        b: {},
      },
    }),
    cases: { events: plainEvents('NEXT') },
    expected: { reaches: ['a.x', 'b'], neverReaches: ['a.y'] },
  },
  {
    name: 'a compound state that is done',
    machine: createMachine({
      initial: 'a',
      states: {
        a: { initial: 'x', states: { x: { on: { END: 'z' } }, z: { type: 'final' } }, onDone: 'b' },
        b: {},
      },
    }),
    cases: { events: plainEvents('END') },
    expected: { reaches: ['a.x', 'b'], neverReaches: ['a.z'] },
  },
  {
    name: 'a compound state that is done without a transition for it',
    machine: createMachine({
      initial: 'a',
      states: {
        a: { initial: 'x', states: { x: { on: { END: 'z' } }, z: { type: 'final' } }, on: { BACK: 'b' } },
        b: {},
      },
    }),
    cases: { events: plainEvents('END', 'BACK') },
    expected: { reaches: ['a.x', 'a.z', 'b'] },
  },
  {
    name: 'a parallel state that is done',
    machine: createMachine({
      initial: 'p',
      states: {
        p: {
          type: 'parallel',
          states: {
            one: { initial: 'a', states: { a: { on: { ONE: 'z' } }, z: { type: 'final' } } },
            two: { initial: 'a', states: { a: { on: { TWO: 'z' } }, z: { type: 'final' } } },
          },
          onDone: 'end',
        },
        end: {},
      },
    }),
    cases: { events: plainEvents('ONE', 'TWO') },
    expected: {
      reaches: ['p.one.z | p.two.a', 'p.one.a | p.two.z', 'end'],
      neverReaches: ['p.one.z | p.two.z'],
    },
  },
  {
    name: 'a parallel machine that is done',
    machine: createMachine({
      type: 'parallel',
      states: {
        one: { initial: 'a', states: { a: { on: { ONE: 'z' } }, z: { type: 'final' } } },
        two: { initial: 'a', states: { a: { on: { TWO: 'z' } }, z: { type: 'final' } } },
      },
      output: 'both',
    }),
    cases: { events: plainEvents('ONE', 'TWO') },
    expected: { reaches: ['one.z | two.a', 'one.a | two.z'] },
  },
  {
    name: 'a machine that is done, with an output',
    machine: createMachine({
      context: { n: 0 },
      initial: 'a',
      states: {
        a: {
          on: {
            ADD: {
              guard: ({ context }) => context.n < 2,
              actions: assign({ n: ({ context }) => context.n + 1 }),
            },
            END: 'z',
          },
          after: { 10: 'z' },
        },
        z: { type: 'final' },
      },
      output: ({ context }) => context.n,
    }),
    cases: { events: plainEvents('ADD', 'END') },
    expected: { reaches: ['a', 'z'] },
  },
  {
    name: 'an output of a final state that decides',
    machine: createMachine({
      initial: 'a',
      states: {
        a: {
          initial: 'x',
          states: {
            x: { on: { YES: 'yes', NO: 'no' } },
            yes: { type: 'final', output: true },
            no: { type: 'final', output: false },
          },
          onDone: [{ guard: ({ event }) => event.output === true, target: 'agreed' }, { target: 'refused' }],
        },
        agreed: {},
        refused: {},
      },
    }),
    cases: { events: plainEvents('YES', 'NO') },
    expected: { reaches: ['agreed', 'refused'] },
  },
  {
    name: 'enqueueActions that raises, assigns, checks and spawns',
    machine: createMachine({
      context: { n: 0 },
      initial: 'a',
      states: {
        a: {
          on: {
            GO: {
              actions: enqueueActions(({ enqueue, check, context }) => {
                enqueue.assign({ n: context.n + 1 });
                if (check(({ context: checked }) => checked.n === 1)) enqueue.raise({ type: 'SECOND' });
                enqueue.emit({ type: 'told' });
              }),
            },
            SECOND: {
              target: 'b',
              actions: enqueueActions(({ enqueue }) => {
                enqueue.spawnChild(
                  createMachine({
                    initial: 'x',
                    states: { x: { after: { 10: 'z' } }, z: { type: 'final' } },
                  }),
                  { id: 'timer' },
                );
              }),
            },
          },
        },
        b: { on: { 'xstate.done.actor.timer': 'c' } },
        c: {},
      },
    }),
    cases: { events: plainEvents('GO') },
    expected: { reaches: ['a', 'b', 'c'] },
  },
];
