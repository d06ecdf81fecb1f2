import * as v from 'valibot';
import { draftOf, jobApplicationMachine } from '../../machines/jobApplication/jobApplication.machine.ts';
import { jobApplicationMessages } from '../../machines/jobApplication/jobApplication.messages.ts';
import type { ApplicationValues } from '../../machines/jobApplication/jobApplication.rules.ts';
import { attempt } from '../browser/attempt.ts';
import { clearFileInput, showBrowserMessages } from '../browser/form.ts';
import type { SiteFlow } from './useFlow.ts';

const ID = 'jobApplication';

/** The id of a field's control on the page. */
export const fieldId = (field: keyof ApplicationValues | 'resume') => `${ID}-${field}`;

export const formId = `${ID}-form`;

const savedText = v.fallback(v.string(), '');

/** A draft may be of another build: a part that does not fit is left out. */
const draftSchema = v.object({
  isOpen: v.fallback(v.boolean(), false),
  job: v.fallback(v.nullable(v.object({ id: v.number(), title: v.string() })), null),
  values: v.object({ name: savedText, email: savedText, phone: savedText, coverLetter: savedText }),
  resume: v.fallback(v.nullable(v.string()), null),
});

/** The job application. Its submit makes no call. Spec §4, Application modal. */
export const jobApplication: SiteFlow<typeof jobApplicationMachine> = {
  id: ID,
  machine: jobApplicationMachine.provide({
    actions: {
      clearFileInput: () => clearFileInput(fieldId('resume')),
      reportValidity: () => showBrowserMessages(formId),
      showThanks: ({ context: { job } }) => {
        if (job) attempt(() => window.alert(jobApplicationMessages.thanks(job.title)));
      },
    },
  }),
  draft: {
    toDraft: draftOf,
    toEvent: (saved) => {
      const draft = v.safeParse(draftSchema, saved);
      return draft.success ? { type: 'draftFound', draft: draft.output } : null;
    },
  },
};
