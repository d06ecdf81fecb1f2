import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SITE_SOURCES } from '../support/build.ts';
import { FLOW_LEVELS, FLOW_TESTS, type FlowLevel, filesOfFlow, flowIds, flowsAffectedBy } from './flows.ts';
import type { Change } from './git.ts';
import { type ImportGraph, root } from './imports.ts';
import { nearestFirst } from './order.ts';
import { atEveryLevel, type Selection } from './selection.ts';

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

const reaches = (file: string, paths: readonly string[]) => paths.some((path) => isAtOrBelow(file, path));

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
  const named = (file: string) => {
    const found = known.get(file) ?? [...graph.withDependencies(pathsNamedIn(file))];
    known.set(file, found);
    return found;
  };
  return new Map(
    tests.map((test) => {
      const imported = [...graph.withDependencies([test, ...(SETUP_FILES[levelOf(test)] ?? [])])];
      const read = imported.filter((file) => file.startsWith('tests/')).flatMap(named);
      const site = imported.includes(SITE_BUILD) ? SITE_SOURCES : [];
      return [test, [...new Set([...imported, ...read, ...site])]];
    }),
  );
}

/**
 * Selects the tests that a change can affect through imports, through the files that tests name, and through the built
 * site, the paths of few flows and then the nearest first; all tests if a changed file is found in none of these and can still be an input.
 */
export function selectAffected(
  graph: ImportGraph,
  tests: readonly string[],
  { ref, files: changed }: Change,
): Selection {
  const flows = flowIds(graph);
  const inputs = inputsOf(graph, tests);
  const untraceable = changed.find(
    (file) =>
      /^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts)$/.test(file) ||
      (!NEVER_AN_INPUT.test(file) && ![...inputs.values()].some((paths) => reaches(file, paths))),
  );
  if (untraceable !== undefined)
    return {
      files: nearestFirst(graph, tests, changed),
      flows: atEveryLevel(flows),
      leftOut: [`Everything runs: ${untraceable} has changed, and no import says what it can reach.`],
    };

  const { machines, screens } = flowsAffectedBy(graph, changed);
  const filesOfFlows = graph.withDependencies(flows.flatMap((id) => filesOfFlow(graph, id)));
  const sharedFiles = changed.filter((file) => !filesOfFlows.has(file));
  const flowsAt = (level: FlowLevel): readonly string[] => {
    const inputsOfLevel = FLOW_TESTS[level].flatMap((test) => inputs.get(test) ?? []);
    if (sharedFiles.some((file) => reaches(file, inputsOfLevel))) return flows;
    return level === 'machines' ? machines : screens;
  };
  const affectedFlows = {
    machines: flowsAt('machines'),
    screens: flowsAt('screens'),
    browser: flowsAt('browser'),
    mutation: flowsAt('mutation'),
  };
  const hasNoFlows = (test: string) =>
    FLOW_LEVELS.some((level) => FLOW_TESTS[level].includes(test) && affectedFlows[level].length === 0);
  const reached = tests.filter(
    (test) => !hasNoFlows(test) && changed.some((file) => reaches(file, inputs.get(test) ?? [])),
  );
  // The paths of few flows take seconds, and are what a change of these flows breaks.
  const ofFewFlows = (['machines', 'screens'] as const)
    .filter((level) => affectedFlows[level].length < flows.length)
    .flatMap((level) => FLOW_TESTS[level].filter((test) => reached.includes(test)));
  return {
    files: [...new Set([...ofFewFlows, ...nearestFirst(graph, reached, changed)])],
    flows: affectedFlows,
    leftOut:
      reached.length < tests.length
        ? [
            `Left out: ${tests.length - reached.length} of ${tests.length} test files, to which nothing leads that has changed since ${ref}.`,
          ]
        : [],
  };
}
