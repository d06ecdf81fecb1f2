import { openingsMachine } from '../../machines/openings/openings.machine.ts';
import type { SiteFlow } from './useFlow.ts';

/** The category filter of the job openings. */
export const openings: SiteFlow<typeof openingsMachine> = { id: 'openings', machine: openingsMachine };
