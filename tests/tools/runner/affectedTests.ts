import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SITE_SOURCES } from '../../support/build.ts';
import {
  FLOW_LEVELS,
  FLOW_TESTS,
  type FlowLevel,
  filesOfFlow,
  flowIds,
  flowsAffectedBy,
  isInBrowser,
  LEVELS,
} from './flows.ts';
import { type ImportGraph, root } from './imports.ts';
import type { Change } from './selection.ts';
import { atEveryLevel, type Selection } from './selection.ts';

/** Files that no test and no build reads, unless a test names them. */
const NEVER_AN_INPUT = /^(docs|\.github|\.ci)\/|\.md$|^\.gitignore$/;

/** The files that the levels load in addition to the test files. */
const SETUP_FILES: Readonly<Record<string, readonly string[]>> = {
  screens: ['tests/screens/setup.ts'],
  mutation: ['tests/screens/setup.ts'],
  server: ['tests/server/setup.ts'],
  browser: ['tests/browser/setup.ts'],
};

const TEST_CODE = /^tests\/.*\.[jt]sx?$/;

const SITE_BUILD = 'tests/support/build.ts';

const levelOf = (file: string) => file.replace('tests/more/', 'tests/').split('/')[1] ?? '';

const isAtOrBelow = (file: string, path: string) => file === path || file.startsWith(`${path}/`);

const reaches = (file: string, paths: readonly string[]) => paths.some((path) => isAtOrBelow(file, path));

/** The files and folders in the string literals of a file, if it reads files or starts processes. */
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

/** The inputs of a test: by its imports, and by the paths that it names and the site that it builds too. */
type Inputs = { named: (file: string) => readonly string[]; of: ReadonlyMap<string, readonly string[]> };

function inputsOf(graph: ImportGraph, tests: readonly string[]): Inputs {
  const known = new Map<string, string[]>();
  const named = (file: string) => {
    const found = known.get(file) ?? (TEST_CODE.test(file) ? pathsNamedIn(file) : []);
    known.set(file, found);
    return found;
  };
  const ofTest = (test: string) => {
    const imported = [...graph.withDependencies([test, ...(SETUP_FILES[levelOf(test)] ?? [])])];
    const read = graph.withDependencies(imported.flatMap(named));
    const site = imported.includes(SITE_BUILD) ? SITE_SOURCES : [];
    return [...new Set([...imported, ...read, ...site])];
  };
  return { named, of: new Map(tests.map((test) => [test, ofTest(test)])) };
}

/** The words of a path below its level: `tests/server/mail/smtpFaults.test.ts` → mail, smtp, fault. */
const wordsOf = (file: string): string[] =>
  file
    .replace(/^(tests\/(more\/)?\w+|\w+)\//, '')
    .replace(/(\.\w+)+$/, '')
    .split(/\/|(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/s$/, ''));

/** The level at which a change of a folder shows first. */
const LEVEL_OF_FOLDER: Readonly<Record<string, string>> = {
  machines: 'machines',
  src: 'screens',
  server: 'server',
};

/**
 * Tests in the order in which they are likely to notice a change, mutants and visits of the built site last: first
 * the level of the changed folder, then those whose path shares most with that of a changed file, then those that
 * say the last word of its name most often, then those whose path shares most with the files that import it, then
 * those with the fewest imports between, then the quickest level.
 *
 * @param named The paths that a file names, which count as its imports. Everything below a folder is farthest.
 */
function nearestFirst(
  graph: ImportGraph,
  named: Inputs['named'],
  tests: readonly string[],
  changed: readonly string[],
): string[] {
  const changedWords = changed.map(wordsOf);
  const importers = [...graph.withDependencies(tests)].filter((file) =>
    graph.importsOf(file).some((imported) => changed.includes(imported)),
  );
  const importerWords = [...new Set(importers.flatMap(wordsOf))];
  const lastWords = new RegExp(changedWords.flatMap((words) => words.at(-1) ?? []).join('|'), 'gi');
  const nearLevels = changed.flatMap((file) => LEVEL_OF_FOLDER[file.split('/')[0] ?? ''] ?? LEVELS);
  const distanceTo = (test: string): number => {
    const seen = new Set([test]);
    let layer = [test];
    for (let distance = 0; layer.length > 0; distance++) {
      if (changed.some((file) => layer.includes(file))) return distance;
      layer = layer
        .flatMap((file) => [...graph.importsOf(file), ...named(file)])
        .filter((file) => !seen.has(file) && seen.add(file));
    }
    return Number.POSITIVE_INFINITY;
  };
  const ranked = tests.map((file) => {
    const words = wordsOf(file);
    const sharedWith = (of: readonly string[]) => of.filter((word) => words.includes(word)).length;
    const level = levelOf(file);
    return {
      file,
      rank: [
        Number(isInBrowser(file)),
        Number(level === 'mutation'),
        Number(!nearLevels.includes(level)),
        -Math.max(0, ...changedWords.map(sharedWith)),
        -[...readFileSync(join(root, file), 'utf8').matchAll(lastWords)].length,
        -sharedWith(importerWords),
        distanceTo(file),
        LEVELS.indexOf(level),
      ],
    };
  });
  const compare = (one: readonly number[], other: readonly number[]): number =>
    one.map((value, index) => value - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return ranked.toSorted((one, other) => compare(one.rank, other.rank)).map(({ file }) => file);
}

/**
 * Selects the tests that a change can affect through imports, through the files that tests name, and through the
 * built site: the paths of the changed flows, and then the nearest first; all tests if a changed file is found in
 * none of these and can still be an input.
 */
export function selectAffected(
  graph: ImportGraph,
  tests: readonly string[],
  { ref, files: changed }: Change,
): Selection {
  const flows = flowIds(graph);
  const { named, of: inputs } = inputsOf(graph, tests);
  const untraceable = changed.find(
    (file) =>
      /^(package(-lock)?\.json|tsconfig\.json|vite\.config\.ts)$/.test(file) ||
      (!NEVER_AN_INPUT.test(file) && ![...inputs.values()].some((paths) => reaches(file, paths))),
  );
  if (untraceable !== undefined)
    return {
      files: nearestFirst(graph, named, tests, changed),
      flows: atEveryLevel(graph, flows),
      leftOut: [`Everything runs: ${untraceable} has changed, and no import says what it can reach.`],
    };

  const affected = flowsAffectedBy(graph, changed);
  const filesOfFlows = graph.withDependencies(flows.flatMap((id) => filesOfFlow(graph, id)));
  const sharedFiles = changed.filter((file) => !filesOfFlows.has(file));
  const isAbout = (id: string) => changed.some((file) => file.split(/[/.]/).includes(id));
  const flowsAt = (level: FlowLevel): readonly string[] => {
    const inputsOfLevel = FLOW_TESTS[level].flatMap((test) => inputs.get(test) ?? []);
    const isShared = sharedFiles.some((file) => reaches(file, inputsOfLevel));
    const reached = level === 'machines' ? affected.machines : affected.screens;
    const ids = isShared ? atEveryLevel(graph, flows)[level] : reached;
    return ids.toSorted((one, other) => Number(isAbout(other)) - Number(isAbout(one)));
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
  // The paths of few flows take seconds, and those of a flow that the change is about are walked first.
  const ofFewFlows = (['machines', 'screens'] as const)
    .filter((level) => affectedFlows[level].length < flows.length / 2 || affectedFlows[level].some(isAbout))
    .flatMap((level) => FLOW_TESTS[level].filter((test) => reached.includes(test)));
  return {
    files: [...new Set([...ofFewFlows, ...nearestFirst(graph, named, reached, changed)])],
    flows: affectedFlows,
    leftOut:
      reached.length < tests.length
        ? [
            `Left out: ${tests.length - reached.length} of ${tests.length} test files, to which nothing leads that has changed since ${ref}.`,
          ]
        : [],
  };
}
