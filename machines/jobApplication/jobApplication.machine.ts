import { assertEvent, assign, type SnapshotFrom, setup } from 'xstate';
import { normalizePhone } from '../shared/phone.ts';
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
    wasOpen: ({ event }) => {
      assertEvent(event, 'draftFound');
      return event.draft.isOpen && event.draft.job !== null;
    },
    isSameJob: ({ context, event }) => {
      assertEvent(event, 'opened');
      return context.job?.id === event.job.id;
    },
    isAcceptedFile: ({ event }) => {
      assertEvent(event, 'fileChosen');
      return isAcceptedFile(event.name);
    },
    hasFile: ({ context }) => context.resume !== null,
    isValid: ({ context }) => context.resume !== null && invalidFields(context.values).length === 0,
  },
  actions: {
    restoreDraft: assign(({ event }) => {
      assertEvent(event, 'draftFound');
      const { job, values, resume } = event.draft;
      return { job, values, resume: null, resumeBeforeReload: resume };
    }),
    setJob: assign(({ event }) => {
      assertEvent(event, 'opened');
      return { job: event.job };
    }),
    setValues: assign(({ context, event }) => {
      assertEvent(event, 'changed');
      const { phone } = event.values;
      const normalized = phone === undefined ? {} : { phone: normalizePhone(phone) };
      return { values: { ...context.values, ...event.values, ...normalized } };
    }),
    setFile: assign(({ event }) => {
      assertEvent(event, 'fileChosen');
      return { resume: event.name, resumeBeforeReload: null };
    }),
    clearFile: assign({ resume: null, resumeBeforeReload: null }),
    reset: assign(emptyApplication),
    /** Clears the file field. */
    clearFileInput: () => {},
    /** Lets the browser report its first invalid field. */
    reportValidity: () => {},
    /** Shows a browser alert: the application has been received. */
    showThanks: () => {},
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
            guard: 'wasOpen',
            target: 'open',
            actions: 'restoreDraft',
          },
          { actions: 'restoreDraft' },
        ],
        opened: [
          { guard: 'isSameJob', target: 'open' },
          {
            target: 'open',
            actions: ['reset', 'setJob'],
          },
        ],
      },
    },
    open: {
      initial: 'idle',
      on: {
        closed: 'closed',
        cancelled: 'closed',
        changed: { actions: 'setValues' },
        fileChosen: [
          {
            guard: 'isAcceptedFile',
            target: '.idle',
            actions: 'setFile',
          },
          { target: '.fileRefused', actions: ['clearFile', 'clearFileInput'] },
        ],
        fileRemoved: { guard: 'hasFile', actions: 'clearFile' },
        submitted: [
          {
            guard: 'isValid',
            target: 'closed',
            actions: ['reset', 'clearFileInput', 'showThanks'],
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

/** The draft to restore after a reload; null when nothing has been typed or chosen. */
export function draftOf(snapshot: SnapshotFrom<typeof jobApplicationMachine>): ApplicationDraft | null {
  const { job, values, resume, resumeBeforeReload } = snapshot.context;
  const file = resume ?? resumeBeforeReload;
  const isUntouched = file === null && Object.values(values).every((text) => text === '');
  return isUntouched ? null : { isOpen: snapshot.matches('open'), job, values, resume: file };
}
