import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ObservedCoverage } from '../../machines/paths/coverage.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../.cache/coverage');

/** Keeps what a level of the tests ran of a flow, until it runs again. */
export function saveObservedCoverage(run: ObservedCoverage): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${run.level}-${run.flow}.json`), JSON.stringify(run));
}

/** What the last runs of the tests ran. */
export function readObservedCoverage(): ObservedCoverage[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
