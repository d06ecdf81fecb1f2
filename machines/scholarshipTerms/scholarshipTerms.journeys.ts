import type { Journey } from '../paths/index.ts';
import type { scholarshipTermsCases } from './scholarshipTerms.cases.ts';

/** Scenarios of the terms panel, from the specification. Spec §4. */
export const scholarshipTermsJourneys: readonly Journey<typeof scholarshipTermsCases>[] = [
  {
    title: '§4 the button shows and hides the terms',
    steps: [
      ['toggled: by the button', 'shown'],
      ['toggled: by the button', 'hidden'],
    ],
  },
];
