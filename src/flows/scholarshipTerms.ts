import { scholarshipTermsMachine } from '../../machines/scholarshipTerms/scholarshipTerms.machine.ts';
import type { SiteFlow } from './useFlow.ts';

export const scholarshipTermsPanel: SiteFlow<typeof scholarshipTermsMachine> = {
  id: 'scholarshipTerms',
  machine: scholarshipTermsMachine,
};
