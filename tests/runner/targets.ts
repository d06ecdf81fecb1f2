import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../commands/usageError.ts';
import { root } from './imports.ts';

/** What a name stands for: a flow, test files, or tests by a part of their title. */
export type TestTarget =
  | { kind: 'flow'; id: string }
  | { kind: 'files'; files: string[] }
  | { kind: 'title'; title: string; files: string[] };

/** The names that there are: the flows, the test files, and where titles of tests are written. */
export type KnownTargets = {
  flows: readonly string[];
  tests: readonly string[];
  /** For each file whose text holds titles, the test files that run them. */
  titles: ReadonlyMap<string, readonly string[]>;
};

const MAX_SUGGESTIONS = 3;

/** How many letters must be added, removed or changed to make one word of the other. */
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

/** A title where a test, a suite, a journey or a property gets it. */
const TITLE =
  /(?:\b(?:test|describe|it)(?:\.\w+)*\(|\)\(|\btitle:)\s*(?:'((?:\\.|[^'\\])+)'|"([^"]+)"|`([^`]+)`)/g;

/** What stands for a value in a title that several tests share. */
const PLACEHOLDER = /%[sdifjo#]|\$\{[^}]*\}|\$[\w.]+/;

/** A part of a shared title that says enough to know it by. */
const MIN_PART_LENGTH = 8;

/** Whether a file gives a title of which a text is a part; of a shared title a telling part must be in the text. */
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

/** The names that are most like a word, best first. */
const nearestNames = (word: string, names: readonly string[]): string[] =>
  [...new Set(names)]
    .map((name) => ({ name, letters: editDistance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.letters - other.letters)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);

/**
 * What a name stands for: a flow by its id, with or without hyphens; else test files by their path or a part of it; else
 * tests by a part of their title as it is written in the code.
 *
 * @throws Mistake with one sentence that names the nearest where it stands for nothing.
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
