import type { ObservedCoverage } from '../../../../machines/paths/index.ts';
import { type PathResults, pathLevels } from '../../../../machines/visualiser/pathFailures.ts';
import { TEST_RESULTS_FILE, type TestResults } from '../../../../machines/visualiser/testResults.ts';

let loaded: TestResults = { coverage: [], results: [] };

/** Loads the results of the last tests. A site without their file shows none. */
export async function loadTestResults(): Promise<void> {
  try {
    const response = await fetch(`/${TEST_RESULTS_FILE}`);
    if (response.ok) loaded = await response.json();
  } catch {
    // Offline, or another document in place of the file.
  }
}

/** The coverage of each flow by the last test run at each level. */
export const testRuns = (): readonly ObservedCoverage[] => loaded.coverage;

/** The results of the paths of each flow in the last test run at each level. */
export const pathResults = (): readonly PathResults[] => loaded.results;

/** The levels at which tests run, and coverage by hand in the visualiser. */
export const levels = [...pathLevels, 'hand'] as const;
export type Level = (typeof levels)[number];

export const levelNames: Readonly<Record<Level, string>> = {
  machines: 'machines',
  screens: 'screens',
  browser: 'browser',
  hand: 'by hand',
};
