import { assign, setup } from 'xstate';
import type { Happening, Recording } from '../paths/recording.ts';

export type RecorderContext = {
  /** The flow that is recorded, the page it runs on, and what has happened to it. */
  flow: string | null;
  path: string;
  happenings: Happening[];
  /** A recording that was opened from a file or a link. */
  opened: Recording | null;
};

export type RecorderEvent =
  | { type: 'recordPressed'; flow: string; path: string }
  /** Something happened to the flow that is recorded. */
  | { type: 'happened'; happening: Happening }
  | { type: 'stopPressed' }
  | { type: 'discardPressed' }
  | { type: 'recordingOpened'; recording: Recording };

/** Most steps of a recording; what comes later is not put down. */
export const MOST_STEPS = 500;

const nothing: RecorderContext = { flow: null, path: '', happenings: [], opened: null };

/** Records what happens to one flow, until it is told to stop, or opens what was recorded before. */
export const visualiserRecorderMachine = setup({
  types: { context: {} as RecorderContext, events: {} as RecorderEvent },
  guards: {
    hasSteps: ({ context }) => context.happenings.length > 0,
  },
  actions: {
    begin: assign((_, { flow, path }: { flow: string; path: string }) => ({ ...nothing, flow, path })),
    add: assign(({ context }, happening: Happening) => ({
      happenings: [...context.happenings, happening].slice(0, MOST_STEPS),
    })),
    forget: assign(nothing),
    open: assign((_, opened: Recording) => ({ ...nothing, flow: opened.flow, path: opened.path, opened })),
  },
}).createMachine({
  id: 'visualiserRecorder',
  context: nothing,
  initial: 'off',
  states: {
    off: {
      description: 'Nothing is recorded.',
      on: {
        recordPressed: { target: 'recording', actions: { type: 'begin', params: ({ event }) => event } },
        recordingOpened: {
          target: 'kept',
          actions: { type: 'open', params: ({ event }) => event.recording },
        },
      },
    },
    recording: {
      description: 'What happens to the flow is recorded.',
      on: {
        happened: {
          actions: { type: 'add', params: ({ event }) => event.happening },
        },
        stopPressed: [
          { guard: 'hasSteps', target: 'kept' },
          { target: 'off', actions: 'forget' },
        ],
      },
    },
    kept: {
      description: 'There is a recording.',
      on: { discardPressed: { target: 'off', actions: 'forget' } },
    },
  },
});
