import type { ObservedCoverage } from '../../machines/paths/coverage.ts';

const savedRuns = import.meta.glob<ObservedCoverage>('../../.cache/coverage/*.json', {
  eager: true,
  exhaustive: true,
  import: 'default',
});

/** What the last test run at each level ran of each flow, as it was when the site was built. */
export const testRuns: ObservedCoverage[] = Object.values(savedRuns);

/** The levels at which tests run, and what a person does here. */
export const levels = ['machines', 'screens', 'browser', 'hand'] as const;
export type Level = (typeof levels)[number];
