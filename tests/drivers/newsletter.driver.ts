import { newsletterCases } from '../../machines/newsletter/newsletter.cases.ts';
import { newsletterText } from '../../src/content/newsletter.ts';
import { checks } from '../../src/flows/checks.ts';
import { defineDriver } from './driver.ts';

export const newsletterDriver = defineDriver(newsletterCases, {
  page: '/shipping',
  events: {
    changed: async ({ user }, { email }) => {
      await user.fill(newsletterText.emailLabel, email);
    },
    submitted: ({ user }) => user.press(newsletterText.button),
  },
  multiEventTypes: ['changed'],
  outcomes: {},
  checks: checks.newsletter,
});
