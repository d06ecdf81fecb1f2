import { jobApplicationCases } from '../../machines/jobApplication/jobApplication.cases.ts';
import { jobApplicationChecks } from '../../machines/jobApplication/jobApplication.checks.ts';
import { defineDriver } from './driver.ts';
import { fillFields, textSetters } from './fillFields.ts';

const labels = { name: 'Full Name*', email: 'Email*', phone: 'Phone*', coverLetter: 'Cover Letter' } as const;
const RESUME = 'Resume/CV*';

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
  checks: jobApplicationChecks,
});
