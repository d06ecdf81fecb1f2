import { curriculumMachine } from '../../machines/curriculum/curriculum.machine.ts';
import type { SiteFlow } from './useFlow.ts';

/** The curriculum browser. */
export const curriculumBrowser: SiteFlow<typeof curriculumMachine> = {
  id: 'curriculum',
  machine: curriculumMachine,
};
