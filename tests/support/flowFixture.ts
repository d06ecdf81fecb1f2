import { assign, createMachine, setup } from 'xstate';
import { always, defineFlow, explore, type Flow, type Graph } from '../../machines/paths/index.ts';
import { declarePromiseActor } from '../../machines/shared/actors.ts';

const actors = { load: declarePromiseActor<{ items: number }>('load') };

/** A machine with one of each: a guard, an actor, timers, a counter. */
export const fixtureMachine = setup({
  types: {
    context: {} as { items: number; attempts: number },
    events: {} as { type: 'asked' } | { type: 'taken' } | { type: 'cleared' } | { type: 'burnt' },
  },
  actors,
  guards: {
    isEmpty: ({ context }) => context.items === 0,
    isOnFire: () => false,
    hasAttemptsLeft: ({ context }) => context.attempts < 2,
  },
  actions: {
    fill: assign((_, items: number) => ({ items })),
    take: assign(({ context }) => ({ items: context.items - 1 })),
    count: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    reset: assign({ attempts: 0 }),
  },
  delays: { hint: 100, timeout: 1_000 },
}).createMachine({
  id: 'shelf',
  context: { items: 0, attempts: 0 },
  initial: 'idle',
  states: {
    idle: { description: 'Nothing has been asked for.', on: { asked: 'loading' } },
    loading: {
      tags: 'busy',
      entry: 'count',
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { target: 'full', actions: { type: 'fill', params: ({ event }) => event.output.items } },
        onError: [
          { guard: 'hasAttemptsLeft', target: 'loading', reenter: true },
          { target: 'idle', actions: 'reset' },
        ],
      },
      after: { hint: '.slow', timeout: 'idle' },
      initial: 'onTime',
      states: { onTime: {}, slow: {} },
    },
    full: {
      on: {
        taken: [{ guard: 'isEmpty', target: 'idle' }, { actions: 'take' }],
        cleared: 'idle',
        burnt: { guard: 'isOnFire', target: 'ashes' },
      },
    },
    ashes: { on: { asked: 'idle' } },
  },
});

/** The flow of that machine, with the given projection and properties. */
export const createFixtureFlow = (
  project: (context: { items: number; attempts: number }) => unknown,
  properties = [neverBelowZero],
) =>
  defineFlow({
    id: 'shelf',
    title: 'Shelf',
    purpose: 'Things are taken from a shelf.',
    machine: fixtureMachine,
    actors,
    cases: {
      events: {
        asked: { 'by the visitor': {} },
        taken: { 'by the visitor': {} },
        cleared: {},
        burnt: { 'by lightning': {} },
      },
      outcomes: {
        load: { 'two items': { output: { items: 2 } }, 'the van broke down': { error: new Error('van') } },
      },
      project,
    },
    properties,
  });

const neverBelowZero = always('there are never fewer than no items', ({ context }) => context.items >= 0);

export const flow = createFixtureFlow(({ items, attempts }) => ({ items, attempts: Math.min(attempts, 2) }));
export const unboundedFlow = createFixtureFlow(({ items, attempts }) => ({ items, attempts }));
export const graph = explore(flow);

type States = Record<string, Record<string, string>>;

/** A flow `letters`. `states` maps each state to its next states by letter; each letter is an event. */
export function letterFlow(states: States): Flow {
  const events = [...new Set(Object.values(states).flatMap(Object.keys))];
  const [initial = ''] = Object.keys(states);
  const machine = createMachine({
    types: {} as { events: { type: string } },
    initial,
    states: Object.fromEntries(Object.entries(states).map(([name, on]) => [name, { on }])),
  });
  const cases = {
    events: Object.fromEntries(events.map((type) => [type, { pressed: {} }])),
    outcomes: {},
    project: () => null,
  };
  return defineFlow({ id: 'letters', title: 'Letters', purpose: '', machine, actors: {}, cases });
}

export const letterGraph = (states: States): Graph => explore(letterFlow(states));

/** A machine with one of everything that a chart can show. */
export const chartFixtureMachine = setup({
  actors: { fetch: declarePromiseActor<string>('fetch') },
  guards: { isReady: () => true },
  actions: { note: () => {}, forget: () => {} },
  delays: { patience: 5_000 },
}).createMachine({
  id: 'fixture',
  initial: 'idle',
  on: { reset: '.idle', pinged: { actions: 'note' } },
  states: {
    idle: {
      description: 'Waits for somebody.',
      tags: ['calm', 'editable'],
      entry: ['note', { type: 'forget' }],
      exit: 'note',
      on: {
        started: 'work',
        again: { target: 'idle', reenter: true },
        skipped: { guard: 'isReady', target: 'work.left.second', actions: ['note', 'forget'] },
        counted: { actions: 'note' },
      },
    },
    fetching: {
      invoke: { id: 'first', src: 'fetch', onDone: 'work', onError: 'idle' },
      after: { patience: 'idle', 300: { actions: 'note' } },
    },
    work: {
      type: 'parallel',
      onDone: 'over',
      on: { split: { target: ['.left.second', '.right.closed'] }, stopped: 'over', paused: 'paused' },
      states: {
        left: {
          initial: 'first',
          states: {
            first: { on: { next: 'second', out: '#fixture.fetching' } },
            second: { always: { guard: 'isReady', target: 'end' } },
            end: { type: 'final' },
          },
        },
        right: {
          initial: 'open',
          on: { back: '.past' },
          states: {
            open: { on: { shut: 'closed' } },
            closed: { on: { around: '#fixture.work.right', wayAround: '#fixture.work' } },
            past: { type: 'history', target: 'closed' },
            deepPast: { type: 'history', history: 'deep' },
          },
        },
      },
    },
    paused: { on: { resumed: 'work.right.past', resumedDeeply: 'work.right.deepPast' } },
    over: { type: 'final' },
  },
});
