import { curriculum, gradeBands, strands, subjects } from '../../content/curriculum.ts';
import type { Checks } from './checks.types.ts';
import { attribute, selectedTab, text } from './expectations.ts';
import { firstOf, pressed } from './focus.ts';

const combinations = subjects.flatMap((subject) => gradeBands.map((gradeBand) => ({ subject, gradeBand })));

export const curriculumChecks: Checks = {
  focus: firstOf(
    ...subjects.map(({ id }) => pressed(`curriculum-tab-${id}`, `subject.${id}`)),
    ...gradeBands.map(({ id, label }) => pressed(`button ${label}`, `gradeBand.${id}`)),
  ),
  states: Object.fromEntries(
    combinations.map(({ subject, gradeBand }) => [
      `subject.${subject.id} | gradeBand.${gradeBand.id}`,
      () => [
        selectedTab(subject.label),
        ...gradeBands.map(({ id, label }) =>
          attribute('button', label, 'aria-pressed', `${id === gradeBand.id}`),
        ),
        ...strands.flatMap(({ id }) => curriculum[subject.id][gradeBand.id][id].map(text)),
      ],
    ]),
  ),
};
