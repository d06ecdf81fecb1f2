import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_FAILURES_FILE, TEST_RESULTS_FILE } from '../../machines/visualiser/testResults.ts';

/** The contents of the files that the tests have left in a folder. */
function readAll(folder: string): unknown[] {
  const path = join('.cache', folder);
  if (!existsSync(path)) return [];
  return readdirSync(path).map((name) => JSON.parse(readFileSync(join(path, name), 'utf8')));
}

const files: Readonly<Record<string, () => object>> = {
  [TEST_RESULTS_FILE]: () => ({ coverage: readAll('coverage'), results: readAll('results') }),
  [TEST_FAILURES_FILE]: () => readAll('failures'),
};

/** A file with results of the last tests as JSON, by its path in the site; null for another path. */
export const testResults = (path: string): string | null => {
  const read = files[path];
  return read ? JSON.stringify(read()) : null;
};

/** Writes the results of the last tests beside the built visualiser. A site without it gets none. */
export function writeTestResults(siteDir: string): void {
  if (!existsSync(join(siteDir, 'visualiser'))) return;
  for (const path of Object.keys(files)) writeFileSync(join(siteDir, path), testResults(path) ?? '');
}
