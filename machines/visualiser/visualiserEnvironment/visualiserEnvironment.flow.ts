import type { SnapshotFrom } from 'xstate';
import { always, defineFlow, never } from '../../paths/index.ts';
import { visualiserEnvironmentCases } from './visualiserEnvironment.cases.ts';
import { visualiserEnvironmentJourneys } from './visualiserEnvironment.journeys.ts';
import {
  visualiserEnvironmentActors,
  visualiserEnvironmentMachine,
} from './visualiserEnvironment.machine.ts';

type EnvironmentSnapshot = SnapshotFrom<typeof visualiserEnvironmentMachine>;

export const visualiserEnvironmentFlow = defineFlow({
  id: 'visualiserEnvironment',
  title: 'Visualiser: environment of the page',
  purpose: 'A tester sets network, answers and translation of the page.',
  machine: visualiserEnvironmentMachine,
  actors: visualiserEnvironmentActors,
  cases: visualiserEnvironmentCases,
  // More answers than that only repeat these.
  isPossible: (name, { context }) => !name.startsWith('answerAdded') || context.left.length < 2,
  journeys: visualiserEnvironmentJourneys,
  properties: [
    always(
      'each answer has a count of what is left of it, which is at most what was set',
      ({ context: { settings, left } }: EnvironmentSnapshot) =>
        settings.answers.length === left.length &&
        settings.answers.every(({ times }, index) => (left[index] ?? times + 1) <= times),
    ),
    never(
      'a report adds answers',
      ({ before, step, after }) =>
        step.kind === 'event' &&
        step.type === 'answersUsed' &&
        Math.max(...before.context.left) <= Math.max(...after.context.left),
    ),
    never(
      'the page of the same tab counts as another one',
      ({ before, step, after }) =>
        step.kind === 'event' && step.type === 'pageFollowed' && before.context.tab === after.context.tab,
    ),
  ],
});
