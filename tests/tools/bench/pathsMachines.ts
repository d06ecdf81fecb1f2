import { assign, enqueueActions, fromPromise, sendTo, setup } from 'xstate';

/**
 * Machines of the kinds whose plans took longest: many states, many regions, a large context, placeholders, many
 * actors.
 */

/** Some items by the names that a function gives them. */
const named = <Item>(count: number, item: (index: number) => [string, Item]): Record<string, Item> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => item(index)));

const ROW = 1_000;

/** A row of states, with a way to the next and to the one before. */
export const row = setup({}).createMachine({
  id: 'row',
  initial: 's0',
  states: named(ROW, (index) => [
    `s${index}`,
    { on: { next: `s${Math.min(index + 1, ROW - 1)}`, back: `s${Math.max(index - 1, 0)}` } },
  ]),
});

/** Eight parallel lamps. */
export const lamps = setup({}).createMachine({
  id: 'lamps',
  type: 'parallel',
  states: named(8, (index) => [
    `lamp${index}`,
    {
      initial: 'off',
      states: {
        off: { on: { [`press${index}`]: 'dim' } },
        dim: { on: { [`press${index}`]: 'bright' } },
        bright: { on: { [`press${index}`]: 'off' } },
      },
    },
  ]),
});

const tableOf = (count: number) => {
  const rows = Array.from({ length: count }, (_, id) => ({ id, title: `Title ${id}`, marks: ['new'] }));
  return setup({
    types: { context: {} as { rows: typeof rows; page: number } },
    guards: { isLast: ({ context }) => context.page === 100, isFirst: ({ context }) => context.page === 0 },
  }).createMachine({
    id: 'table',
    context: { rows, page: 0 },
    on: {
      forward: [{ guard: 'isLast' }, { actions: assign({ page: ({ context }) => context.page + 1 }) }],
      backward: [{ guard: 'isFirst' }, { actions: assign({ page: ({ context }) => context.page - 1 }) }],
    },
  });
};

/** A table whose list never changes. */
export const shortTable = tableOf(10);
export const longTable = tableOf(5_000);

const provided = (): never => {
  throw new Error('Provide it.');
};

/** A wizard of 54 states with placeholders, as an app writes it that provides its actions later. */
export const wizard = setup({
  actions: { showPage: provided, track: provided, leave: provided },
  guards: { isAllowed: provided, isComplete: provided },
  actors: { load: fromPromise(async () => provided()) },
}).createMachine({
  id: 'wizard',
  initial: 'page0',
  states: named(27, (index) => [
    `page${index}`,
    {
      initial: 'loading',
      entry: 'showPage',
      states: {
        loading: { invoke: { src: 'load', onDone: 'ready', onError: 'ready' } },
        ready: {
          on: {
            next: [
              { guard: 'isAllowed', target: `#wizard.page${(index + 1) % 27}` },
              { guard: 'isComplete', actions: 'track' },
            ],
            back: { target: `#wizard.page${Math.max(index - 1, 0)}`, actions: 'leave' },
          },
        },
      },
    },
  ]),
});

const queue = setup({
  types: {
    context: {} as { items: string[] },
    events: {} as { type: 'added'; id: string } | { type: 'paused' },
  },
}).createMachine({
  context: { items: [] },
  initial: 'empty',
  on: {
    added: {
      target: '.shown',
      actions: assign({ items: ({ context, event }) => [...context.items, event.id] }),
    },
  },
  states: {
    empty: {},
    shown: { after: { 3000: 'fading' }, on: { paused: 'waiting' } },
    waiting: {},
    fading: { after: { 300: 'empty' } },
  },
});

const PLACES = ['top', 'left', 'right', 'bottom', 'inbox', 'status'];

/** Six children with timers, to which events are sent. */
export const children = setup({
  types: { events: {} as { type: 'create'; place: string; id: string } | { type: 'hidden' } },
  actors: { queue },
}).createMachine({
  id: 'children',
  context: ({ spawn }) => {
    for (const place of PLACES) spawn('queue', { id: place });
    return {};
  },
  on: {
    create: {
      actions: sendTo(
        ({ event }) => event.place,
        ({ event }) => ({ type: 'added', id: event.id }),
      ),
    },
    hidden: {
      actions: enqueueActions(({ enqueue }) => {
        for (const place of PLACES) enqueue.sendTo(place, { type: 'paused' });
      }),
    },
  },
});

/** Uploads without a limit. */
export const uploads = setup({
  types: { context: {} as { jobs: unknown[] } },
  actors: { upload: fromPromise(async () => 1) },
}).createMachine({
  id: 'uploads',
  context: { jobs: [] },
  initial: 'open',
  states: {
    open: {
      on: {
        dropped: { actions: assign({ jobs: ({ context, spawn }) => [...context.jobs, spawn('upload')] }) },
        closed: 'shut',
      },
    },
    shut: { on: { opened: 'open' } },
  },
});
