import { defineFlow } from '../../paths/index.ts';
import { visualiserEnvironmentCases } from './visualiserEnvironment.cases.ts';
import { visualiserEnvironmentJourneys } from './visualiserEnvironment.journeys.ts';
import {
  visualiserEnvironmentActors,
  visualiserEnvironmentMachine,
} from './visualiserEnvironment.machine.ts';

export const visualiserEnvironmentFlow = defineFlow({
  id: 'visualiserEnvironment',
  title: 'Visualiser: environment of the page',
  purpose: 'A tester sets network, answers and browser of the page, and keeps them as scenarios.',
  machine: visualiserEnvironmentMachine,
  actors: visualiserEnvironmentActors,
  cases: visualiserEnvironmentCases,
  // More answers and scenarios than that only repeat what these do.
  isPossible: (name, { context }) =>
    (!name.startsWith('answerAdded') || context.left.length < 2) &&
    (!name.startsWith('saved') || context.scenarios.length < 2),
  journeys: visualiserEnvironmentJourneys,
});
