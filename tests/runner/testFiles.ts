import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ImportGraph, root } from './imports.ts';
import { LEVELS } from './summary.ts';
import type { KnownTargets } from './targets.ts';

/** The test files of the levels that `npm test` runs. */
export const testFiles = (): string[] =>
  LEVELS.flatMap((level) =>
    readdirSync(join(root, 'tests', level), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `tests/${level}/${name.replaceAll('\\', '/')}`)
      .sort(),
  );

/** Returns the files that contain titles of tests: the test files, and for the tests of flows the files of the machines. */
export function titlesIn(graph: ImportGraph, tests: readonly string[]): KnownTargets['titles'] {
  const journeys = [...graph.withDependencies(['machines/catalogue.ts'])].filter((file) =>
    /\.(journeys|properties)\.ts$/.test(file),
  );
  return new Map([
    ...tests.map((file) => [file, [file]] as const),
    ...journeys.map((file) => [file, ['tests/machines/journeys.test.ts']] as const),
  ]);
}
