import { scholarshipTerms, scholarshipTermsButton } from '../../content/scholarshipTerms.ts';
import type { Checks } from './checks.types.ts';
import { button, noText, text } from './expectations.ts';
import { pressed } from './focus.ts';

const texts = [...scholarshipTerms.terms, scholarshipTerms.zeroTolerance.text];
const { show, hide } = scholarshipTermsButton;

export const scholarshipTermsChecks: Checks = {
  focus: { hidden: pressed(`button ${show}`, 'toggled'), shown: pressed(`button ${hide}`, 'toggled') },
  states: {
    hidden: () => [button(show, { isEnabled: true }), ...texts.map(noText)],
    shown: () => [button(hide, { isEnabled: true }), ...texts.map(text)],
  },
};
