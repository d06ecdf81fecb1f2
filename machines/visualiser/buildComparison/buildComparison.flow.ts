import { always, defineFlow, timersLast } from '../../paths/index.ts';
import { buildComparisonCases } from './buildComparison.cases.ts';
import { buildComparisonJourneys } from './buildComparison.journeys.ts';
import { buildComparisonActors, buildComparisonMachine } from './buildComparison.machine.ts';

export const buildComparisonFlow = defineFlow({
  id: 'buildComparison',
  title: 'Visualiser: comparison of builds',
  purpose: 'The flows of this build are compared with those of another one.',
  machine: buildComparisonMachine,
  actors: buildComparisonActors,
  cases: buildComparisonCases,
  journeys: buildComparisonJourneys,
  properties: [
    timersLast({ loadTimeout: 60_000 }),
    always(
      'nothing is loaded until another build is opened',
      (snapshot) => !snapshot.matches('loading') || snapshot.context.other !== null,
    ),
  ],
});
