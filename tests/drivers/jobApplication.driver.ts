import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { jobApplicationCases } from '../../machines/jobApplication/jobApplication.cases.ts';
import type { jobApplicationMachine } from '../../machines/jobApplication/jobApplication.machine.ts';
import type { Step } from '../../machines/paths/explore.ts';
import { defineDriver } from './driver.ts';
import { fillFields, textSetters } from './fillFields.ts';
import { isEvent, movedTo } from './focus.ts';
import type { Hands } from './hands.ts';

type Context = ContextFrom<typeof jobApplicationMachine>;

const labels = { name: 'Full Name*', email: 'Email*', phone: 'Phone*', coverLetter: 'Cover Letter' } as const;
const RESUME = 'Resume/CV*';
const REFUSED = 'This kind of file is not taken. Please choose a PDF, DOC or DOCX file.';

async function expectDialogClosed(
  hands: Hands,
  snapshot: AnyMachineSnapshot,
  after: Step | undefined,
): Promise<void> {
  const { job, resume }: Context = snapshot.context;
  expect(await hands.dialog()).toBeNull();
  expect(await hands.chosenFiles()).toEqual(resume === null ? [] : [resume]);
  if (isEvent(after, 'submitted'))
    expect((await hands.alerts()).at(-1)).toBe(
      `Thank you for applying to ${job?.title}! We'll review your application and get back to you soon.`,
    );
}

async function expectDialogOpen(hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> {
  const { job, values, resume, resumeBeforeReload }: Context = snapshot.context;
  expect(await hands.dialog()).toBe(`Apply for ${job?.title}`);
  expect(await hands.formValues()).toEqual(values);
  await hands.sees(resume ?? 'Choose File');
  expect(await hands.chosenFiles()).toEqual(resume === null ? [] : [resume]);
  if (resumeBeforeReload !== null)
    await hands.sees(
      `The page was loaded again, and files are not kept. Please choose ${resumeBeforeReload} again.`,
    );
  await hands.seesButton('Submit Application', { press: true });
}

export const jobApplicationDriver = defineDriver(jobApplicationCases, {
  page: '/careers',
  events: {
    draftFound: async (hands, { draft }) => {
      await hands.keepDraft('jobApplication', draft);
      await hands.open('/careers');
    },
    opened: (hands, { job }) => hands.press('Apply Now', 'button', job.title),
    closed: (hands) => hands.press('Close'),
    cancelled: (hands) => hands.key('Escape'),
    changed: (hands, { values }) => fillFields(hands, values, textSetters(hands, values, labels)),
    fileChosen: (hands, { name }) => hands.attach(RESUME, name),
    fileRemoved: (hands) => hands.attach(RESUME, null),
    submitted: (hands) => hands.press('Submit Application'),
  },
  multiEventTypes: ['changed'],
  outcomes: {},
  focus: {
    closed: ({ after, snapshot }) => {
      const { job }: Context = snapshot.context;
      return isEvent(after, 'closed', 'cancelled', 'submitted') ? `apply-${job?.id}` : null;
    },
    'open.idle': movedTo('jobApplication-name', 'opened', 'draftFound'),
    'open.fileRefused': movedTo('jobApplication-name', 'opened', 'draftFound'),
  },
  states: {
    closed: expectDialogClosed,
    'open.idle': async (hands, snapshot) => {
      await expectDialogOpen(hands, snapshot);
      await hands.seesNot(REFUSED);
    },
    'open.fileRefused': async (hands, snapshot) => {
      await expectDialogOpen(hands, snapshot);
      await hands.sees(REFUSED);
    },
  },
});
