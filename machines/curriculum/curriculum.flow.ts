import { defineFlow } from '../paths/index.ts';
import { curriculumCases } from './curriculum.cases.ts';
import { curriculumJourneys } from './curriculum.journeys.ts';
import { curriculumMachine } from './curriculum.machine.ts';

export const curriculumFlow = defineFlow({
  id: 'curriculum',
  title: 'Curriculum',
  purpose: 'The topics of a subject and a grade band are shown.',
  page: '/courses',
  machine: curriculumMachine,
  actors: {},
  cases: curriculumCases,
  journeys: curriculumJourneys,
});
