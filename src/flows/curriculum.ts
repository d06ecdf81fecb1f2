import { curriculumMachine } from '../../machines/curriculum/curriculum.machine.ts';
import type { SiteFlow } from './useFlow.ts';

export const curriculumBrowser: SiteFlow<typeof curriculumMachine> = {
  id: 'curriculum',
  machine: curriculumMachine,
};
