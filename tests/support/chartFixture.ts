import { setup } from 'xstate';
import { declarePromiseActor } from '../../machines/actors.ts';

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
