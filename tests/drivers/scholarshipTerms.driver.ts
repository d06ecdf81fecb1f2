import { scholarshipTermsCases } from '../../machines/scholarshipTerms/scholarshipTerms.cases.ts';
import { scholarshipTerms, scholarshipTermsButton } from '../../src/content/scholarshipTerms.ts';
import { defineDriver } from './driver.ts';
import { on } from './focus.ts';

const texts = [...scholarshipTerms.terms, scholarshipTerms.zeroTolerance.text];

export const scholarshipTermsDriver = defineDriver(scholarshipTermsCases, {
  page: '/knowmore',
  events: { toggled: (hands) => hands.press(/^(View Complete Terms & Conditions|Hide Terms)$/) },
  outcomes: {},
  focus: {
    hidden: on(`button ${scholarshipTermsButton.show}`, 'toggled'),
    shown: on(`button ${scholarshipTermsButton.hide}`, 'toggled'),
  },
  states: {
    hidden: async (hands) => {
      await hands.seesButton(scholarshipTermsButton.show, { press: true });
      for (const text of texts) await hands.seesNot(text);
    },
    shown: async (hands) => {
      await hands.seesButton(scholarshipTermsButton.hide, { press: true });
      for (const text of texts) await hands.sees(text);
    },
  },
});
