import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SITE_SOURCES } from '../support/build.ts';
import { FLOW_LEVELS, FLOW_TESTS, type FlowLevel, flowsReachedBy, rootsOf } from './flows.ts';
import type { Change } from './git.ts';
import { type ImportGraph, root } from './imports.ts';

/** What a change can reach. */
export type Affected = {
  files: string[];
  /** The flows that are walked and mutated at each level. */
  flows: Record<FlowLevel, string[]>;
  /** Whether types and lint can say anything else than before. */
  checks: boolean;
  /** What runs or is left out, and why, in sentences. */
  why: string[];
};

/** What no test and no build reads, unless a test names it. */
const HARMLESS = /^(docs|\.github|\.ci)\/|\.md$|^\.gitignore$/;

/** What vitest.config.ts and its projects load beside the test files. */
const SETUPS: Readonly<Record<string, readonly string[]>> = {
  screens: ['tests/screens/setup.ts'],
  mutation: ['tests/screens/setup.ts'],
  server: ['tests/server/setup.ts'],
  browser: ['tests/browser/setup.ts'],
};

const SITE_BUILD = 'tests/support/build.ts';

const levelOf = (file: string) => file.split('/')[1] ?? '';

const isBelow = (file: string, path: string) => file === path || file.startsWith(`${path}/`);

/** The files and folders that code which reads files or starts processes names in its texts. */
function namedIn(file: string): string[] {
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

/** The files and folders that each test depends on: what it imports, what its code names, and the site where it is built. */
function inputsOf(graph: ImportGraph, tests: readonly string[]): Map<string, string[]> {
  const known = new Map<string, string[]>();
  const names = (file: string) => {
    const found = known.get(file) ?? [...graph.reachedFrom(namedIn(file))];
    known.set(file, found);
    return found;
  };
  return new Map(
    tests.map((test) => {
      const imported = [...graph.reachedFrom([test, ...(SETUPS[levelOf(test)] ?? [])])];
      const read = imported.filter((file) => file.startsWith('tests/')).flatMap(names);
      const site = imported.includes(SITE_BUILD) ? SITE_SOURCES : [];
      return [test, [...new Set([...imported, ...read, ...site])]];
    }),
  );
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * The tests that a change can reach through imports, through the files that tests name, and through the site that is
 * built. Where a file is known to none of these and is not harmless, all tests.
 */
export function affectedBy(
  graph: ImportGraph,
  tests: readonly string[],
  flows: readonly string[],
  { ref, files: changed }: Change,
): Affected {
  const all = (why: string): Affected => ({
    files: [...tests],
    flows: { machines: [...flows], screens: [...flows], browser: [...flows], mutation: [...flows] },
    checks: true,
    why: [why],
  });
  if (changed.length === 0)
    return {
      files: [],
      flows: { machines: [], screens: [], browser: [], mutation: [] },
      checks: false,
      why: [`Nothing differs from ${ref}: everything is left out.`],
    };
  const inputs = inputsOf(graph, tests);
  const reaches = (file: string, paths: readonly string[]) => paths.some((path) => isBelow(file, path));
  const unknown = changed.find(
    (file) =>
      /^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts)$/.test(file) ||
      (!HARMLESS.test(file) && ![...inputs.values()].some((paths) => reaches(file, paths))),
  );
  if (unknown !== undefined)
    return all(`Everything runs: ${unknown} has changed, and what it can reach is not read off any import.`);

  const reached = tests.filter((test) => changed.some((file) => reaches(file, inputs.get(test) ?? [])));
  const { machines, screens } = flowsReachedBy(graph, changed);
  const owned = graph.reachedFrom(flows.flatMap((id) => rootsOf(graph, id)));
  const beside = changed.filter((file) => !owned.has(file));
  const at = (level: FlowLevel): string[] => {
    const isOfAll = FLOW_TESTS[level].some((test) =>
      beside.some((file) => reaches(file, inputs.get(test) ?? [])),
    );
    if (isOfAll) return [...flows];
    return level === 'machines' ? machines : screens;
  };
  const chosen = {
    machines: at('machines'),
    screens: at('screens'),
    browser: at('browser'),
    mutation: at('mutation'),
  };
  const isEmpty = (test: string) =>
    FLOW_LEVELS.some((level) => FLOW_TESTS[level].includes(test) && chosen[level].length === 0);
  const files = reached.filter((test) => !isEmpty(test));
  const harmless = changed.filter((file) => HARMLESS.test(file));
  const left = tests.filter((test) => !files.includes(test));
  const walked = Object.values(chosen).flat();
  const leftFlows = flows.filter((id) => !walked.includes(id));
  return {
    files,
    flows: chosen,
    checks: true,
    why: [
      `${counted(changed.length, 'file')} changed since ${ref}; ${counted(files.length, 'test file')} of ${tests.length} can be reached.`,
      ...(leftFlows.length > 0 && files.some((file) => file.endsWith('/paths.test.ts'))
        ? [`Left out, since nothing they are made of has changed: the paths of ${leftFlows.join(', ')}.`]
        : []),
      ...(left.length > 0
        ? [
            `Left out, since no import, no file that they read and no build leads to them:\n  ${left.join('\n  ')}`,
          ]
        : []),
      ...(harmless.length > 0 ? [`Read by tests only where they name it: ${harmless.join(', ')}.`] : []),
    ],
  };
}
