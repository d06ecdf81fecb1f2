import type { Checks } from '../checks/checks.types.ts';
import { attribute, selectedTab, text } from '../checks/expectations.ts';
import { firstOf, pressed } from '../checks/focus.ts';

type Choice<Id> = { id: Id; label: string };

type CurriculumTexts<Subject extends string, GradeBand extends string> = {
  subjects: readonly Choice<Subject>[];
  gradeBands: readonly Choice<GradeBand>[];
  /** The lists of topics of each subject and grade band. */
  curriculum: Readonly<
    Record<Subject, Readonly<Record<GradeBand, Readonly<Record<string, readonly string[]>>>>>
  >;
};

export const curriculumChecks = <Subject extends string, GradeBand extends string>({
  subjects,
  gradeBands,
  curriculum,
}: CurriculumTexts<Subject, GradeBand>): Checks => ({
  focus: firstOf(
    ...subjects.map(({ id }) => pressed(`curriculum-tab-${id}`, `subject.${id}`)),
    ...gradeBands.map(({ id, label }) => pressed(`button ${label}`, `gradeBand.${id}`)),
  ),
  states: Object.fromEntries(
    subjects.flatMap((subject) =>
      gradeBands.map((gradeBand) => [
        `subject.${subject.id} | gradeBand.${gradeBand.id}`,
        () => [
          selectedTab(subject.label),
          ...gradeBands.map(({ id, label }) =>
            attribute('button', label, 'aria-pressed', `${id === gradeBand.id}`),
          ),
          ...Object.values(curriculum[subject.id][gradeBand.id]).flat().map(text),
        ],
      ]),
    ),
  ),
});
