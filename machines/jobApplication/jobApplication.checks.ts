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
import { jobApplicationMessages } from './jobApplication.messages.ts';

type Context = ContextFrom<typeof jobApplicationMachine>;

const { title, thanks, refused, lost } = jobApplicationMessages;

const closedDialog: StateExpectations = (snapshot, after) => {
  const { job, resume }: Context = snapshot.context;
  return [
    dialogTitle(null),
    fileNames(resume === null ? [] : [resume]),
    ...(isEvent(after, 'submitted') ? [alertBox(thanks(`${job?.title}`))] : []),
  ];
};

function openDialog(snapshot: AnyMachineSnapshot): Expectation[] {
  const { job, values, resume, resumeBeforeReload }: Context = snapshot.context;
  return [
    dialogTitle(title(`${job?.title}`)),
    formValues(values),
    text(resume ?? 'Choose File'),
    fileNames(resume === null ? [] : [resume]),
    ...(resumeBeforeReload === null ? [] : [text(lost(resumeBeforeReload))]),
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
    'open.idle': (snapshot) => [...openDialog(snapshot), noText(refused)],
    'open.fileRefused': (snapshot) => [...openDialog(snapshot), text(refused)],
  },
};
