import type { Checks } from '../checks/checks.types.ts';
import { button, noText, text } from '../checks/expectations.ts';
import { pressed } from '../checks/focus.ts';

type TermsTexts = { show: string; hide: string; texts: readonly string[] };

/** The checks of the terms: `show` and `hide` are the two names of the button, `texts` the hidden part. */
export const scholarshipTermsChecks = ({ show, hide, texts }: TermsTexts): Checks => ({
  focus: { hidden: pressed(`button ${show}`, 'toggled'), shown: pressed(`button ${hide}`, 'toggled') },
  states: {
    hidden: () => [button(show, { isEnabled: true }), ...texts.map(noText)],
    shown: () => [button(hide, { isEnabled: true }), ...texts.map(text)],
  },
});
