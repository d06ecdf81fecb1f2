import type { ObservedCoverage } from '../paths/index.ts';
import type { PathResults } from './pathFailures.ts';

/** The file of the results of the last tests, beside the built visualiser. */
export const TEST_RESULTS_FILE = 'visualiser/test-results.json';

/** The file of the failed paths, with pictures of their pages. */
export const TEST_FAILURES_FILE = 'visualiser/test-failures.json';

/** The coverage of each flow, and the results of its paths, at each level. */
export type TestResults = { coverage: ObservedCoverage[]; results: PathResults[] };
