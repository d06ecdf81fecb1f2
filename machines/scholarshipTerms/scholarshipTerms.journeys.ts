import type { Journey } from '../paths/paths.types.ts';

/** The terms panel as the specification tells it, by hand. Spec §4. */
export const scholarshipTermsJourneys: readonly Journey[] = [
  {
    title: '§4 hidden or shown by toggle',
    steps: [
      ['toggled: by the button', 'shown'],
      ['toggled: by the button', 'hidden'],
    ],
  },
];
