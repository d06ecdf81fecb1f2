import { setup } from 'xstate';

export const scholarshipTermsActors = {};

/** The panel with the complete terms of the scholarship, which a button shows and hides. Spec §2; §4. */
export const scholarshipTermsMachine = setup({
  types: { events: {} as { type: 'toggled' } },
}).createMachine({
  id: 'scholarshipTerms',
  initial: 'hidden',
  states: {
    hidden: { description: 'Only the button is shown.', on: { toggled: 'shown' } },
    shown: { description: 'The terms and the zero tolerance note are shown.', on: { toggled: 'hidden' } },
  },
});
