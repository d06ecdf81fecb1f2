import type { Checks } from '../checks/checks.types.ts';
import { button, noText, text } from '../checks/expectations.ts';
import { pressed } from '../checks/focus.ts';

type TermsTexts = { show: string; hide: string; texts: readonly string[] };

/** Returns the checks of the terms, for the texts of the site: the two names of the button, and what is hidden. */
export const scholarshipTermsChecks = ({ show, hide, texts }: TermsTexts): Checks => ({
  focus: { hidden: pressed(`button ${show}`, 'toggled'), shown: pressed(`button ${hide}`, 'toggled') },
  states: {
    hidden: () => [button(show, { isEnabled: true }), ...texts.map(noText)],
    shown: () => [button(hide, { isEnabled: true }), ...texts.map(text)],
  },
});
