import {
  assign,
  createMachine,
  fromCallback,
  fromEventObservable,
  fromObservable,
  fromPromise,
  fromTransition,
  sendTo,
  setup,
  spawnChild,
  stopChild,
} from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

const load = fromPromise(async () => 'loaded');
const listen = fromCallback(() => {});
const ticks = fromObservable<number, unknown>(() => ({ subscribe: () => ({ unsubscribe: () => {} }) }));
const keys = fromEventObservable(() => ({ subscribe: () => ({ unsubscribe: () => {} }) }));
const counter = fromTransition((count: number, { type }) => (type === 'INC' ? count + 1 : count), 0);

const actors = setup({ actors: { load, listen, ticks, keys, counter } });

const loaded = {
  outcomes: { load: { fine: { output: 'text' }, refused: { error: { message: 'refused' } } } },
};

export const actorCharts: Chart[] = [
  {
    name: 'a promise',
    machine: actors.createMachine({
      initial: 'idle',
      states: {
        idle: { on: { LOAD: 'loading' } },
        loading: { invoke: { src: 'load', onDone: 'shown', onError: 'failed' }, on: { CANCEL: 'idle' } },
        shown: {},
        failed: { on: { RETRY: 'loading' } },
      },
    }),
    cases: { events: plainEvents('LOAD', 'CANCEL', 'RETRY'), ...loaded },
    expected: { reaches: ['idle', 'loading', 'shown', 'failed'] },
  },
  {
    name: 'a promise that ends while its state stays active',
    machine: actors.createMachine({
      context: { text: '' },
      initial: 'open',
      states: {
        open: {
          invoke: { src: 'load', onDone: { actions: assign({ text: ({ event }) => String(event.output) }) } },
          on: {
            END: [{ guard: ({ context }) => context.text === 'text', target: 'full' }, { target: 'empty' }],
          },
        },
        full: {},
        empty: {},
      },
    }),
    cases: { events: plainEvents('END'), outcomes: { load: { fine: { output: 'text' } } } },
    expected: { reaches: ['full', 'empty'] },
  },
  {
    name: 'an error without a transition for it',
    machine: actors.createMachine({
      initial: 'loading',
      states: { loading: { invoke: { src: 'load', onDone: 'shown' } }, shown: {} },
    }),
    cases: loaded,
    expected: { reaches: ['shown'], breaks: /refused/ },
  },
  {
    name: 'a callback that sends events',
    machine: actors.createMachine({
      initial: 'off',
      states: {
        off: { on: { ON: 'on' } },
        on: { invoke: { id: 'ears', src: 'listen' }, on: { HEARD: 'heard', OFF: 'off' } },
        heard: { on: { HEARD: 'never' } },
        never: {},
      },
    }),
    cases: {
      events: plainEvents('ON', 'OFF'),
      outcomes: { ears: { word: { sends: { type: 'HEARD', word: 'hello' } } } },
    },
    expected: { reaches: ['off', 'on', 'heard'], neverReaches: ['never'] },
  },
  {
    name: 'an observable with a snapshot, an end and an error',
    machine: actors.createMachine({
      context: { last: 0 },
      initial: 'on',
      states: {
        on: {
          invoke: {
            id: 'ticks',
            src: 'ticks',
            onSnapshot: [
              { guard: ({ event }) => event.snapshot.context === 3, target: 'three' },
              { actions: assign({ last: ({ event }) => event.snapshot.context ?? -1 }) },
            ],
            onDone: 'ended',
            onError: 'failed',
          },
          on: {
            ASK: [{ guard: ({ context }) => context.last === -1, target: 'untold' }, { target: 'told' }],
          },
        },
        three: {},
        untold: {},
        told: {},
        ended: {},
        failed: {},
      },
    }),
    cases: {
      events: plainEvents('ASK'),
      outcomes: {
        ticks: {
          one: { snapshot: 1 },
          three: { snapshot: 3 },
          end: { output: undefined },
          error: { error: 'broken' },
        },
      },
    },
    // The first snapshot comes at the start, without a value.
    expected: { reaches: ['three', 'untold', 'told', 'ended', 'failed'] },
  },
  {
    name: 'an observable of events',
    machine: actors.createMachine({
      initial: 'a',
      states: { a: { invoke: { src: 'keys', id: 'keys' }, on: { KEY: 'b' } }, b: {} },
    }),
    cases: { outcomes: { keys: { key: { sends: { type: 'KEY' } } } } },
    expected: { reaches: ['b'] },
  },
  {
    name: 'transition logic',
    machine: actors.createMachine({
      initial: 'counting',
      states: {
        counting: {
          invoke: {
            id: 'counter',
            src: 'counter',
            onSnapshot: { guard: ({ event }) => event.snapshot.context === 2, target: 'two' },
          },
          on: { MORE: { actions: sendTo('counter', { type: 'INC' }) } },
        },
        two: {},
      },
    }),
    cases: { events: plainEvents('MORE') },
    expected: { reaches: ['counting', 'two'] },
  },
  {
    name: 'two actors of one state that end in any order',
    machine: actors.createMachine({
      context: { ended: '' },
      initial: 'on',
      states: {
        on: {
          invoke: [
            {
              id: 'first',
              src: 'load',
              onDone: { actions: assign({ ended: ({ context }) => `${context.ended}1` }) },
            },
            {
              id: 'second',
              src: 'load',
              onDone: { actions: assign({ ended: ({ context }) => `${context.ended}2` }) },
            },
          ],
          always: [
            { guard: ({ context }) => context.ended === '12', target: 'firstFirst' },
            { guard: ({ context }) => context.ended === '21', target: 'secondFirst' },
          ],
        },
        firstFirst: {},
        secondFirst: {},
      },
    }),
    cases: { outcomes: { load: { fine: { output: 1 } } } },
    expected: { reaches: ['on', 'firstFirst', 'secondFirst'] },
  },
  {
    name: 'inline logic without a name and an id',
    machine: createMachine({
      id: 'm',
      initial: 'loading',
      states: {
        loading: { invoke: { src: load, onDone: 'shown', onError: 'failed' } },
        shown: {},
        failed: {},
      },
    }),
    cases: { outcomes: { '0.m.loading': { fine: { output: 1 }, broken: { error: 'no' } } } },
    expected: { reaches: ['shown', 'failed'] },
  },
  {
    name: 'spawnChild and stopChild',
    machine: actors.createMachine({
      initial: 'idle',
      states: {
        idle: { on: { START: { target: 'busy', actions: spawnChild('load', { id: 'job' }) } } },
        busy: {
          on: {
            STOP: { target: 'stopped', actions: stopChild('job') },
            LEAVE: 'left',
            'xstate.done.actor.job': 'done',
          },
        },
        stopped: { on: { 'xstate.done.actor.job': 'never' } },
        left: { on: { 'xstate.done.actor.job': 'done' } },
        done: {},
        never: {},
      },
    }),
    cases: { events: plainEvents('START', 'STOP', 'LEAVE'), outcomes: { job: { fine: { output: 1 } } } },
    expected: { reaches: ['busy', 'stopped', 'left', 'done'], neverReaches: ['never'] },
  },
  {
    name: 'spawn in an assignment',
    machine: actors.createMachine({
      context: ({ spawn }) => ({ job: spawn('load', { id: 'job' }), second: false }),
      initial: 'busy',
      states: {
        busy: {
          on: {
            'xstate.done.actor.job': 'done',
            MORE: {
              guard: ({ context }) => !context.second,
              actions: assign({ second: ({ spawn }) => Boolean(spawn('load', { id: 'other' })) }),
            },
            'xstate.done.actor.other': 'otherDone',
          },
        },
        done: {},
        otherDone: {},
      },
    }),
    cases: { events: plainEvents('MORE'), outcomes: { load: { fine: { output: 1 } } } },
    expected: { reaches: ['done', 'otherDone'] },
  },
  {
    name: 'a system id',
    machine: actors.createMachine({
      initial: 'counting',
      states: {
        counting: {
          invoke: {
            id: 'counter',
            systemId: 'theCounter',
            src: 'counter',
            onSnapshot: { guard: ({ event }) => event.snapshot.context === 1, target: 'one' },
          },
          on: {
            MORE: { actions: sendTo(({ system }) => system.get('theCounter'), { type: 'INC' }) },
            AGAIN: { target: 'counting', reenter: true },
          },
        },
        one: {},
      },
    }),
    cases: { events: plainEvents('MORE', 'AGAIN') },
    expected: { reaches: ['one'] },
  },
  {
    name: 'an actor that starts anew when its state is reentered',
    machine: actors.createMachine({
      context: { starts: 0 },
      initial: 'loading',
      states: {
        loading: {
          entry: assign({ starts: ({ context }) => context.starts + 1 }),
          invoke: { src: 'load', onDone: { guard: ({ context }) => context.starts === 2, target: 'second' } },
          on: { AGAIN: { guard: ({ context }) => context.starts < 2, target: 'loading', reenter: true } },
        },
        second: {},
      },
    }),
    cases: { events: plainEvents('AGAIN'), outcomes: { load: { fine: { output: 1 } } } },
    expected: { reaches: ['second'] },
  },
  {
    name: 'an actor whose state is entered again by the history of its parent, without having been left',
    machine: actors.createMachine({
      initial: 'a',
      states: {
        a: {
          initial: 'b',
          states: {
            b: { invoke: { src: 'load', id: 'job', onDone: '#shown' }, on: { AGAIN: 'past' } },
            past: { type: 'history' },
          },
        },
        shown: { id: 'shown' },
      },
    }),
    cases: { events: plainEvents('AGAIN'), outcomes: { job: { fine: { output: 1 } } } },
    // The first one runs on, beside each one that is started in its place.
    expected: { reaches: ['a.b', 'shown'], leftOut: /^states: explored to \d+; / },
  },
  {
    name: 'an actor of a state that is left in the step in which it is entered, and entered again later',
    machine: actors.createMachine({
      context: { isFirst: true },
      initial: 'idle',
      states: {
        idle: { on: { LOAD: 'loading' } },
        loading: {
          invoke: { src: 'load', id: 'job', onDone: 'shown' },
          always: {
            guard: ({ context }) => context.isFirst,
            target: 'idle',
            actions: assign({ isFirst: false }),
          },
        },
        shown: {},
      },
    }),
    cases: { events: plainEvents('LOAD'), outcomes: { job: { fine: { output: 1 } } } },
    expected: { reaches: ['idle', 'loading', 'shown'] },
  },
];
