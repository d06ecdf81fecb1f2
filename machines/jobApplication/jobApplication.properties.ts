import type { SnapshotFrom } from 'xstate';
import type { PerformedStep, Property } from '../paths/index.ts';
import { always, never } from '../paths/index.ts';
import { performedInOrder } from '../shared/performedInOrder.ts';
import { draftOf, type jobApplicationMachine } from './jobApplication.machine.ts';
import { emptyValues } from './jobApplication.rules.ts';

const isEmpty = (snapshot: SnapshotFrom<typeof jobApplicationMachine>) =>
  JSON.stringify(snapshot.context.values) === JSON.stringify(emptyValues);

const isForAnotherJob = ({ before, step, after }: PerformedStep<typeof jobApplicationMachine>) =>
  step.kind === 'event' && step.type === 'opened' && before.context.job?.id !== after.context.job?.id;

/** Requirements of the job application that are not derived from its machine. Spec §4, Application modal; §5, Job application. */
export const jobApplicationProperties: readonly Property<typeof jobApplicationMachine>[] = [
  always('an open dialog has a job', (snapshot) =>
    Boolean(!snapshot.matches('open') || snapshot.context.job),
  ),
  never('the draft for one job appears under another', (performed) => {
    const { resume, resumeBeforeReload } = performed.after.context;
    return (
      isForAnotherJob(performed) &&
      !(isEmpty(performed.after) && resume === null && resumeBeforeReload === null)
    );
  }),
  never('what was typed is lost', (performed) => {
    const { before, step, after } = performed;
    if (step.kind !== 'event' || ['changed', 'draftFound'].includes(step.type)) return false;
    if (isForAnotherJob(performed)) return false;
    if (step.type === 'submitted' && after.matches('closed')) return !isEmpty(after);
    return JSON.stringify(before.context.values) !== JSON.stringify(after.context.values);
  }),
  always(
    'a draft keeps what was begun, and of a file its name',
    (snapshot) => {
      const { job, values, resume, resumeBeforeReload } = snapshot.context;
      const file = resume ?? resumeBeforeReload;
      const begun = { isOpen: snapshot.matches('open'), job, values, resume: file };
      const expected = isEmpty(snapshot) && file === null ? null : begun;
      return JSON.stringify(draftOf(snapshot)) === JSON.stringify(expected);
    },
    { isOfCode: true },
  ),
  never('an application without a resume, a name, an e-mail address or a phone is accepted', (performed) => {
    const { before, step, after } = performed;
    if (step.kind !== 'event' || step.type !== 'submitted' || !after.matches('closed')) return false;
    const { resume, values } = before.context;
    return resume === null || [values.name, values.email, values.phone].includes('');
  }),
  never('an application that is not accepted is sent without a word about what is missing', (performed) => {
    const { step, after } = performed;
    if (step.kind !== 'event' || step.type !== 'submitted' || after.matches('closed')) return false;
    return !performed.actions().some(({ type }) => type === 'reportValidity');
  }),
  never(
    'a file is removed where there is none',
    ({ before, step }) =>
      step.kind === 'event' && step.type === 'fileRemoved' && before.context.resume === null,
  ),
  // The browser alert stops the page until it is closed: the form behind it has its empty values again.
  performedInOrder('submitted', 'clearFileInput', 'showThanks'),
  always('no file of another kind is chosen', (snapshot) => {
    const { resume } = snapshot.context;
    return resume === null || /\.(pdf|docx?)$/i.test(resume);
  }),
];
