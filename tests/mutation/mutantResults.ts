import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../runner/imports.ts';

/** Where StrykerJS keeps the result of every mutant between runs, in the format `mutation-testing-report-schema`. */
export const RESULTS_FILE = '.cache/mutants.json';

type FileResults = { source: string; mutants: { status: string }[] };
type Results = { files: Record<string, FileResults> };

const path = join(root, RESULTS_FILE);

const read = (): Results => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { files: {} });

const IS_NOTICED: Readonly<Record<string, boolean>> = {
  Killed: true,
  Timeout: true,
  // A run fails by an error outside of its tests too.
  RuntimeError: true,
  Survived: false,
  NoCoverage: false,
};

/** Returns whether a mutant of a status is noticed; null for one that is ignored, or no program. */
export const isNoticed = (status: string): boolean | null => IS_NOTICED[status] ?? null;

/** Forgets the survivors of files, so that they meet the tests of today: StrykerJS keeps those in what runs on import. */
export function forgetSurvivors(files: readonly string[]): void {
  if (!existsSync(path)) return;
  const results = read();
  for (const file of files) {
    const known = results.files[file];
    if (known) known.mutants = known.mutants.filter(({ status }) => isNoticed(status) !== false);
  }
  writeFileSync(path, JSON.stringify(results));
}

/** Returns the last results of the mutants of every file that has not changed since. */
export const lastResults = (): { file: string; isNoticed: boolean | null }[] =>
  Object.entries(read().files).flatMap(([file, { source, mutants }]) =>
    existsSync(join(root, file)) && readFileSync(join(root, file), 'utf8') === source
      ? mutants.map(({ status }) => ({ file, isNoticed: isNoticed(status) }))
      : [],
  );
