import { catalogue } from '../../machines/catalogue.ts';
import { coverageOf, coveredShare, type ObservedCoverage } from '../../machines/paths/coverage.ts';
import { explore } from '../../machines/paths/explore.ts';
import { mergeReports, readReports } from './report.ts';
import { summaryOf } from './summary.ts';

const PATH_LEVELS = ['machines', 'screens', 'browser'];

/** Returns the number of transitions of all flows that ran at each level: `browser 300 of 302`. */
export function transitionsCovered(runs: readonly ObservedCoverage[]): string {
  const coverages = catalogue.map((flow) => coverageOf(flow, explore(flow), runs));
  const at = (level: string) => coverages.map((coverage) => coveredShare(coverage, 'transition', level));
  return PATH_LEVELS.map((level) => {
    const covered = at(level).reduce((sum, each) => sum + each.covered, 0);
    const of = at(level).reduce((sum, each) => sum + each.of, 0);
    return `${level} ${covered} of ${of}`;
  }).join(', ');
}

/** Prints the results of all shards; the exit code is 1 if one is missing or failed, or a file did not run exactly once. */
export function printMergedReports(folder: string): void {
  const { results, runs, problems } = mergeReports(readReports(folder));
  console.log(summaryOf(results).join('\n'));
  console.log(`Transitions that ran: ${transitionsCovered(runs)}`);
  for (const problem of problems) console.error(problem);
  if (!results.ok) process.exitCode = 1;
}
