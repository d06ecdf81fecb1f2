import { scholarshipTermsMachine } from '../../machines/scholarshipTerms/scholarshipTerms.machine.ts';
import type { SiteFlow } from './useFlow.ts';

/** The scholarship's terms panel as the site runs it. */
export const scholarshipTermsPanel: SiteFlow<typeof scholarshipTermsMachine> = {
  id: 'scholarshipTerms',
  machine: scholarshipTermsMachine,
};
