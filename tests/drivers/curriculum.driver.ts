import { expect } from 'vitest';
import { curriculumCases } from '../../machines/curriculum/curriculum.cases.ts';
import { curriculum, gradeBands, strands, subjects } from '../../src/content/curriculum.ts';
import { defineDriver } from './driver.ts';
import { firstOf, movedTo } from './focus.ts';
import type { PageDriver } from './pageDriver.ts';

const combinations = subjects.flatMap((subject) => gradeBands.map((gradeBand) => ({ subject, gradeBand })));

const pressTab =
  (label: string) =>
  ({ user }: PageDriver) =>
    user.press(label, 'tab');
const pressGradeBand =
  (label: string) =>
  ({ user }: PageDriver) =>
    user.press(label);

export const curriculumDriver = defineDriver(curriculumCases, {
  events: {
    'subject.math': pressTab('Math'),
    'subject.english': pressTab('English'),
    'subject.science': pressTab('Science'),
    'subject.evs': pressTab('EVS'),
    'subject.ict': pressTab('ICT'),
    'gradeBand.5-6': pressGradeBand('Grades 5-6'),
    'gradeBand.7-8': pressGradeBand('Grades 7-8'),
    'gradeBand.9-10': pressGradeBand('Grades 9-10'),
  },
  outcomes: {},
  focus: firstOf(
    ...subjects.map(({ id }) => movedTo(`curriculum-tab-${id}`, `subject.${id}`)),
    ...gradeBands.map(({ id, label }) => movedTo(`button ${label}`, `gradeBand.${id}`)),
  ),
  states: Object.fromEntries(
    combinations.map(({ subject, gradeBand }) => [
      `subject.${subject.id} | gradeBand.${gradeBand.id}`,
      async ({ screen }) => {
        await screen.expectSelectedTab(subject.label);
        for (const { id, label } of gradeBands)
          expect(await screen.attribute('button', label, 'aria-pressed')).toBe(`${id === gradeBand.id}`);
        for (const { id } of strands)
          for (const topic of curriculum[subject.id][gradeBand.id][id]) await screen.expectText(topic);
      },
    ]),
  ),
});
