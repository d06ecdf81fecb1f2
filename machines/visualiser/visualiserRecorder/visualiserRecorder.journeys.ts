import type { Journey, JourneyStep } from '../../paths/index.ts';
import { visualiserRecorderCases } from './visualiserRecorder.cases.ts';

const { recordingStarted, transitionObserved, recordingOpened, comparedOpened } =
  visualiserRecorderCases.events;
const { transition } = transitionObserved['to the flow'];
const { recording } = recordingOpened['from a link'];
const noRecording = { flow: null, path: '', observedTransitions: [], opened: null, compared: null };
const startedContext = { ...noRecording, ...recordingStarted['by its button'] };

const record: JourneyStep<typeof visualiserRecorderCases> = [
  'recordingStarted: by its button',
  'recording',
  startedContext,
];
const step: JourneyStep<typeof visualiserRecorderCases> = [
  'transitionObserved: to the flow',
  'recording',
  { observedTransitions: [transition] },
];

export const visualiserRecorderJourneys: readonly Journey<typeof visualiserRecorderCases>[] = [
  {
    title: 'transitions of the flow are recorded until it is stopped, and can be discarded',
    steps: [
      record,
      step,
      ['transitionObserved: to the flow', 'recording', { observedTransitions: [transition, transition] }],
      [
        'recordingStopped: by its button',
        'recorded',
        { flow: 'scholarshipTerms', observedTransitions: [transition, transition] },
      ],
      ['recordingDiscarded: by its button', 'idle', noRecording],
      record,
    ],
  },
  {
    title: 'a recording without transitions is discarded',
    steps: [record, ['recordingStopped: by its button', 'idle', noRecording]],
  },
  {
    title: 'a recording is opened from a link, and another one beside it',
    steps: [
      [
        'recordingOpened: from a link',
        'recorded',
        { flow: recording.flow, path: recording.path, opened: recording, compared: null },
      ],
      [
        'comparedOpened: from a file',
        'recorded',
        { opened: recording, compared: comparedOpened['from a file'].recording },
      ],
      ['recordingDiscarded: by its button', 'idle', noRecording],
      record,
      step,
    ],
  },
];
