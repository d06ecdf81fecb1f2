import { openingsMachine } from '../../machines/openings/openings.machine.ts';
import type { SiteFlow } from './useFlow.ts';

/** The filter of the job openings as the site runs it. */
export const openings: SiteFlow<typeof openingsMachine> = { id: 'openings', machine: openingsMachine };
