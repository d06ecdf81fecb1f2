import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../../machines/catalogue.ts';
import type { ObservedCoverage } from '../../../machines/paths/index.ts';
import { buildModelOf } from '../../../machines/paths/index.ts';
import { errorCatalogue } from '../tool/model/messages/errorCatalogue.ts';
import { BUILD_FILE } from '../tool/storage/buildFile.ts';

/** The coverage of the last tests, as from `testRuns` in the browser. */
function savedRuns(): ObservedCoverage[] {
  const folder = '.cache/coverage';
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** The file with the flows of a build, for the visualiser of another build. It takes some seconds. */
export const buildFile = (version: string): { fileName: string; source: string } => ({
  fileName: BUILD_FILE,
  source: JSON.stringify(buildModelOf(version, catalogue, errorCatalogue, savedRuns())),
});
