import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { jobApplicationCases } from '../../machines/jobApplication/jobApplication.cases.ts';
import type { jobApplicationMachine } from '../../machines/jobApplication/jobApplication.machine.ts';
import type { Step } from '../../machines/paths/paths.types.ts';
import { defineDriver } from './driver.ts';
import { fillFields, textSetters } from './fillFields.ts';
import { isEvent, movedTo } from './focus.ts';
import type { PageDriver, ScreenDriver } from './pageDriver.ts';

type Context = ContextFrom<typeof jobApplicationMachine>;

const labels = { name: 'Full Name*', email: 'Email*', phone: 'Phone*', coverLetter: 'Cover Letter' } as const;
const RESUME = 'Resume/CV*';
const REFUSED = 'This kind of file is not taken. Please choose a PDF, DOC or DOCX file.';

async function expectDialogClosed(
  { screen, browser }: PageDriver,
  snapshot: AnyMachineSnapshot,
  after: Step | undefined,
): Promise<void> {
  const { job, resume }: Context = snapshot.context;
  expect(await screen.dialogTitle()).toBeNull();
  expect(await screen.fileNames()).toEqual(resume === null ? [] : [resume]);
  if (isEvent(after, 'submitted'))
    expect((await browser.alerts()).at(-1)).toBe(
      `Thank you for applying to ${job?.title}! We'll review your application and get back to you soon.`,
    );
}

async function expectDialogOpen(screen: ScreenDriver, snapshot: AnyMachineSnapshot): Promise<void> {
  const { job, values, resume, resumeBeforeReload }: Context = snapshot.context;
  expect(await screen.dialogTitle()).toBe(`Apply for ${job?.title}`);
  expect(await screen.formValues()).toEqual(values);
  await screen.expectText(resume ?? 'Choose File');
  expect(await screen.fileNames()).toEqual(resume === null ? [] : [resume]);
  if (resumeBeforeReload !== null)
    await screen.expectText(
      `The page was loaded again, and files are not kept. Please choose ${resumeBeforeReload} again.`,
    );
  await screen.expectButton('Submit Application', { isEnabled: true });
}

export const jobApplicationDriver = defineDriver(jobApplicationCases, {
  events: {
    draftFound: async ({ browser }, { draft }) => {
      await browser.saveDraft('jobApplication', draft);
      await browser.open('/careers');
    },
    opened: ({ user }, { job }) => user.press('Apply Now', 'button', job.title),
    closed: ({ user }) => user.press('Close'),
    cancelled: ({ user }) => user.pressKey('Escape'),
    changed: ({ screen, user }, { values }) => fillFields(screen, values, textSetters(user, values, labels)),
    fileChosen: ({ user }, { name }) => user.upload(RESUME, name),
    fileRemoved: ({ user }) => user.upload(RESUME, null),
    submitted: ({ user }) => user.press('Submit Application'),
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
    'open.idle': async ({ screen }, snapshot) => {
      await expectDialogOpen(screen, snapshot);
      await screen.expectNoText(REFUSED);
    },
    'open.fileRefused': async ({ screen }, snapshot) => {
      await expectDialogOpen(screen, snapshot);
      await screen.expectText(REFUSED);
    },
  },
});
