import type { Journey } from '../paths/index.ts';
import type { curriculumCases } from './curriculum.cases.ts';

/** Scenarios of the curriculum browser, from the specification. Spec §2, Courses; §4, Curriculum. */
export const curriculumJourneys: readonly Journey<typeof curriculumCases>[] = [
  {
    title: '§2 math and 5-6 are chosen at the start: each choice leaves the other as it is',
    steps: [
      ['gradeBand.7-8: by its button', 'subject.math | gradeBand.7-8'],
      ['subject.ict: by its tab', 'subject.ict | gradeBand.7-8'],
      ['gradeBand.9-10: by its button', 'subject.ict | gradeBand.9-10'],
      ['subject.evs: by its tab', 'subject.evs | gradeBand.9-10'],
      ['gradeBand.5-6: by its button', 'subject.evs | gradeBand.5-6'],
      ['subject.math: by its tab', 'subject.math | gradeBand.5-6'],
    ],
  },
  {
    title: '§2 every subject can be chosen',
    steps: [
      ['subject.english: by its tab', 'subject.english | gradeBand.5-6'],
      ['subject.science: by its tab', 'subject.science | gradeBand.5-6'],
    ],
  },
];
