import { catalogue } from '../../machines/catalogue.ts';
import { coverageOf, type Run, share } from '../../machines/paths/coverage.ts';
import { explore } from '../../machines/paths/explore.ts';
import { merged, readReports } from './report.ts';
import { summaryOf } from './summary.ts';

const WALKED = ['machines', 'screens', 'browser'];

/** How many transitions of all flows ran at each level: `browser 300 of 302`. */
export function transitionsCovered(runs: readonly Run[]): string {
  const coverages = catalogue.map((flow) => coverageOf(flow, explore(flow), runs));
  const at = (level: string) => coverages.map((coverage) => share(coverage, 'transition', level));
  return WALKED.map((level) => {
    const covered = at(level).reduce((sum, each) => sum + each.covered, 0);
    const of = at(level).reduce((sum, each) => sum + each.of, 0);
    return `${level} ${covered} of ${of}`;
  }).join(', ');
}

/** Prints what all shards did together; the exit code is 1 where one is missing or failed, or a file did not run once. */
export function printMerged(folder: string): void {
  const { results, runs, problems } = merged(readReports(folder));
  console.log(summaryOf(results).join('\n'));
  console.log(`Transitions that ran: ${transitionsCovered(runs)}`);
  for (const problem of problems) console.error(problem);
  if (!results.ok) process.exitCode = 1;
}
