import { setup } from 'xstate';

type Subject = 'math' | 'english' | 'science' | 'evs' | 'ict';
type GradeBand = '5-6' | '7-8' | '9-10';

export type CurriculumEvent =
  | { [Chosen in Subject]: { type: `subject.${Chosen}` } }[Subject]
  | { [Chosen in GradeBand]: { type: `gradeBand.${Chosen}` } }[GradeBand];

/** The subject and the grade band that are shown, chosen independently of each other. Spec §4, Curriculum. */
export const curriculumMachine = setup({
  types: { events: {} as CurriculumEvent },
}).createMachine({
  id: 'curriculum',
  type: 'parallel',
  states: {
    subject: {
      initial: 'math',
      on: {
        'subject.math': '.math',
        'subject.english': '.english',
        'subject.science': '.science',
        'subject.evs': '.evs',
        'subject.ict': '.ict',
      },
      states: {
        math: { description: 'The topics of mathematics are shown.' },
        english: { description: 'The topics of English are shown.' },
        science: { description: 'The topics of science are shown.' },
        evs: { description: 'The topics of environmental studies are shown.' },
        ict: { description: 'The topics of computing are shown.' },
      },
    },
    gradeBand: {
      initial: '5-6',
      on: {
        'gradeBand.5-6': '.5-6',
        'gradeBand.7-8': '.7-8',
        'gradeBand.9-10': '.9-10',
      },
      states: {
        '5-6': { description: 'The topics are those of Grades 5 and 6.' },
        '7-8': { description: 'The topics are those of Grades 7 and 8.' },
        '9-10': { description: 'The topics are those of Grades 9 and 10.' },
      },
    },
  },
});
