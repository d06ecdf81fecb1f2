import { scholarshipTermsCases } from '../../machines/scholarshipTerms/scholarshipTerms.cases.ts';
import { scholarshipTerms, scholarshipTermsButton } from '../../src/content/scholarshipTerms.ts';
import { defineDriver } from './driver.ts';
import { movedTo } from './focus.ts';

const texts = [...scholarshipTerms.terms, scholarshipTerms.zeroTolerance.text];

export const scholarshipTermsDriver = defineDriver(scholarshipTermsCases, {
  events: { toggled: ({ user }) => user.press(/^(View Complete Terms & Conditions|Hide Terms)$/) },
  outcomes: {},
  focus: {
    hidden: movedTo(`button ${scholarshipTermsButton.show}`, 'toggled'),
    shown: movedTo(`button ${scholarshipTermsButton.hide}`, 'toggled'),
  },
  states: {
    hidden: async ({ screen }) => {
      await screen.expectButton(scholarshipTermsButton.show, { isEnabled: true });
      for (const text of texts) await screen.expectNoText(text);
    },
    shown: async ({ screen }) => {
      await screen.expectButton(scholarshipTermsButton.hide, { isEnabled: true });
      for (const text of texts) await screen.expectText(text);
    },
  },
});
