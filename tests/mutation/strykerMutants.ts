import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { createImportGraph, pathFromRoot, root } from '../runner/imports.ts';
import { forgetSurvivors, isNoticed, RESULTS_FILE } from './mutantResults.ts';

/** A mutant of a file. Text instead of a line number names it, so that it stays the same while lines are added above. */
export type CodeMutant = {
  file: string;
  /** The line on which it begins, counted from 1. */
  at: number;
  /** The text of that line. */
  line: string;
  mutator: string;
  /** `original → replacement`, both shortened. */
  change: string;
  /** Whether a test fails; null if the mutant is ignored, or not a program. */
  isNoticed: boolean | null;
};

/** Whether tests, or what they import, are given databases by the setup of the server's tests. */
const needDatabases = (tests: readonly string[]): boolean =>
  [...createImportGraph().withDependencies(tests)].some(
    (file) => file.startsWith('tests/server/') && readFileSync(join(root, file), 'utf8').includes('inject('),
  );

/** Whether a mutant makes an empty list of dependencies of a hook another one that never changes. */
const isConstantDependencies = (line: string, change: string): boolean =>
  line.endsWith(', []);') && change.startsWith('[] → ');

const MAX_TEXT_LENGTH = 80;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}…` : line;
}

/** A position in a text, both parts counted from 1. */
type Position = { line: number; column: number };

function textBetween(lines: readonly string[], start: Position, end: Position): string {
  const part = lines.slice(start.line - 1, end.line);
  const last = part.length - 1;
  return part
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : line.length),
    )
    .join('\n');
}

/**
 * Returns the known mutants of files. Those within patterns, which are files or lines of files (`server/csv.ts:3-9`), are
 * tested by test files in their order until one fails; where neither they nor the tests have changed since the last time,
 * the results of that time count.
 */
export async function mutantsOf(
  files: readonly string[],
  patterns: readonly string[],
  tests: readonly string[],
): Promise<CodeMutant[]> {
  process.env.MUTATION_TESTS = tests.join(',');
  process.env.MUTATION_DATABASES = needDatabases(tests) ? '1' : '0';
  forgetSurvivors(files);
  const stryker = new Stryker({
    configFile: 'tests/mutation/stryker.json',
    incrementalFile: RESULTS_FILE,
    mutate: [...patterns],
  });
  const results = await stryker.runMutationTest();
  const linesOf = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n')]));
  return results.flatMap(({ fileName, location: { start, end }, mutatorName, replacement, status }) => {
    const file = pathFromRoot(fileName);
    const lines = linesOf.get(file);
    if (!lines) return [];
    const original = shortened(textBetween(lines, start, end));
    const line = shortened(lines[start.line - 1] ?? '');
    const change = `${original} → ${shortened(replacement)}`;
    return {
      file,
      at: start.line,
      line,
      mutator: mutatorName,
      change,
      isNoticed: isConstantDependencies(line, change) ? null : isNoticed(status),
    };
  });
}
