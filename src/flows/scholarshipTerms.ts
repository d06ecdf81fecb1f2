import { scholarshipTermsMachine } from '../../machines/scholarshipTerms/scholarshipTerms.machine.ts';
import type { SiteFlow } from './useFlow.ts';

/** The panel with the terms of the scholarship. */
export const scholarshipTermsPanel: SiteFlow<typeof scholarshipTermsMachine> = {
  id: 'scholarshipTerms',
  machine: scholarshipTermsMachine,
};
