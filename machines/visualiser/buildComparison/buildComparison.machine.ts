import { assertEvent, assign, setup } from 'xstate';
import type { BuildModel } from '../../paths/index.ts';
import { declarePromiseActor, errorMessage, outputOf } from '../../shared/actors.ts';

type BuildComparisonContext = {
  /** The build with which this one is compared. */
  other: BuildModel | null;
  /** This build. */
  own: BuildModel | null;
  error: string | null;
};

type BuildComparisonEvent =
  | { type: 'buildOpened'; build: BuildModel }
  | { type: 'retried' }
  | { type: 'closed' };

export const buildComparisonActors = {
  /** Resolves with the flows of this build. */
  loadOwnBuild: declarePromiseActor<BuildModel>('loadOwnBuild'),
};

export const NOT_LOADED = 'The flows of this build were not loaded in time.';

const nothing: BuildComparisonContext = { other: null, own: null, error: null };

/** The flows of this build, compared with those of another one that is opened from a file. */
export const buildComparisonMachine = setup({
  types: { context: {} as BuildComparisonContext, events: {} as BuildComparisonEvent, tags: {} as 'busy' },
  actors: buildComparisonActors,
  actions: {
    setOther: assign(({ event }) => {
      assertEvent(event, 'buildOpened');
      return { other: event.build, error: null };
    }),
    setOwn: assign((_, own: BuildModel) => ({ own })),
    setError: assign((_, error: string) => ({ error })),
    clearError: assign({ error: null }),
    forget: assign(nothing),
  },
  delays: {
    /** Without the file of this build its flows are explored, which takes long. */
    loadTimeout: 60_000,
  },
}).createMachine({
  id: 'buildComparison',
  context: nothing,
  initial: 'closed',
  on: {
    buildOpened: { target: '.loading', actions: 'setOther' },
  },
  states: {
    closed: { description: 'No other build is opened.' },
    loading: {
      description: 'The flows of this build are loaded.',
      tags: 'busy',
      invoke: {
        id: 'loadOwnBuild',
        src: 'loadOwnBuild',
        onDone: { target: 'compared', actions: { type: 'setOwn', params: outputOf } },
        onError: {
          target: 'failed',
          actions: { type: 'setError', params: ({ event }) => errorMessage(event.error, NOT_LOADED) },
        },
      },
      after: { loadTimeout: { target: 'failed', actions: { type: 'setError', params: NOT_LOADED } } },
    },
    compared: {
      description: 'What changed since the other build is shown.',
      on: { closed: { target: 'closed', actions: 'forget' } },
    },
    failed: {
      description: 'The flows of this build could not be loaded.',
      on: {
        retried: { target: 'loading', actions: 'clearError' },
        closed: { target: 'closed', actions: 'forget' },
      },
    },
  },
});
