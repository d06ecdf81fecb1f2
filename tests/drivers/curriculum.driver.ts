import { curriculumCases } from '../../machines/curriculum/curriculum.cases.ts';
import { checks } from '../../src/flows/checks.ts';
import { defineDriver } from './driver.ts';
import type { PageDriver } from './pageDriver.ts';

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
  checks: checks.curriculum,
});
