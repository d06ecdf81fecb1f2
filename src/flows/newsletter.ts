import { newsletterMachine } from '../../machines/newsletter/newsletter.machine.ts';
import { focusById } from '../browser/focus.ts';
import type { SiteFlow } from './useFlow.ts';

/** The id of the form's one field. */
export const newsletterFieldId = 'newsletter-email';

/** The newsletter form as the site runs it. */
export const newsletter: SiteFlow<typeof newsletterMachine> = {
  id: 'newsletter',
  machine: newsletterMachine.provide({ actions: { focusProblem: () => focusById(newsletterFieldId) } }),
};
