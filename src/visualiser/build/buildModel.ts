import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../../machines/catalogue.ts';
import type { ObservedCoverage } from '../../../machines/paths/index.ts';
import { buildModelOf } from '../../../machines/paths/index.ts';
import { BUILD_FILE } from '../tool/changes/buildFile.ts';
import { errorCatalogue } from '../tool/errorCatalogue.ts';

/** Returns the commit of the working tree in short; where there is none, that it is not known. */
function commitName(): string {
  try {
    const args = ['rev-parse', '--short', 'HEAD'];
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'a build of an unknown commit';
  }
}

/** Returns the coverage of the last tests, as `testRuns` does in the browser. */
function savedRuns(): ObservedCoverage[] {
  const folder = '.cache/coverage';
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** Returns the file of a build with its flows, for the visualiser of another build. It takes some seconds. */
export const buildFile = (): { fileName: string; source: string } => ({
  fileName: BUILD_FILE,
  source: JSON.stringify(buildModelOf(commitName(), catalogue, errorCatalogue, savedRuns())),
});
