import { assign, type SnapshotFrom, setup } from 'xstate';
import { normalizePhone } from '../phone.ts';
import {
  type ApplicationValues,
  emptyValues,
  invalidFields,
  isAcceptedFile,
  type Job,
} from './jobApplication.rules.ts';

/** The data that is restored after a reload: everything but the file, of which only the name is saved. */
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
  /** Name of the file that it held before a reload. */
  resumeBeforeReload: string | null;
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

const emptyApplication = { values: emptyValues, resume: null, resumeBeforeReload: null };

/** The dialog in which somebody applies for a job. Its submit makes no call. Spec §2 Careers, §4, §5. */
export const jobApplicationMachine = setup({
  types: { context: {} as ApplicationContext, events: {} as ApplicationEvent },
  guards: {
    wasOpen: (_, { isOpen, job }: ApplicationDraft) => isOpen && job !== null,
    isSameJob: ({ context }, job: Job) => context.job?.id === job.id,
    isAcceptedFile: (_, name: string) => isAcceptedFile(name),
    hasFile: ({ context }) => context.resume !== null,
    isValid: ({ context }) => context.resume !== null && invalidFields(context.values).length === 0,
  },
  actions: {
    restoreDraft: assign((_, { job, values, resume }: ApplicationDraft) => ({
      job,
      values,
      resume: null,
      resumeBeforeReload: resume,
    })),
    setJob: assign((_, job: Job) => ({ job })),
    setValues: assign(({ context }, values: Partial<ApplicationValues>) => ({
      values: {
        ...context.values,
        ...values,
        ...(values.phone !== undefined && { phone: normalizePhone(values.phone) }),
      },
    })),
    setFile: assign((_, resume: string) => ({ resume, resumeBeforeReload: null })),
    clearFile: assign({ resume: null, resumeBeforeReload: null }),
    reset: assign(emptyApplication),
    /** Clears the file field. */
    clearFileInput: () => {},
    /** Lets the browser report its first invalid field. */
    reportValidity: () => {},
    /** Shows a browser alert: the application has been received. */
    showThanks: (_, _job: Job | null) => {},
  },
}).createMachine({
  id: 'jobApplication',
  context: { job: null, ...emptyApplication },
  initial: 'closed',
  states: {
    closed: {
      description: 'The dialog is closed. What was begun in it is kept for its job.',
      on: {
        draftFound: [
          {
            guard: { type: 'wasOpen', params: ({ event }) => event.draft },
            target: 'open',
            actions: { type: 'restoreDraft', params: ({ event }) => event.draft },
          },
          { actions: { type: 'restoreDraft', params: ({ event }) => event.draft } },
        ],
        opened: [
          { guard: { type: 'isSameJob', params: ({ event }) => event.job }, target: 'open' },
          {
            target: 'open',
            actions: ['reset', { type: 'setJob', params: ({ event }) => event.job }],
          },
        ],
      },
    },
    open: {
      initial: 'idle',
      on: {
        closed: 'closed',
        cancelled: 'closed',
        changed: { actions: { type: 'setValues', params: ({ event }) => event.values } },
        fileChosen: [
          {
            guard: { type: 'isAcceptedFile', params: ({ event }) => event.name },
            target: '.idle',
            actions: { type: 'setFile', params: ({ event }) => event.name },
          },
          { target: '.fileRefused', actions: ['clearFile', 'clearFileInput'] },
        ],
        fileRemoved: { guard: 'hasFile', actions: 'clearFile' },
        submitted: [
          {
            guard: 'isValid',
            target: 'closed',
            actions: [
              'reset',
              'clearFileInput',
              { type: 'showThanks', params: ({ context }) => context.job },
            ],
          },
          { actions: 'reportValidity' },
        ],
      },
      states: {
        idle: { description: 'The dialog with the application form is open.' },
        fileRefused: {
          description: 'A file of another kind was chosen; the field says which kinds are taken.',
        },
      },
    },
  },
});

/** Returns the draft that is restored after a reload; null when nothing has been typed or chosen. */
export function draftOf(snapshot: SnapshotFrom<typeof jobApplicationMachine>): ApplicationDraft | null {
  const { job, values, resume, resumeBeforeReload } = snapshot.context;
  const file = resume ?? resumeBeforeReload;
  const isUntouched = file === null && Object.values(values).every((text) => text === '');
  return isUntouched ? null : { isOpen: snapshot.matches('open'), job, values, resume: file };
}
