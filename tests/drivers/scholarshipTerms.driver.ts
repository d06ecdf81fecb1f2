import { scholarshipTermsCases } from '../../machines/scholarshipTerms/scholarshipTerms.cases.ts';
import { scholarshipTerms, scholarshipTermsButton } from '../../src/content/scholarshipTerms.ts';
import { defineDriver } from './driver.ts';
import { movedTo } from './focus.ts';

const texts = [...scholarshipTerms.terms, scholarshipTerms.zeroTolerance.text];

export const scholarshipTermsDriver = defineDriver(scholarshipTermsCases, {
  page: '/knowmore',
  events: { toggled: (hands) => hands.press(/^(View Complete Terms & Conditions|Hide Terms)$/) },
  outcomes: {},
  focus: {
    hidden: movedTo(`button ${scholarshipTermsButton.show}`, 'toggled'),
    shown: movedTo(`button ${scholarshipTermsButton.hide}`, 'toggled'),
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
