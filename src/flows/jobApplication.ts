import * as v from 'valibot';
import { draftOf, jobApplicationMachine } from '../../machines/jobApplication/jobApplication.machine.ts';
import { messages } from '../../machines/jobApplication/jobApplication.messages.ts';
import type { ApplicationValues } from '../../machines/jobApplication/jobApplication.rules.ts';
import { emptyFileField, showBrowserMessages } from '../browser/form.ts';
import type { SiteFlow } from './useFlow.ts';

const ID = 'jobApplication';

/** The id of a field's control on the page. */
export const fieldId = (field: keyof ApplicationValues | 'resume') => `${ID}-${field}`;

/** The id of the form on the page. */
export const formId = `${ID}-form`;

const draftSchema = v.object({
  isOpen: v.boolean(),
  job: v.nullable(v.object({ id: v.number(), title: v.string() })),
  values: v.object({ name: v.string(), email: v.string(), phone: v.string(), coverLetter: v.string() }),
  resume: v.nullable(v.string()),
});

/** The job application as the site runs it. Its submit makes no call. Spec §4, Application modal. */
export const jobApplication: SiteFlow<typeof jobApplicationMachine> = {
  id: ID,
  machine: jobApplicationMachine.provide({
    actions: {
      emptyFileField: () => emptyFileField(fieldId('resume')),
      showBrowserMessages: () => showBrowserMessages(formId),
      thank: (_, job) => {
        if (job) window.alert(messages.thanks(job.title));
      },
    },
  }),
  draft: {
    of: draftOf,
    found: (kept) => {
      const draft = v.safeParse(draftSchema, kept);
      return draft.success ? { type: 'draftFound', draft: draft.output } : null;
    },
  },
};
