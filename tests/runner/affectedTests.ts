import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SITE_SOURCES } from '../support/build.ts';
import { FLOW_LEVELS, FLOW_TESTS, type FlowLevel, filesOfFlow, flowsAffectedBy } from './flows.ts';
import type { Change } from './git.ts';
import { type ImportGraph, root } from './imports.ts';

/** The tests, flows and checks that a change can affect. */
export type AffectedTests = {
  files: string[];
  /** The flows that are walked and mutated at each level. */
  flows: Record<FlowLevel, string[]>;
  /** Sentences that say which tests run or are left out, and why. */
  why: string[];
};

/** Files that no test and no build reads, unless a test names them. */
const NEVER_AN_INPUT = /^(docs|\.github|\.ci)\/|\.md$|^\.gitignore$/;

/** The files that vitest.config.ts and its projects load in addition to the test files. */
const SETUP_FILES: Readonly<Record<string, readonly string[]>> = {
  screens: ['tests/screens/setup.ts'],
  mutation: ['tests/screens/setup.ts'],
  server: ['tests/server/setup.ts'],
  browser: ['tests/browser/setup.ts'],
};

const SITE_BUILD = 'tests/support/build.ts';

const levelOf = (file: string) => file.split('/')[1] ?? '';

const isAtOrBelow = (file: string, path: string) => file === path || file.startsWith(`${path}/`);

/** Returns the files and folders that a file names in its string literals, if it reads files or starts processes. */
function pathsNamedIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  if (!/['"]node:(fs|fs\/promises|child_process)['"]/.test(text)) return [];
  const names = [...text.matchAll(/['"`]([\w./-]*\w)/g)].map(([, name = '']) => name);
  return names.flatMap((name) =>
    [name, `${name}.ts`, join(dirname(file), name), join(dirname(file), `${name}.ts`)].filter(
      (path) =>
        !path.startsWith('.') &&
        !path.startsWith('/') &&
        statSync(join(root, path), { throwIfNoEntry: false }) !== undefined,
    ),
  );
}

/** Returns the files and folders that each test depends on: imports, paths named in its code, and the site if it builds it. */
function inputsOf(graph: ImportGraph, tests: readonly string[]): Map<string, string[]> {
  const known = new Map<string, string[]>();
  const names = (file: string) => {
    const found = known.get(file) ?? [...graph.withDependencies(pathsNamedIn(file))];
    known.set(file, found);
    return found;
  };
  return new Map(
    tests.map((test) => {
      const imported = [...graph.withDependencies([test, ...(SETUP_FILES[levelOf(test)] ?? [])])];
      const read = imported.filter((file) => file.startsWith('tests/')).flatMap(names);
      const site = imported.includes(SITE_BUILD) ? SITE_SOURCES : [];
      return [test, [...new Set([...imported, ...read, ...site])]];
    }),
  );
}

const pluralised = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Returns the tests that a change can affect through imports, through the files that tests name, and through the built
 * site; all tests if a changed file is found in none of these and can still be an input.
 */
export function testsAffectedBy(
  graph: ImportGraph,
  tests: readonly string[],
  flows: readonly string[],
  { ref, files: changed }: Change,
): AffectedTests {
  const all = (why: string): AffectedTests => ({
    files: [...tests],
    flows: { machines: [...flows], screens: [...flows], browser: [...flows], mutation: [...flows] },
    why: [why],
  });
  if (changed.length === 0)
    return {
      files: [],
      flows: { machines: [], screens: [], browser: [], mutation: [] },
      why: [`Nothing differs from ${ref}: everything is left out.`],
    };
  const inputs = inputsOf(graph, tests);
  const reaches = (file: string, paths: readonly string[]) => paths.some((path) => isAtOrBelow(file, path));
  const untraceable = changed.find(
    (file) =>
      /^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts)$/.test(file) ||
      (!NEVER_AN_INPUT.test(file) && ![...inputs.values()].some((paths) => reaches(file, paths))),
  );
  if (untraceable !== undefined)
    return all(
      `Everything runs: ${untraceable} has changed, and what it can reach is not read off any import.`,
    );

  const reached = tests.filter((test) => changed.some((file) => reaches(file, inputs.get(test) ?? [])));
  const { machines, screens } = flowsAffectedBy(graph, changed);
  const filesOfFlows = graph.withDependencies(flows.flatMap((id) => filesOfFlow(graph, id)));
  const sharedFiles = changed.filter((file) => !filesOfFlows.has(file));
  const affectedAt = (level: FlowLevel): string[] => {
    const affectsAllFlows = FLOW_TESTS[level].some((test) =>
      sharedFiles.some((file) => reaches(file, inputs.get(test) ?? [])),
    );
    if (affectsAllFlows) return [...flows];
    return level === 'machines' ? machines : screens;
  };
  const affectedFlows = {
    machines: affectedAt('machines'),
    screens: affectedAt('screens'),
    browser: affectedAt('browser'),
    mutation: affectedAt('mutation'),
  };
  const hasNoFlows = (test: string) =>
    FLOW_LEVELS.some((level) => FLOW_TESTS[level].includes(test) && affectedFlows[level].length === 0);
  const files = reached.filter((test) => !hasNoFlows(test));
  const ignored = changed.filter((file) => NEVER_AN_INPUT.test(file));
  const omitted = tests.filter((test) => !files.includes(test));
  const testedFlows = Object.values(affectedFlows).flat();
  const omittedFlows = flows.filter((id) => !testedFlows.includes(id));
  return {
    files,
    flows: affectedFlows,
    why: [
      `${pluralised(changed.length, 'file')} changed since ${ref}; ${pluralised(files.length, 'test file')} of ${tests.length} can be reached.`,
      ...(omittedFlows.length > 0 && files.some((file) => file.endsWith('/paths.test.ts'))
        ? [`Left out, since nothing they are made of has changed: the paths of ${omittedFlows.join(', ')}.`]
        : []),
      ...(omitted.length > 0
        ? [
            `Left out, since no import, no file that they read and no build leads to them: ${pluralised(omitted.length, 'test file')}.`,
          ]
        : []),
      ...(ignored.length > 0 ? [`Read by tests only where they name it: ${ignored.join(', ')}.`] : []),
    ],
  };
}
