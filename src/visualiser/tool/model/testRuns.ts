import type { ObservedCoverage } from '../../../../machines/paths/index.ts';
import { pathLevels } from '../../../../machines/visualiser/pathFailures.ts';

const savedRuns = import.meta.glob<ObservedCoverage>('../../../../.cache/coverage/*.json', {
  eager: true,
  exhaustive: true,
  import: 'default',
});

/** The coverage of each flow by the last test run at each level, from the time of the build. */
export const testRuns: ObservedCoverage[] = Object.values(savedRuns);

/** The levels at which tests run, and coverage by hand in the visualiser. */
export const levels = [...pathLevels, 'hand'] as const;
export type Level = (typeof levels)[number];

export const levelNames: Readonly<Record<Level, string>> = {
  machines: 'machines',
  screens: 'screens',
  browser: 'browser',
  hand: 'by hand',
};
