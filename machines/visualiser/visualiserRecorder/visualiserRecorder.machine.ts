import { assertEvent, assign, setup } from 'xstate';
import type { ObservedTransition, Recording } from '../recording.ts';

export type RecorderContext = {
  /** The recorded flow, the path of its page, and the transitions observed so far. */
  flow: string | null;
  path: string;
  observedTransitions: ObservedTransition[];
  /** A recording that was opened from a file or a link. */
  opened: Recording | null;
  /** A recording of a file, beside which the recording is shown. */
  compared: Recording | null;
};

type RecorderEvent =
  | { type: 'recordingStarted'; flow: string; path: string }
  /** The recorded flow has taken a transition. */
  | { type: 'transitionObserved'; transition: ObservedTransition }
  | { type: 'recordingStopped' }
  | { type: 'recordingDiscarded' }
  | { type: 'recordingOpened'; recording: Recording }
  | { type: 'comparedOpened'; recording: Recording };

const noRecording: RecorderContext = {
  flow: null,
  path: '',
  observedTransitions: [],
  opened: null,
  compared: null,
};

/** Records the transitions of one flow, or opens an earlier recording. */
export const visualiserRecorderMachine = setup({
  types: { context: {} as RecorderContext, events: {} as RecorderEvent },
  guards: {
    hasSteps: ({ context }) => context.observedTransitions.length > 0,
  },
  actions: {
    startRecording: assign(({ event }) => {
      assertEvent(event, 'recordingStarted');
      return { ...noRecording, flow: event.flow, path: event.path };
    }),
    addTransition: assign(({ context, event }) => {
      assertEvent(event, 'transitionObserved');
      return { observedTransitions: [...context.observedTransitions, event.transition] };
    }),
    clearRecording: assign(noRecording),
    openRecording: assign(({ event }) => {
      assertEvent(event, 'recordingOpened');
      const opened = event.recording;
      return { ...noRecording, flow: opened.flow, path: opened.path, opened };
    }),
    setCompared: assign(({ event }) => {
      assertEvent(event, 'comparedOpened');
      return { compared: event.recording };
    }),
  },
}).createMachine({
  id: 'visualiserRecorder',
  context: noRecording,
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing is recorded.',
      on: {
        recordingStarted: {
          target: 'recording',
          actions: 'startRecording',
        },
        recordingOpened: {
          target: 'recorded',
          actions: 'openRecording',
        },
      },
    },
    recording: {
      description: 'What happens to the flow is recorded.',
      on: {
        transitionObserved: {
          actions: 'addTransition',
        },
        recordingStopped: [
          { guard: 'hasSteps', target: 'recorded' },
          { target: 'idle', actions: 'clearRecording' },
        ],
      },
    },
    recorded: {
      description: 'There is a recording.',
      on: {
        comparedOpened: { actions: 'setCompared' },
        recordingDiscarded: { target: 'idle', actions: 'clearRecording' },
      },
    },
  },
});
