import { and, assign, createMachine, fromCallback, fromPromise, not, setup, stateIn } from 'xstate';
import { type Chart, plainEvents } from '../chart.ts';

const save = fromPromise(async () => ({ id: 1 }));

const form = setup({
  types: {
    context: {} as { email: string; attempts: number },
    events: {} as { type: 'typed'; email: string } | { type: 'sent' } | { type: 'reset' },
  },
  actors: { save },
  guards: {
    isValid: ({ context }) => context.email.includes('@'),
    mayRetry: ({ context }, limit: number) => context.attempts < limit,
  },
  actions: {
    set: assign({ email: (_, email: string) => email }),
    count: assign({ attempts: ({ context }) => context.attempts + 1 }),
  },
  delays: { patience: 5_000, pause: ({ context }) => context.attempts * 1_000 },
});

const set = {
  actions: { type: 'set', params: ({ event }: { event: { email: string } }) => event.email },
} as const;

/** Machines as an application has them. */
export const flows: Chart[] = [
  {
    name: 'a wizard with history and a review',
    machine: createMachine({
      initial: 'steps',
      context: { plan: '' },
      states: {
        steps: {
          initial: 'name',
          states: {
            name: { on: { NEXT: 'plan' } },
            plan: {
              on: {
                CHOOSE: { actions: assign({ plan: ({ event }) => event.plan }) },
                NEXT: [
                  { guard: ({ context }) => context.plan === 'paid', target: 'card' },
                  { guard: ({ context }) => context.plan === 'free', target: 'review' },
                ],
                BACK: 'name',
              },
            },
            card: { on: { NEXT: 'review', BACK: 'plan' } },
            review: {
              on: {
                BACK: [
                  { guard: ({ context }) => context.plan === 'paid', target: 'card' },
                  { target: 'plan' },
                ],
                SEND: 'sent',
              },
            },
            sent: { type: 'final' },
            last: { type: 'history' },
          },
          on: { HELP: 'help' },
          onDone: 'thanks',
        },
        help: { on: { CLOSE: 'steps.last' } },
        thanks: { type: 'final' },
      },
    }),
    cases: {
      events: {
        ...plainEvents('NEXT', 'BACK', 'SEND', 'HELP', 'CLOSE'),
        CHOOSE: { free: { plan: 'free' }, paid: { plan: 'paid' } },
      },
    },
    expected: {
      reaches: ['steps.name', 'steps.card', 'steps.review', 'help', 'thanks'],
      neverReaches: ['steps.sent'],
    },
  },
  {
    name: 'a media player in two regions',
    machine: createMachine({
      type: 'parallel',
      states: {
        playback: {
          initial: 'stopped',
          states: {
            stopped: { on: { PLAY: 'buffering' } },
            buffering: {
              invoke: {
                id: 'buffer',
                src: fromPromise(async () => {}),
                onDone: 'playing',
                onError: 'stopped',
              },
              after: { 3000: 'slow' },
            },
            slow: {
              invoke: {
                id: 'buffer',
                src: fromPromise(async () => {}),
                onDone: 'playing',
                onError: 'stopped',
              },
            },
            playing: { on: { PAUSE: 'paused', STALL: 'buffering' } },
            paused: { on: { PLAY: 'playing', STOP: 'stopped' } },
          },
        },
        controls: {
          initial: 'shown',
          states: {
            shown: {
              after: { 2000: { guard: stateIn({ playback: 'playing' }), target: 'hidden' } },
              on: { MOVED: { target: 'shown', reenter: true } },
            },
            hidden: { on: { MOVED: 'shown' } },
          },
        },
      },
    }),
    cases: {
      events: plainEvents('PLAY', 'PAUSE', 'STALL', 'STOP', 'MOVED'),
      outcomes: { buffer: { full: { output: 1 }, failed: { error: 'no' } } },
    },
    expected: {
      reaches: [
        'playback.playing | controls.hidden',
        'playback.slow | controls.shown',
        'playback.buffering | controls.hidden',
      ],
    },
  },
  {
    name: 'a form with validation, patience and retries',
    machine: form.createMachine({
      context: { email: '', attempts: 0 },
      initial: 'editing',
      states: {
        editing: {
          on: { typed: set, sent: [{ guard: 'isValid', target: 'sending' }, { target: 'invalid' }] },
        },
        invalid: { on: { typed: { target: 'editing', ...set } } },
        sending: {
          entry: 'count',
          initial: 'quick',
          states: { quick: { after: { patience: 'slow' } }, slow: {} },
          invoke: {
            id: 'save',
            src: 'save',
            onDone: 'saved',
            onError: [{ guard: { type: 'mayRetry', params: 3 }, target: 'waiting' }, { target: 'failed' }],
          },
        },
        waiting: { after: { pause: 'sending' } },
        failed: { on: { reset: 'editing' } },
        saved: { type: 'final' },
      },
    }),
    cases: {
      events: { typed: { good: { email: 'a@b' }, bad: { email: 'a' } }, ...plainEvents('sent') },
      outcomes: { save: { saved: { output: { id: 1 } }, refused: { error: 'no' } } },
    },
    expected: {
      reaches: ['editing', 'invalid', 'sending.quick', 'sending.slow', 'waiting', 'failed', 'saved'],
    },
  },
  {
    name: 'a traffic light with pedestrians',
    machine: createMachine({
      initial: 'green',
      states: {
        green: { after: { 3000: 'yellow' }, on: { FAULT: 'blinking' } },
        yellow: { after: { 500: 'red' } },
        red: {
          initial: 'walk',
          states: {
            walk: { after: { 1000: 'wait' } },
            wait: { after: { 500: 'stop' } },
            stop: { type: 'final' },
          },
          onDone: 'green',
          on: { FAULT: 'blinking' },
        },
        blinking: {
          initial: 'on',
          states: { on: { after: { 100: 'off' } }, off: { after: { 100: 'on' } } },
          on: { REPAIRED: 'red' },
        },
      },
    }),
    cases: { events: plainEvents('FAULT', 'REPAIRED') },
    expected: {
      reaches: ['green', 'yellow', 'red.walk', 'red.wait', 'blinking.on', 'blinking.off'],
      neverReaches: ['red.stop'],
    },
  },
  {
    name: 'a queue with retry',
    machine: setup({
      types: { context: {} as { jobs: number; tries: number } },
      actors: { work: fromPromise(async () => {}) },
      delays: { backOff: ({ context }) => 2 ** context.tries * 10 },
    }).createMachine({
      context: { jobs: 0, tries: 0 },
      initial: 'idle',
      states: {
        idle: { always: { guard: ({ context }) => context.jobs > 0, target: 'working' } },
        working: {
          invoke: {
            id: 'work',
            src: 'work',
            onDone: {
              target: 'idle',
              actions: assign({ jobs: ({ context }) => context.jobs - 1, tries: 0 }),
            },
            onError: { target: 'resting', actions: assign({ tries: ({ context }) => context.tries + 1 }) },
          },
        },
        resting: {
          after: {
            backOff: [
              { guard: ({ context }) => context.tries < 3, target: 'working' },
              { target: 'idle', actions: assign({ jobs: ({ context }) => context.jobs - 1, tries: 0 }) },
            ],
          },
        },
      },
      on: {
        ADD: {
          guard: ({ context }) => context.jobs < 2,
          actions: assign({ jobs: ({ context }) => context.jobs + 1 }),
        },
      },
    }),
    cases: {
      events: plainEvents('ADD'),
      outcomes: { work: { done: { output: 1 }, failed: { error: 'no' } } },
    },
    expected: { reaches: ['idle', 'working', 'resting'] },
  },
  {
    name: 'a game of two rounds against the clock',
    machine: createMachine({
      context: { wins: 0, losses: 0 },
      initial: 'ready',
      states: {
        ready: { on: { START: 'playing' } },
        playing: {
          after: {
            60: { target: 'judging', actions: assign({ losses: ({ context }) => context.losses + 1 }) },
          },
          on: {
            MOVE: [
              {
                guard: ({ event }) => event.square === 'goal',
                target: 'judging',
                actions: assign({ wins: ({ context }) => context.wins + 1 }),
              },
              {
                guard: ({ event }) => event.square === 'pit',
                target: 'judging',
                actions: assign({ losses: ({ context }) => context.losses + 1 }),
              },
              {},
            ],
          },
        },
        judging: {
          always: [
            { guard: ({ context }) => context.wins === 2, target: 'won' },
            { guard: ({ context }) => context.losses === 2, target: 'lost' },
            { target: 'ready' },
          ],
        },
        won: { type: 'final' },
        lost: { type: 'final' },
      },
    }),
    cases: {
      events: {
        START: { plain: {} },
        MOVE: { goal: { square: 'goal' }, pit: { square: 'pit' }, floor: { square: 'floor' } },
      },
    },
    expected: { reaches: ['ready', 'playing', 'won', 'lost'], neverReaches: ['judging'] },
  },
  {
    name: 'a lift whose doors and car depend on each other',
    machine: createMachine({
      type: 'parallel',
      states: {
        doors: {
          initial: 'closed',
          states: {
            closed: { on: { OPEN: { guard: not(stateIn({ car: 'moving' })), target: 'open' } } },
            open: {
              after: { 50: { guard: ({ context }) => !context.blocked, target: 'closed' }, 80: 'closed' },
            },
          },
        },
        car: {
          initial: 'low',
          states: {
            low: { on: { CALL: { guard: stateIn({ doors: 'closed' }), target: 'moving' } } },
            moving: { after: { 100: 'high' } },
            high: { always: { guard: and([stateIn({ doors: 'open' })]), target: 'arrived' } },
            arrived: {},
          },
        },
      },
      context: { blocked: false },
      on: { BLOCK: { actions: assign({ blocked: true }) } },
    }),
    cases: { events: plainEvents('OPEN', 'CALL', 'BLOCK') },
    expected: {
      reaches: ['doors.open | car.arrived', 'doors.closed | car.moving'],
      neverReaches: ['doors.open | car.moving', 'doors.open | car.high'],
    },
  },
  {
    name: 'a chat over a connection that breaks',
    machine: setup({ actors: { socket: fromCallback(() => {}) } }).createMachine({
      context: { unread: 0 },
      initial: 'offline',
      states: {
        offline: { on: { CONNECT: 'online' } },
        online: {
          invoke: { id: 'socket', src: 'socket' },
          initial: 'connecting',
          states: {
            connecting: { on: { OPENED: 'connected' }, after: { 1000: '#waiting' } },
            connected: {
              on: {
                MESSAGE: {
                  guard: ({ context }) => context.unread < 2,
                  actions: assign({ unread: ({ context }) => context.unread + 1 }),
                },
                READ: { actions: assign({ unread: 0 }) },
              },
            },
          },
          on: { CLOSED: 'waiting', DISCONNECT: 'offline' },
        },
        waiting: { id: 'waiting', after: { 500: 'online' }, on: { DISCONNECT: 'offline' } },
      },
    }),
    cases: {
      events: plainEvents('CONNECT', 'DISCONNECT', 'READ'),
      outcomes: {
        socket: {
          opened: { sends: { type: 'OPENED' } },
          message: { sends: { type: 'MESSAGE' } },
          closed: { sends: { type: 'CLOSED' } },
        },
      },
    },
    expected: { reaches: ['offline', 'online.connecting', 'online.connected', 'waiting'] },
  },
];
