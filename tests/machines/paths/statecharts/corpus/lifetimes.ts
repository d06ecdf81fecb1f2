import {
  type AnyActorRef,
  assign,
  createMachine,
  fromCallback,
  sendTo,
  setup,
  spawnChild,
  stopChild,
} from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

const bell = fromCallback(() => {});

const lamp = createMachine({ initial: 'lit', states: { lit: {} } });

const brief = createMachine({
  initial: 'open',
  states: { open: { after: { 20: 'shut' } }, shut: { type: 'final' } },
});

const actors = setup({
  types: { context: {} as { lamp?: AnyActorRef } },
  actors: { bell, lamp, brief },
});

/** How long actors live, their ids meanwhile, and the facts known about them afterwards. */
export const lifetimes: Chart[] = [
  {
    name: 'two actors of a state, one with a system id, stop and start again',
    machine: actors.createMachine({
      context: {},
      initial: 'quiet',
      states: {
        quiet: { on: { RING: 'loud' } },
        loud: {
          invoke: [
            { src: 'bell', id: 'front', systemId: 'door' },
            { src: 'bell', id: 'back' },
          ],
          on: { RING: { target: 'loud', reenter: true }, HUSH: 'quiet' },
        },
      },
    }),
    cases: { events: plainEvents('RING', 'HUSH') },
    expected: { reaches: ['quiet', 'loud'] },
  },
  {
    name: 'a child that has ended gives its system id back',
    machine: actors.createMachine({
      context: {},
      initial: 'idle',
      states: {
        idle: { on: { OPEN: { target: 'busy', actions: spawnChild('brief', { systemId: 'window' }) } } },
        busy: { after: { 50: 'idle' } },
      },
    }),
    cases: { events: plainEvents('OPEN') },
    expected: { reaches: ['idle', 'busy'] },
  },
  {
    name: 'a stopped child says that it is stopped',
    machine: actors.createMachine({
      context: {},
      initial: 'on',
      entry: assign({ lamp: ({ spawn }) => spawn('lamp', { id: 'lamp' }) }),
      states: {
        on: { on: { OFF: { target: 'off', actions: stopChild('lamp') } } },
        off: {
          on: {
            ASK: [
              { guard: ({ context }) => context.lamp?.getSnapshot().status === 'stopped', target: 'dark' },
              { target: 'bright' },
            ],
          },
        },
        dark: {},
        bright: {},
      },
    }),
    cases: { events: plainEvents('OFF', 'ASK') },
    expected: { reaches: ['dark'], neverReaches: ['bright'] },
  },
  {
    name: 'an event that a synchronised actor ignores brings its snapshot',
    machine: actors.createMachine({
      context: {},
      initial: 'idle',
      entry: spawnChild('bell', { id: 'bell', syncSnapshot: true }),
      states: {
        idle: { on: { TEST: { target: 'testing', actions: sendTo('bell', { type: 'PROBE' }) } } },
        testing: { on: { 'xstate.snapshot.bell': 'tested' } },
        tested: {},
      },
    }),
    cases: { events: plainEvents('TEST') },
    expected: { reaches: ['tested'], neverReaches: ['testing'] },
  },
  {
    name: 'an actor runs on when another one takes its id',
    machine: actors.createMachine({
      context: {},
      initial: 'old',
      entry: spawnChild('bell', { id: 'phone' }),
      states: {
        old: { on: { SWAP: { target: 'new', actions: spawnChild('lamp', { id: 'phone' }) } } },
        new: { on: { RINGS: 'called' } },
        called: {},
      },
    }),
    cases: { events: plainEvents('SWAP'), outcomes: { bell: { rings: { sends: { type: 'RINGS' } } } } },
    expected: { reaches: ['new', 'called'] },
  },
];
