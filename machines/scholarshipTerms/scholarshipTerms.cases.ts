import type { Cases } from '../paths/index.ts';
import type { scholarshipTermsActors, scholarshipTermsMachine } from './scholarshipTerms.machine.ts';

export const scholarshipTermsCases = {
  events: { toggled: { 'by the button': {} } },
  outcomes: {},
  project: () => null,
} satisfies Cases<typeof scholarshipTermsMachine, typeof scholarshipTermsActors>;
