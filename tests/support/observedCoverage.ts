import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ObservedCoverage } from '../../machines/paths/index.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../.cache/coverage');

/** Saves the observed coverage of a flow at a level of the tests, until the level runs again. */
export function saveObservedCoverage(run: ObservedCoverage): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${run.level}-${run.flow}.json`), JSON.stringify(run));
}

/** Returns the observed coverage of the last runs of the tests. */
export function readObservedCoverage(): ObservedCoverage[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
