import type { Cases } from '../paths/flow.ts';
import type { Happening, RecordedPose, Recording } from '../paths/recording.ts';
import type { visualiserRecorderMachine } from './visualiserRecorder.machine.ts';

const pose = (value: string): RecordedPose => ({ status: 'active', value, context: {}, children: {} });

const toggled: Happening = { before: pose('hidden'), event: { type: 'toggled' }, after: pose('shown') };

const recording: Recording = {
  flow: 'scholarshipTerms',
  path: '/knowmore',
  start: null,
  steps: [
    { name: 'toggled: by the button', state: 'shown' },
    { name: 'toggled: by the button', state: 'hidden' },
  ],
};

/** The alphabet of the recorder, with the scholarship's terms panel to record. */
export const visualiserRecorderCases = {
  events: {
    recordPressed: { 'by its button': { flow: 'scholarshipTerms', path: '/knowmore' } },
    happened: { 'to the flow': { happening: toggled } },
    stopPressed: { 'by its button': {} },
    discardPressed: { 'by its button': {} },
    recordingOpened: { 'from a link': { recording } },
  },
  outcomes: {},
  where: (type, _, snapshot) => type !== 'happened' || snapshot.context.happenings.length < 2,
  project: ({ flow, happenings, opened }) => ({
    flow,
    happenings: happenings.length,
    opened: opened !== null,
  }),
} satisfies Cases<typeof visualiserRecorderMachine, Record<never, never>>;
