import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ImportGraph, root } from '../runner/imports.ts';

/** Tests that start other programs, where no mutant is active, or that check the text of the repository. */
const NOT_IN_A_SANDBOX =
  /^tests\/machines\/(runner\/|(checkMessages|command|docs|imports|machineFile|newFlow|project|promises|since|styles)\.)|^tests\/server\/(commands|files|overload|powerCuts|process|proxies|\w+Process)\./;

const LEVEL = /^tests\/(machines|screens|server)\//;

/** How long all tests of a file may take together, in milliseconds, apart from the first one. */
const BUDGET = 20_000;

/** The time of a test file that was never measured, in milliseconds. */
const UNKNOWN = { machines: 500, screens: 8_000, server: 3_000 };

const timings: Record<string, number> = JSON.parse(readFileSync(join(root, 'tests/timings.json'), 'utf8'));

function durationOf(test: string): number {
  const level = LEVEL.exec(test)?.[1];
  const isKnown = level === 'machines' || level === 'screens' || level === 'server';
  return timings[test] ?? (isKnown ? UNKNOWN[level] : Number.POSITIVE_INFINITY);
}

/** Returns the words of a path without the ends of plurals: `payment`, `order` for `server/payments/orders.ts`. */
const wordsOf = (path: string): string[] =>
  path
    .replace(/\.(test|rules|machine)?\.?[jt]sx?$/, '')
    .split(/[^a-zA-Z]+|(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/s$/, ''));

const FAR = 2;

/** Returns how many words of a path are in the name of a test. */
function sharedWords(test: string, path: string): number {
  const words = wordsOf(basename(test));
  return wordsOf(path).filter((word) => words.includes(word)).length;
}

/** Returns how far a test is from a file: 0 for one that imports it, 1 for one with a name like it, 2 for any other. */
function distance(graph: ImportGraph, test: string, file: string): number {
  if (graph.importsOf(test).includes(file)) return 0;
  return sharedWords(test, join(basename(dirname(file)), basename(file))) > 0 ? 1 : FAR;
}

/** The library that explores machines. It is tested as a whole, so that one run does for all its files. */
const LIBRARY = 'machines/paths/';

/** Returns the tests of the machines' level that reach the library, the cheapest first. */
const testsOfLibrary = (graph: ImportGraph, tests: readonly string[]): string[] =>
  tests
    .filter(
      (test) =>
        test.startsWith('tests/machines/') &&
        !NOT_IN_A_SANDBOX.test(test) &&
        [...graph.withDependencies([test])].some((file) => file.startsWith(LIBRARY)),
    )
    .toSorted((one, other) => durationOf(one) - durationOf(other));

/** The checks of pages are tested by the paths of every flow. */
const CHECKS = 'src/visualiser/checks/';
const PATHS_ON_SCREENS = 'tests/screens/paths.test.tsx';

/**
 * Returns the test files that are asked about the mutants of a file, in the order in which they run. They are those of the
 * levels machines, screens and server whose imports reach the file: those that import it themselves, else those with a
 * name like it, else all, as long as there is time: first those with most words of its name, of these the cheapest.
 * Rules are tested by the level of the machines alone, and so is the library of paths, by all its tests.
 */
export function testsOfFile(graph: ImportGraph, tests: readonly string[], file: string): string[] {
  if (file.startsWith(LIBRARY)) return testsOfLibrary(graph, tests);
  const reaching = tests.filter(
    (test) => LEVEL.test(test) && !NOT_IN_A_SANDBOX.test(test) && graph.withDependencies([test]).has(file),
  );
  const onMachines = reaching.filter((test) => test.startsWith('tests/machines/'));
  const candidates = (file.startsWith('machines/') && onMachines.length > 0 ? onMachines : reaching)
    .map((test) => ({
      ...{ test, duration: durationOf(test) },
      ...{ distance: distance(graph, test, file), words: sharedWords(test, basename(file)) },
    }))
    .toSorted(
      (one, other) =>
        one.distance - other.distance || other.words - one.words || one.duration - other.duration,
    );
  const within = (limit: number) => candidates.filter((candidate) => candidate.distance <= limit);
  const chosen = [within(0), within(FAR - 1)].find((some) => some.length > 0) ?? candidates;
  const near = chosen.filter((candidate) => candidate.distance < FAR).map(({ test }) => test);
  if (file.startsWith(CHECKS) && reaching.includes(PATHS_ON_SCREENS)) return [...near, PATHS_ON_SCREENS];
  let total = 0;
  return chosen
    .filter(({ duration }, index) => {
      total += duration;
      return index === 0 || total <= BUDGET;
    })
    .map(({ test }) => test);
}

const MUTATED = /^(server|machines|src)\/.*\.tsx?$/;

/** Files that machines are made of: their mutants are those of `npm run mutate -- <flow>`; and declarations of types. */
const OTHERWISE_MUTATED =
  /^machines\/.*\.(machine|setup|cases|flow|journeys|properties|params|messages)\.ts$|\.types\.ts$|\.d\.ts$/;

/** Whether StrykerJS mutates a file. */
export const isMutated = (file: string): boolean =>
  MUTATED.test(file) && !OTHERWISE_MUTATED.test(file) && existsSync(join(root, file));
