import { assign, type SnapshotFrom, setup } from 'xstate';
import { tenDigits } from '../phone.ts';
import {
  type ApplicationValues,
  emptyValues,
  incompleteFields,
  isAcceptedFile,
  type Job,
} from './jobApplication.rules.ts';

/** What outlives a reload: everything but the file, of which only the name is kept. */
export type ApplicationDraft = {
  isOpen: boolean;
  job: Job | null;
  values: ApplicationValues;
  resume: string | null;
};

type ApplicationContext = {
  /** The job whose application was opened last; null before the first. */
  job: Job | null;
  values: ApplicationValues;
  /** Name of the file that the file field holds. */
  resume: string | null;
  /** Name of the file that it held before the page was loaded again. */
  lostResume: string | null;
};

export type ApplicationEvent =
  /** The page was loaded, and in this tab an application had been begun before. */
  | { type: 'draftFound'; draft: ApplicationDraft }
  | { type: 'opened'; job: Job }
  | { type: 'closed' }
  /** The browser closed the dialog, as it does on Escape. */
  | { type: 'cancelled' }
  | { type: 'changed'; values: Partial<ApplicationValues> }
  | { type: 'fileChosen'; name: string }
  | { type: 'fileRemoved' }
  | { type: 'submitted' };

const nothingBegun = { values: emptyValues, resume: null, lostResume: null };

/** The dialog in which somebody applies for a job. Its submit makes no call. Spec §2 Careers, §4, §5. */
export const jobApplicationMachine = setup({
  types: { context: {} as ApplicationContext, events: {} as ApplicationEvent },
  guards: {
    wasOpen: (_, { isOpen, job }: ApplicationDraft) => isOpen && job !== null,
    isSameJob: ({ context }, job: Job) => context.job?.id === job.id,
    isAcceptedFile: (_, name: string) => isAcceptedFile(name),
    hasFile: ({ context }) => context.resume !== null,
    isComplete: ({ context }) => context.resume !== null && incompleteFields(context.values).length === 0,
  },
  actions: {
    takeUpDraft: assign((_, { job, values, resume }: ApplicationDraft) => ({
      job,
      values,
      resume: null,
      lostResume: resume,
    })),
    keepJob: assign((_, job: Job) => ({ job })),
    keepValues: assign(({ context }, values: Partial<ApplicationValues>) => ({
      values: {
        ...context.values,
        ...values,
        ...(values.phone !== undefined && { phone: tenDigits(values.phone) }),
      },
    })),
    keepFile: assign((_, resume: string) => ({ resume, lostResume: null })),
    dropFile: assign({ resume: null, lostResume: null }),
    reset: assign(nothingBegun),
    /** Takes the file out of the file field. */
    emptyFileField: () => {},
    /** Lets the browser say which field it waits for. */
    showBrowserMessages: () => {},
    /** Tells the applicant that the application has come in, in a browser alert. */
    thank: (_, _job: Job | null) => {},
  },
}).createMachine({
  id: 'jobApplication',
  context: { job: null, ...nothingBegun },
  initial: 'closed',
  states: {
    closed: {
      description: 'The dialog is closed. What was begun in it is kept for its job.',
      on: {
        draftFound: [
          {
            guard: { type: 'wasOpen', params: ({ event }) => event.draft },
            target: 'open',
            actions: { type: 'takeUpDraft', params: ({ event }) => event.draft },
          },
          { actions: { type: 'takeUpDraft', params: ({ event }) => event.draft } },
        ],
        opened: [
          { guard: { type: 'isSameJob', params: ({ event }) => event.job }, target: 'open' },
          {
            target: 'open',
            actions: ['reset', { type: 'keepJob', params: ({ event }) => event.job }],
          },
        ],
      },
    },
    open: {
      initial: 'editing',
      on: {
        closed: 'closed',
        cancelled: 'closed',
        changed: { actions: { type: 'keepValues', params: ({ event }) => event.values } },
        fileChosen: [
          {
            guard: { type: 'isAcceptedFile', params: ({ event }) => event.name },
            target: '.editing',
            actions: { type: 'keepFile', params: ({ event }) => event.name },
          },
          { target: '.refused', actions: ['dropFile', 'emptyFileField'] },
        ],
        fileRemoved: { guard: 'hasFile', actions: 'dropFile' },
        submitted: [
          {
            guard: 'isComplete',
            target: 'closed',
            actions: ['reset', 'emptyFileField', { type: 'thank', params: ({ context }) => context.job }],
          },
          { actions: 'showBrowserMessages' },
        ],
      },
      states: {
        editing: { description: 'The dialog with the application form is open.' },
        refused: { description: 'A file of another kind was chosen; the field says which kinds are taken.' },
      },
    },
  },
});

/** What of a state outlives a reload; null when nothing has been typed or chosen. */
export function draftOf(snapshot: SnapshotFrom<typeof jobApplicationMachine>): ApplicationDraft | null {
  const { job, values, resume, lostResume } = snapshot.context;
  const file = resume ?? lostResume;
  const isUntouched = file === null && Object.values(values).every((text) => text === '');
  return isUntouched ? null : { isOpen: snapshot.matches('open'), job, values, resume: file };
}
