import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { Checks, Expectation, StateExpectations } from '../checks/checks.types.ts';
import {
  alertBox,
  button,
  dialogTitle,
  fileNames,
  formValues,
  noText,
  text,
} from '../checks/expectations.ts';
import { isEvent, movedTo } from '../checks/focus.ts';
import type { jobApplicationMachine } from './jobApplication.machine.ts';

type Context = ContextFrom<typeof jobApplicationMachine>;

const REFUSED = 'This kind of file is not taken. Please choose a PDF, DOC or DOCX file.';

const closedDialog: StateExpectations = (snapshot, after) => {
  const { job, resume }: Context = snapshot.context;
  return [
    dialogTitle(null),
    fileNames(resume === null ? [] : [resume]),
    ...(isEvent(after, 'submitted')
      ? [
          alertBox(
            `Thank you for applying to ${job?.title}! We'll review your application and get back to you soon.`,
          ),
        ]
      : []),
  ];
};

function openDialog(snapshot: AnyMachineSnapshot): Expectation[] {
  const { job, values, resume, resumeBeforeReload }: Context = snapshot.context;
  return [
    dialogTitle(`Apply for ${job?.title}`),
    formValues(values),
    text(resume ?? 'Choose File'),
    fileNames(resume === null ? [] : [resume]),
    ...(resumeBeforeReload === null
      ? []
      : [
          text(
            `The page was loaded again, and files are not kept. Please choose ${resumeBeforeReload} again.`,
          ),
        ]),
    button('Submit Application', { isEnabled: true }),
  ];
}

const focusOnName = movedTo('jobApplication-name', 'opened', 'draftFound');

export const jobApplicationChecks: Checks = {
  focus: {
    closed: ({ after, snapshot }) => {
      const { job }: Context = snapshot.context;
      return isEvent(after, 'closed', 'cancelled', 'submitted') ? `apply-${job?.id}` : null;
    },
    'open.idle': focusOnName,
    'open.fileRefused': focusOnName,
  },
  states: {
    closed: closedDialog,
    'open.idle': (snapshot) => [...openDialog(snapshot), noText(REFUSED)],
    'open.fileRefused': (snapshot) => [...openDialog(snapshot), text(REFUSED)],
  },
};
