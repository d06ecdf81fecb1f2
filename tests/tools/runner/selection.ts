import { spawnSync } from 'node:child_process';
import { UsageError } from '../../../machines/paths/command/usageError.ts';
import { FLOW_LEVELS, FLOW_TESTS, type FlowLevel, flowIds, flowsAffectedBy, pageFlowIds } from './flows.ts';
import { type ImportGraph, root } from './imports.ts';

/** The output of a git command; null where it fails. */
const git = (...args: string[]) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : null;
};

const commitOf = (ref: string) => git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)?.trim();

const parseFileList = (output: string | null): string[] =>
  (output ?? '').split('\0').filter((name) => name !== '');

/** A commit, and the files that differ from it in the working tree, including untracked ones. */
export type Change = { ref: string; files: string[] };

/**
 * The files that have changed since the branch left a ref.
 *
 * @throws UsageError if git does not know the ref.
 */
export function changeSince(ref: string): Change {
  if (!commitOf(ref)) throw new UsageError(`git knows no commit "${ref}".`);
  const base = git('merge-base', 'HEAD', ref)?.trim() ?? ref;
  const files = [
    ...parseFileList(git('diff', '--name-only', '--no-renames', '-z', base)),
    ...parseFileList(git('ls-files', '--others', '--exclude-standard', '-z')),
  ];
  return { ref, files: [...new Set(files)].sort() };
}

/**
 * The files that have changed since the branch left the main branch, or since the last commit; null without git.
 */
export function changeOnBranch(): Change | null {
  const ref = ['origin/HEAD', 'origin/main', 'HEAD'].find(commitOf);
  return ref === undefined ? null : changeSince(ref);
}

/** The test files to run, in their order, and the flows that are walked and mutated at each level. */
export type Selection = {
  files: string[];
  flows: Record<FlowLevel, readonly string[]>;
  /** Sentences about omitted tests, with the reasons. */
  leftOut: string[];
};

/** Flows at every level at which they are tested: those without their own page on the bare machine alone. */
export function atEveryLevel(graph: ImportGraph, flows: readonly string[]): Selection['flows'] {
  const ofPages = pageFlowIds(graph);
  const onPages = flows.filter((id) => ofPages.includes(id));
  return { machines: flows, screens: onPages, browser: onPages, mutation: flows };
}

const MAX_SUGGESTIONS = 3;

function editDistance(one: string, other: string): number {
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

const testName = (file: string) => file.replace(/^.*\//, '').replace(/\.test\.tsx?$/, '');

/** The names that are most similar to a word, best first. */
const nearestNames = (word: string, names: readonly string[]): string[] =>
  [...new Set(names)]
    .map((name) => ({ name, letters: editDistance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.letters - other.letters)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);

const camelCase = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * The flows and test files that names stand for: a flow by its id, with or without hyphens; else test files by
 * their path or a part of it.
 *
 * @throws UsageError with the nearest names if one stands for nothing.
 */
export function namedTests(
  names: readonly string[],
  { flows, tests }: { flows: readonly string[]; tests: readonly string[] },
): { flows: string[]; files: string[] } {
  const found = names.map((name) => {
    const id = flows.find((flow) => flow === name || flow === camelCase(name));
    if (id !== undefined) return { flows: [id], files: [] };
    const path = name.replace(/^\.\//, '').replaceAll('\\', '/');
    const files = tests.includes(path) ? [path] : tests.filter((file) => file.includes(path));
    if (files.length > 0) return { flows: [], files };
    const near = nearestNames(name, [...flows, ...tests.map(testName)]).join(', ');
    throw new UsageError(`"${name}" is no flow and no test file; the nearest names are: ${near}.`);
  });
  return { flows: found.flatMap((each) => each.flows), files: found.flatMap((each) => each.files) };
}

/**
 * All tests of flows, the quickest level first, and other test files; mutants only of machines that have changed.
 */
export function selectNamed(
  graph: ImportGraph,
  { flows, files }: { flows: readonly string[]; files: readonly string[] },
  change: Change | null = changeOnBranch(),
): Selection {
  const changed = change ? flowsAffectedBy(graph, change.files).machines : flowIds(graph);
  const mutated = flows.filter((id) => changed.includes(id));
  const unchanged = flows.filter((id) => !changed.includes(id));
  const selected = { ...atEveryLevel(graph, flows), mutation: mutated };
  // A file that is named walks or mutates the flows that are named with it, else all.
  const ofFiles = atEveryLevel(graph, flows.length > 0 ? flows : flowIds(graph));
  const flowsAt = (level: FlowLevel) =>
    FLOW_TESTS[level].some((test) => files.includes(test)) ? ofFiles[level] : selected[level];
  return {
    files: [
      ...files,
      ...FLOW_LEVELS.flatMap((level) => (selected[level].length > 0 ? FLOW_TESTS[level] : [])),
    ],
    flows: {
      machines: flowsAt('machines'),
      screens: flowsAt('screens'),
      browser: flowsAt('browser'),
      mutation: flowsAt('mutation'),
    },
    leftOut:
      unchanged.length > 0
        ? [
            `Left out: the mutants of ${unchanged.join(', ')}, whose machine is the same as in ${change?.ref}.`,
          ]
        : [],
  };
}
