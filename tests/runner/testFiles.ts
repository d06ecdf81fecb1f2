import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMore } from '../support/more.ts';
import { type ImportGraph, root } from './imports.ts';
import { LEVELS } from './summary.ts';
import type { KnownTargets } from './targets.ts';

const filesIn = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.test\.tsx?$/.test(name))
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
        .sort()
    : [];

/** The test files of the levels that `npm test` runs. */
export const testFiles = (): string[] =>
  LEVELS.flatMap((level) => [
    ...filesIn(`tests/${level}`),
    ...(isMore ? filesIn(`tests/more/${level}`) : []),
  ]);

/** Whether a test file visits the built site. */
export const isInBrowser = (file: string): boolean => /^tests\/(more\/)?browser\//.test(file);

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
