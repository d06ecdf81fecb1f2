import { scholarshipTermsCases } from '../../machines/scholarshipTerms/scholarshipTerms.cases.ts';
import { checks } from '../../src/flows/checks.ts';
import { defineDriver } from './driver.ts';

export const scholarshipTermsDriver = defineDriver(scholarshipTermsCases, {
  events: { toggled: ({ user }) => user.press(/^(View Complete Terms & Conditions|Hide Terms)$/) },
  outcomes: {},
  checks: checks.scholarshipTerms,
});
