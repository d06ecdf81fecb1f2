import { defineFlow, never } from '../../paths/index.ts';
import { visualiserCases, visualiserOutsideActors } from './visualiser.cases.ts';
import { visualiserJourneys } from './visualiser.journeys.ts';
import { visualiserMachine } from './visualiser.machine.ts';

export const visualiserFlow = defineFlow({
  id: 'visualiser',
  title: 'Visualiser',
  purpose: 'The visualiser forwards reports to its parts, and runs paths one after the other.',
  machine: visualiserMachine,
  actors: visualiserOutsideActors,
  cases: visualiserCases,
  // The parts have flows of their own. Here one thing happens at a time: a page reports, paths run, or data are opened.
  isPossible: (name, { children, context, value }) => {
    if (value.address !== 'read') return name.startsWith('readAddress:');
    const reports = children.visualiserLink?.getSnapshot().context.timeline.length ?? 0;
    const run = children.visualiserRun?.getSnapshot().context.run ?? null;
    const isUntouched = reports === 0 && run === null && context.stop === null;
    if (/^(reported|stopChosen):/.test(name))
      return run === null && context.openProblem === null && context.input.hash === '' && reports < 3;
    if (name.startsWith('runsRequested:')) return isUntouched && context.recordedFlow === null;
    return isUntouched || !/^(fileOpened|addressChanged|left):/.test(name);
  },
  journeys: visualiserJourneys,
  properties: [
    never('a stop is reached twice', ({ before, after }) =>
      Boolean(before.context.stop === null && after.context.stoppedAt && !before.context.stoppedAt),
    ),
  ],
});
