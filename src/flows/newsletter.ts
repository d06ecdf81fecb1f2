import { newsletterMachine } from '../../machines/newsletter/newsletter.machine.ts';
import { focusProblem } from '../browser/focus.ts';
import { newsletterText } from '../content/newsletter.ts';
import type { SiteFlow } from './useFlow.ts';

/** The id of the form's only field. */
export const newsletterFieldId = 'newsletter-email';

export const newsletter: SiteFlow<typeof newsletterMachine> = {
  id: 'newsletter',
  machine: newsletterMachine.provide({
    actions: { focusProblem: () => focusProblem(newsletterFieldId, newsletterText.emailProblem) },
  }),
};
