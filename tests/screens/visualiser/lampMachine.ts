import { assign, fromCallback, fromPromise, setup } from 'xstate';

/** Returns a machine that calls the server, listens, and breaks. Each is another one: an inspection changes it in place. */
export const newMachine = () =>
  setup({
    types: {
      context: {} as { presses: number },
      events: {} as { type: 'pressed' | 'asked' | 'listened' | 'broken' | 'torn' | 'refused' },
    },
    actors: {
      ask: fromPromise<Response, { to: string }>(() => window.fetch('/api/ask', { method: 'POST' })),
      listen: fromCallback(() => {}),
      refuse: fromPromise(() => Promise.reject(new Error('No.'))),
    },
    actions: {
      count: assign(({ context }) => ({ presses: context.presses + 1 })),
      fail: () => {
        throw new Error('It broke.');
      },
      tear: () => {
        throw 'torn';
      },
    },
  }).createMachine({
    id: 'lamp',
    context: { presses: 0 },
    initial: 'off',
    states: {
      off: {
        on: {
          pressed: { target: 'on', actions: 'count' },
          asked: 'asking',
          listened: 'listening',
          refused: 'refusing',
          broken: { actions: 'fail' },
          torn: { actions: 'tear' },
        },
      },
      on: { always: 'shining' },
      shining: {},
      asking: { invoke: { id: 'asker', src: 'ask', input: { to: 'hall' }, onDone: 'off' } },
      listening: { invoke: { id: 'listener', src: 'listen' } },
      refusing: { invoke: { id: 'refuser', src: 'refuse' } },
    },
  });
