import {
  and,
  assertEvent,
  assign,
  cancel,
  emit,
  enqueueActions,
  forwardTo,
  fromCallback,
  fromObservable,
  fromPromise,
  fromTransition,
  log,
  not,
  or,
  raise,
  sendParent,
  sendTo,
  setup,
  spawnChild,
  stopChild,
} from 'xstate';

/**
 * Small machines of the kinds that apps have. Each is planned at first try, with its questions in `questions.ts`.
 */

/** Placeholders of all kinds that `provide` replaces, also in a child. */
const notImplemented = (): never => {
  throw new Error('Not implemented');
};

const pin = setup({
  actions: { vibrate: notImplemented },
  guards: { isRight: notImplemented },
}).createMachine({
  id: 'pin',
  initial: 'asking',
  states: {
    asking: { on: { TYPED: [{ guard: 'isRight', target: 'right' }, { actions: 'vibrate' }] } },
    right: { type: 'final' },
  },
});

export const wallet = setup({
  types: { events: {} as { type: 'add' } | { type: 'TYPED' } | { type: 'back' } },
  actions: { toast: notImplemented, leave: notImplemented },
  guards: { isOnline: notImplemented },
  actors: { fetchCard: fromPromise<string>(notImplemented), pin },
}).createMachine({
  id: 'wallet',
  initial: 'empty',
  states: {
    empty: { on: { add: [{ guard: 'isOnline', target: 'unlocking' }, { actions: 'toast' }] } },
    unlocking: {
      invoke: { id: 'pin', src: 'pin', onDone: 'fetching' },
      on: { TYPED: { actions: forwardTo('pin') }, back: 'empty' },
    },
    fetching: { invoke: { src: 'fetchCard', onDone: 'full', onError: 'empty' } },
    full: { entry: 'leave', type: 'final' },
  },
});

/** An input that is taken over whole, and a list in an output. */
type Product = { sku: string; stock: number };
export const shop = setup({
  types: {
    input: {} as { shopId: string; isVip: boolean },
    context: {} as { shopId: string; isVip: boolean; products: Product[]; reason: string | null },
    events: {} as { type: 'bought'; sku: string } | { type: 'reloaded' },
  },
  actors: {
    load: fromPromise(async ({ input }: { input: string }): Promise<Product[]> => [{ sku: input, stock: 1 }]),
  },
  guards: {
    isVip: ({ context }) => context.isVip,
    isKnown: ({ context, event }) =>
      event.type === 'bought' && context.products.some(({ sku, stock }) => sku === event.sku && stock > 0),
  },
}).createMachine({
  id: 'shop',
  context: ({ input }) => ({ ...input, products: [], reason: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'load',
        input: ({ context }) => context.shopId,
        onDone: { target: 'open', actions: assign({ products: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({
            reason: ({ event }) => (event.error instanceof Error ? event.error.message : 'unknown'),
          }),
        },
      },
    },
    open: { on: { bought: { guard: 'isKnown', target: 'paying' } } },
    paying: { always: [{ guard: 'isVip', target: 'thanked' }, { target: 'waiting' }] },
    thanked: { type: 'final' },
    waiting: { after: { 2000: 'thanked' } },
    failed: { on: { reloaded: 'loading' } },
  },
});

/** An error of a class decides. */
class HttpError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}
export const saving = setup({
  actors: { save: fromPromise(async () => {}) },
  guards: {
    isConflict: ({ event }) =>
      'error' in event && event.error instanceof HttpError && event.error.status === 409,
    isAborted: ({ event }) => 'error' in event && Object(event.error).constructor.name === 'AbortError',
    isLate: ({ event }) => 'error' in event && /timed out/.test(String(Object(event.error).message)),
  },
}).createMachine({
  id: 'saving',
  initial: 'dirty',
  states: {
    dirty: { on: { save: 'saving' } },
    saving: {
      invoke: {
        id: 'save',
        src: 'save',
        onDone: 'clean',
        onError: [
          { guard: 'isConflict', target: 'refused' },
          { guard: 'isAborted', target: 'clean' },
          { guard: 'isLate', target: 'late' },
          { target: 'dirty' },
        ],
      },
    },
    clean: { on: { edit: 'dirty' } },
    late: {},
    refused: {},
  },
});

/** Snapshots of an observable decide. */
export const location = setup({
  actors: {
    permission: fromObservable<'granted' | 'denied' | 'prompt', null>(
      () => ({ subscribe: () => ({ unsubscribe() {} }) }) as never,
    ),
  },
}).createMachine({
  id: 'location',
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        src: 'permission',
        input: null,
        onSnapshot: [
          { guard: ({ event }) => event.snapshot.context === 'granted', target: 'on' },
          { guard: ({ event }) => event.snapshot.context === 'denied', target: 'off' },
        ],
      },
    },
    on: {},
    off: {},
  },
});

/** Two values of events that must differ. */
export const game = setup({
  types: {
    context: {} as { last: { row: number; column: number } | null; moves: number },
    events: {} as { type: 'played'; position: { row: number; column: number } } | { type: 'restarted' },
  },
  guards: {
    isFree: ({ context, event }) =>
      event.type === 'played' &&
      (context.last === null ||
        context.last.row !== event.position.row ||
        context.last.column !== event.position.column),
    isOver: ({ context }) => context.moves >= 2,
  },
}).createMachine({
  id: 'game',
  context: { last: null, moves: 0 },
  initial: 'playing',
  states: {
    playing: {
      always: { guard: 'isOver', target: 'over' },
      on: {
        played: {
          guard: 'isFree',
          actions: assign({ last: ({ event }) => event.position, moves: ({ context }) => context.moves + 1 }),
        },
      },
    },
    over: { on: { restarted: { target: 'playing', actions: assign({ last: null, moves: 0 }) } } },
  },
});

/** A list of children that come and go. Each tells its parent. */
const todo = setup({
  types: { input: {} as { title: string }, context: {} as { title: string } },
}).createMachine({
  id: 'todo',
  context: ({ input }) => ({ title: input.title }),
  initial: 'open',
  states: {
    open: { on: { TICK: 'done' } },
    done: { entry: sendParent({ type: 'DONE' }), on: { UNTICK: 'open' } },
  },
});
export const todos = setup({
  types: {
    context: {} as { count: number },
    events: {} as
      | { type: 'ADDED'; title: string }
      | { type: 'TICKED' }
      | { type: 'DONE' }
      | { type: 'CLEARED' },
  },
  actors: { todo },
  guards: { hasRoom: ({ context }) => context.count < 1 },
}).createMachine({
  id: 'todos',
  context: { count: 0 },
  initial: 'editing',
  states: {
    editing: {
      on: {
        ADDED: {
          guard: and(['hasRoom', ({ event }) => event.type === 'ADDED' && event.title.trim() !== '']),
          actions: [
            assign({ count: ({ context }) => context.count + 1 }),
            spawnChild('todo', {
              id: 'todo',
              input: ({ event }) => ({ title: event.type === 'ADDED' ? event.title : '' }),
            }),
          ],
        },
        TICKED: { actions: sendTo('todo', { type: 'TICK' }) },
        DONE: 'proud',
      },
    },
    proud: { on: { CLEARED: { target: 'editing', actions: [stopChild('todo'), assign({ count: 0 })] } } },
  },
});

/** Delayed raises that are cancelled, with computed delays. */
export const search = setup({
  types: {
    context: {} as { text: string; tries: number },
    events: {} as { type: 'typed'; text: string } | { type: 'searched' } | { type: 'escaped' },
  },
  actors: {
    find: fromPromise(
      async ({ input }: { input: string }): Promise<{ hits: string[] }> => ({ hits: [input] }),
    ),
  },
  delays: {
    pause: ({ context }) => (context.text.length > 3 ? 100 : 300),
    backoff: ({ context }) => 2 ** context.tries * 100,
  },
}).createMachine({
  id: 'search',
  context: { text: '', tries: 0 },
  initial: 'idle',
  on: {
    typed: {
      actions: [
        cancel('later'),
        assign({ text: ({ event }) => event.text }),
        raise({ type: 'searched' }, { id: 'later', delay: 'pause' }),
      ],
    },
    escaped: { target: '.idle', actions: [cancel('later'), log('escaped')] },
    searched: '.finding',
  },
  states: {
    idle: {},
    finding: {
      invoke: {
        src: 'find',
        input: ({ context }) => context.text,
        onDone: [
          { guard: ({ event }) => event.output.hits.length === 0, target: 'nothing' },
          { target: 'found' },
        ],
        onError: [
          {
            guard: ({ context }) => context.tries < 2,
            target: 'resting',
            actions: assign({ tries: ({ context }) => context.tries + 1 }),
          },
          { target: 'nothing' },
        ],
      },
    },
    resting: { after: { backoff: 'finding' } },
    found: { tags: 'settled' },
    nothing: { tags: 'settled' },
  },
});

/** Parallel parts, history and final regions. */
export const player = setup({
  types: { events: {} as { type: 'power' | 'play' | 'pause' | 'mute' | 'ended' } },
}).createMachine({
  id: 'player',
  initial: 'off',
  states: {
    off: { on: { power: 'on.last' } },
    on: {
      type: 'parallel',
      on: { power: 'off' },
      onDone: 'finished',
      states: {
        track: {
          initial: 'paused',
          states: {
            paused: { on: { play: 'playing' } },
            playing: { on: { pause: 'paused', ended: 'over' } },
            over: { type: 'final' },
          },
        },
        sound: {
          initial: 'loud',
          states: {
            loud: { on: { mute: 'muted', ended: 'silent' } },
            muted: { on: { mute: 'loud' } },
            silent: { type: 'final' },
          },
        },
        last: { type: 'history', history: 'deep' },
      },
    },
    finished: { meta: { page: 'end' }, type: 'final' },
  },
});

/** Transition logic as a child, whose snapshots the machine reads. */
export const counter = setup({
  types: { events: {} as { type: 'more' | 'reset' } },
  actors: {
    count: fromTransition(
      (state: { value: number }, event: { type: string }) =>
        event.type === 'more' ? { value: state.value + 1 } : state,
      { value: 0 },
    ),
  },
}).createMachine({
  id: 'counter',
  initial: 'counting',
  states: {
    counting: {
      invoke: {
        id: 'count',
        src: 'count',
        onSnapshot: { guard: ({ event }) => event.snapshot.context.value === 2, target: 'full' },
      },
      on: { more: { actions: sendTo('count', { type: 'more' }) } },
    },
    full: { on: { reset: 'counting' } },
  },
});

/** A callback that sends, and a connection that is retried. */
export const socket = setup({
  types: {
    context: {} as { tries: number; messages: string[] },
    events: {} as { type: 'connect' | 'opened' | 'dropped' | 'close' } | { type: 'received'; text: string },
  },
  actors: { connection: fromCallback(({ sendBack }) => sendBack({ type: 'opened' })) },
  actions: {
    keep: enqueueActions(({ context, event, enqueue, check }) => {
      assertEvent(event, 'received');
      enqueue.assign({ messages: [...context.messages, event.text].slice(-2) });
      if (check(({ context: now }) => now.messages.length > 0)) enqueue.emit({ type: 'unread' });
    }),
  },
}).createMachine({
  id: 'socket',
  context: { tries: 0, messages: [] },
  initial: 'closed',
  states: {
    closed: { on: { connect: 'connecting' } },
    connecting: {
      invoke: { src: 'connection' },
      on: { opened: '.open', close: 'closed' },
      after: { 5000: { target: 'closed', actions: emit({ type: 'gaveUp' }) } },
      initial: 'waiting',
      states: {
        waiting: {},
        open: {
          on: {
            received: { actions: 'keep' },
            dropped: {
              target: '#socket.retrying',
              actions: assign({ tries: ({ context }) => context.tries + 1 }),
            },
          },
        },
      },
    },
    retrying: {
      always: { guard: ({ context }) => context.tries > 2, target: 'closed', actions: assign({ tries: 0 }) },
      after: { 1000: 'connecting' },
    },
  },
});

/** A form with rules on several fields. */
export const signUp = setup({
  types: {
    context: {} as { email: string; password: string; accepted: boolean },
    events: {} as
      | { type: 'field.email'; value: string }
      | { type: 'field.password'; value: string }
      | { type: 'accepted'; isOn: boolean }
      | { type: 'submitted' },
  },
  guards: {
    hasEmail: ({ context }) => /^\S+@\S+$/.test(context.email),
    hasPassword: ({ context }) => context.password.length >= 8,
    isValid: and(['hasEmail', 'hasPassword', ({ context }) => context.accepted]),
    isPartial: or(['hasEmail', 'hasPassword']),
  },
}).createMachine({
  id: 'signUp',
  context: { email: '', password: '', accepted: false },
  initial: 'editing',
  states: {
    editing: {
      on: {
        'field.email': { actions: assign({ email: ({ event }) => event.value }) },
        'field.password': { actions: assign({ password: ({ event }) => event.value }) },
        accepted: { actions: assign({ accepted: ({ event }) => event.isOn }) },
        submitted: [
          { guard: 'isValid', target: 'sent' },
          { guard: 'isPartial', target: 'partial' },
          { target: 'invalid' },
        ],
      },
    },
    invalid: { on: { '*': 'editing' } },
    partial: { on: { '*': 'editing' } },
    sent: { type: 'final' },
  },
});

/** A stepper with its steps in a number, reentered states and a forbidden event. */
export const stepper = setup({
  types: { context: {} as { page: number }, events: {} as { type: 'next' | 'back' | 'reset' | 'help' } },
  guards: {
    isLast: ({ context }, params: { of: number }) => context.page === params.of,
    isFirst: ({ context }) => context.page === 1,
  },
}).createMachine({
  id: 'stepper',
  context: { page: 1 },
  initial: 'shown',
  on: {
    help: { actions: 'help' as never },
    reset: { target: '.shown', reenter: true, actions: assign({ page: 1 }) },
  },
  states: {
    shown: {
      on: {
        help: undefined,
        next: [
          { guard: { type: 'isLast', params: { of: 3 } }, target: 'done' },
          { target: 'shown', reenter: true, actions: assign({ page: ({ context }) => context.page + 1 }) },
        ],
        back: { guard: not('isFirst'), actions: assign({ page: ({ context }) => context.page - 1 }) },
      },
    },
    done: { on: { reset: undefined } },
  },
});

/** An element, parameters of an address and a map in the context. */
export const dialog = setup({
  types: {
    input: {} as { element: { showModal: () => void; close: () => void; open: boolean } },
    context: {} as {
      element: { showModal: () => void; close: () => void; open: boolean };
      query: URLSearchParams;
      seen: Map<string, number>;
    },
    events: {} as { type: 'opened'; name: string } | { type: 'closed' },
  },
}).createMachine({
  id: 'dialog',
  context: ({ input }) => ({ element: input.element, query: new URLSearchParams('a=1'), seen: new Map() }),
  initial: 'closed',
  states: {
    closed: {
      on: {
        opened: {
          guard: ({ context, event }) => (context.seen.get(event.name) ?? 0) < 2,
          target: 'open',
          actions: [
            ({ context }) => context.element.showModal(),
            assign({
              seen: ({ context, event }) =>
                new Map(context.seen).set(event.name, (context.seen.get(event.name) ?? 0) + 1),
              query: ({ event }) => new URLSearchParams({ name: event.name }),
            }),
          ],
        },
      },
    },
    open: { on: { closed: 'closed' }, exit: ({ context }) => context.element.close() },
  },
});

/** A service and a callback in the input. The end of an actor shows their kind. */
type Notes = { load: (id: string) => Promise<{ title: string }> };
export const note = setup({
  types: {
    input: {} as { notes: Notes; onLoaded?: (title: string) => void },
    context: {} as { notes: Notes; onLoaded: ((title: string) => void) | undefined; title: string },
  },
  actors: { load: fromPromise(({ input }: { input: Notes }) => input.load('first')) },
}).createMachine({
  id: 'note',
  context: ({ input }) => ({ notes: input.notes, onLoaded: input.onLoaded, title: '' }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'load',
        input: ({ context }) => context.notes,
        onDone: {
          target: 'shown',
          actions: assign({ title: ({ event }) => event.output.title.toUpperCase() }),
        },
        onError: 'missing',
      },
    },
    shown: { entry: ({ context }) => context.onLoaded?.(context.title) },
    missing: {},
  },
});

/** Payloads that a switch tells apart. */
export const lamp = setup({
  types: { context: {} as { watts: number }, events: {} as { type: 'set'; mode: 'dim' | 'bright' | 'off' } },
}).createMachine({
  id: 'lamp',
  context: { watts: 0 },
  initial: 'dark',
  on: {
    set: {
      actions: assign({
        watts: ({ event }) => {
          switch (event.mode) {
            case 'dim':
              return 5;
            case 'bright':
              return 60;
            default:
              return 0;
          }
        },
      }),
    },
  },
  states: {
    dark: {
      always: [
        { guard: ({ context }) => context.watts > 50, target: 'bright' },
        { guard: ({ context }) => context.watts > 0, target: 'dim' },
      ],
    },
    dim: {},
    bright: {},
  },
});

/** An input with parts that may be missing, and both results of a guard that it decides. */
export const cart = setup({
  types: {
    input: {} as { items?: string[]; most?: number },
    context: {} as { items: string[]; most: number },
    events: {} as { type: 'added' },
  },
  guards: { isFull: ({ context }) => context.items.length >= context.most },
}).createMachine({
  id: 'cart',
  context: ({ input }) => ({ items: input.items ?? [], most: input.most ?? 2 }),
  initial: 'open',
  states: {
    open: {
      on: {
        added: [
          { guard: 'isFull', target: 'full' },
          { actions: assign({ items: ({ context }) => [...context.items, 'tea'] }) },
        ],
      },
    },
    full: {},
  },
});
