import { expect } from 'vitest';
import { curriculumCases } from '../../machines/curriculum/curriculum.cases.ts';
import { curriculum, gradeBands, strands, subjects } from '../../src/content/curriculum.ts';
import { defineDriver } from './driver.ts';
import { either, on } from './focus.ts';
import type { Hands } from './hands.ts';

const combinations = subjects.flatMap((subject) => gradeBands.map((gradeBand) => ({ subject, gradeBand })));

const tab = (label: string) => (hands: Hands) => hands.press(label, 'tab');
const band = (label: string) => (hands: Hands) => hands.press(label);

export const curriculumDriver = defineDriver(curriculumCases, {
  page: '/courses',
  events: {
    'subject.math': tab('Math'),
    'subject.english': tab('English'),
    'subject.science': tab('Science'),
    'subject.evs': tab('EVS'),
    'subject.ict': tab('ICT'),
    'gradeBand.5-6': band('Grades 5-6'),
    'gradeBand.7-8': band('Grades 7-8'),
    'gradeBand.9-10': band('Grades 9-10'),
  },
  outcomes: {},
  focus: either(
    ...subjects.map(({ id }) => on(`curriculum-tab-${id}`, `subject.${id}`)),
    ...gradeBands.map(({ id, label }) => on(`button ${label}`, `gradeBand.${id}`)),
  ),
  states: Object.fromEntries(
    combinations.map(({ subject, gradeBand }) => [
      `subject.${subject.id} | gradeBand.${gradeBand.id}`,
      async (hands) => {
        await hands.seesChosen(subject.label);
        for (const { id, label } of gradeBands)
          expect(await hands.attribute('button', label, 'aria-pressed')).toBe(`${id === gradeBand.id}`);
        for (const { id } of strands)
          for (const topic of curriculum[subject.id][gradeBand.id][id]) await hands.sees(topic);
      },
    ]),
  ),
});
