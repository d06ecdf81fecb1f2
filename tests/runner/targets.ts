import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../commands/usageError.ts';
import { root } from './imports.ts';

/** The tests that a name selects: a flow, test files, or tests by a part of their title. */
export type TestTarget =
  | { kind: 'flow'; id: string }
  | { kind: 'files'; files: string[] }
  | { kind: 'title'; title: string; files: string[] };

/** The names that can be selected: the flows, the test files, and the files that contain titles of tests. */
export type KnownTargets = {
  flows: readonly string[];
  tests: readonly string[];
  /** For each file that contains titles, the test files that run them. */
  titles: ReadonlyMap<string, readonly string[]>;
};

const MAX_SUGGESTIONS = 3;

/** Returns the number of characters that must be added, removed or changed to turn one word into the other. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, wanted] of [...other].entries())
      next.push(
        Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === wanted ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

const camelCase = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const testName = (file: string) => file.replace(/^.*\//, '').replace(/\.test\.tsx?$/, '');

/** Matches the title of a test, a suite, a journey or a property where it is written. */
const TITLE =
  /(?:\b(?:test|describe|it)(?:\.\w+)*\(|\)\(|\btitle:)\s*(?:'((?:\\.|[^'\\])+)'|"([^"]+)"|`([^`]+)`)/g;

/** Matches a placeholder for a value in a title that several tests share. */
const PLACEHOLDER = /%[sdifjo#]|\$\{[^}]*\}|\$[\w.]+/;

/** The length from which a part of a shared title identifies it. */
const MIN_PART_LENGTH = 8;

/** Returns whether a file contains a title that includes the text, or a shared title of which a long part is in the text. */
function hasTitle(code: string, text: string): boolean {
  const titles = [...code.matchAll(TITLE)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  );
  return titles.some((title) => {
    const parts = title.split(PLACEHOLDER).map((part) => part.trim());
    return (
      title.includes(text) ||
      (parts.length > 1 && parts.some((part) => part.length >= MIN_PART_LENGTH && text.includes(part)))
    );
  });
}

/** Returns the names that are most similar to a word, best first. */
const nearestNames = (word: string, names: readonly string[]): string[] =>
  [...new Set(names)]
    .map((name) => ({ name, letters: editDistance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.letters - other.letters)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);

/**
 * Returns the tests that a name selects: a flow by its id, with or without hyphens; else test files by their path or a
 * part of it; else tests by a part of their title as it is written in the code.
 *
 * @throws UsageError with the nearest names if it selects nothing.
 */
export function resolveTarget(
  name: string,
  { flows, tests, titles }: KnownTargets,
  read = (file: string) => readFileSync(join(root, file), 'utf8'),
): TestTarget {
  const id = flows.find((flow) => flow === name || flow === camelCase(name));
  if (id !== undefined) return { kind: 'flow', id };
  const path = name.replace(/^\.\//, '').replaceAll('\\', '/');
  const files = tests.includes(path) ? [path] : tests.filter((file) => file.includes(path));
  if (files.length > 0) return { kind: 'files', files };
  const filesWithTitle = [...titles]
    .filter(([file]) => hasTitle(read(file), name))
    .flatMap(([, runBy]) => runBy);
  if (filesWithTitle.length > 0) return { kind: 'title', title: name, files: [...new Set(filesWithTitle)] };
  const suggestions = nearestNames(name, [...flows, ...tests.map(testName)]);
  throw new UsageError(
    `"${name}" is no flow, no test file and no part of a test's title; the nearest names are: ${suggestions.join(', ')}.`,
  );
}
