import type { Journey, Leg } from '../paths/journey.ts';
import { visualiserRecorderCases } from './visualiserRecorder.cases.ts';

const { recordPressed, happened, recordingOpened } = visualiserRecorderCases.events;
const { happening } = happened['to the flow'];
const { recording } = recordingOpened['from a link'];
const begun = { ...recordPressed['by its button'], happenings: [], opened: null };
const nothing = { flow: null, path: '', happenings: [], opened: null };

const record: Leg = ['recordPressed: by its button', 'recording', begun];
const step: Leg = ['happened: to the flow', 'recording', { happenings: [happening] }];

export const visualiserRecorderJourneys: readonly Journey[] = [
  {
    title: 'what happens to the flow is put down, and kept until it is discarded',
    legs: [
      record,
      step,
      ['happened: to the flow', 'recording', { happenings: [happening, happening] }],
      [
        'stopPressed: by its button',
        'kept',
        { flow: 'scholarshipTerms', happenings: [happening, happening] },
      ],
      ['discardPressed: by its button', 'off', nothing],
      record,
    ],
  },
  {
    title: 'a recording of nothing is none',
    legs: [record, ['stopPressed: by its button', 'off', nothing]],
  },
  {
    title: 'a recording is opened from a link',
    legs: [
      [
        'recordingOpened: from a link',
        'kept',
        { flow: recording.flow, path: recording.path, opened: recording },
      ],
      ['discardPressed: by its button', 'off', nothing],
      record,
      step,
    ],
  },
];
