import type { Journey, JourneyStep } from '../../paths/index.ts';
import type { buildComparisonCases } from './buildComparison.cases.ts';
import { NOT_LOADED } from './buildComparison.machine.ts';

const invoked = { loadOwnBuild: undefined };
const nothing = { other: null, own: null, error: null };

const opened: JourneyStep<typeof buildComparisonCases> = [
  'buildOpened: from a file',
  'loading',
  { other: { build: 'earlier' }, error: null },
  invoked,
];
const loaded: JourneyStep<typeof buildComparisonCases> = [
  'loadOwnBuild: loaded',
  'compared',
  { own: { build: 'own' }, error: null },
];
const closed: JourneyStep<typeof buildComparisonCases> = ['closed: by its button', 'closed', nothing];

/** Scenarios of a build that is opened and compared. */
export const buildComparisonJourneys: readonly Journey<typeof buildComparisonCases>[] = [
  {
    title: 'a build is opened, compared and closed',
    steps: [opened, loaded, closed],
  },
  {
    title: 'another build is opened at any time',
    steps: [
      opened,
      ['buildOpened: from another file', 'loading', { other: { build: 'first' } }, invoked],
      loaded,
      opened,
    ],
  },
  {
    title: 'the flows of this build that could not be loaded are loaded again on request',
    steps: [
      opened,
      ['loadOwnBuild: not loaded', 'failed', { error: 'The connection broke.' }],
      ['retried: by its button', 'loading', { other: { build: 'earlier' }, error: null }, invoked],
      ['loadOwnBuild: not loaded, without a reason', 'failed', { error: NOT_LOADED }],
      opened,
      ['after loadTimeout', 'failed', { error: NOT_LOADED }],
      closed,
    ],
  },
];
