import { UsageError } from '../commands/usageError.ts';
import { FLOW_LEVELS, type FlowLevel, flowIds, flowsAffectedBy, flowTestsOf, pageFlowIds } from './flows.ts';
import { type Change, changeOnBranch } from './git.ts';
import type { ImportGraph } from './imports.ts';

/** The test files to run, in their order, and the flows that are walked and mutated at each level. */
export type Selection = {
  files: string[];
  flows: Record<FlowLevel, readonly string[]>;
  /** Sentences that say what is left out, and why. */
  leftOut: string[];
};

/** Returns flows at every level at which they are tested: those without a page of their own on the bare machine alone. */
export function atEveryLevel(graph: ImportGraph, flows: readonly string[]): Selection['flows'] {
  const ofPages = pageFlowIds(graph);
  const onPages = flows.filter((id) => ofPages.includes(id));
  return { machines: flows, screens: onPages, browser: onPages, mutation: flows };
}

const MAX_SUGGESTIONS = 3;

/** Returns the number of characters that must be added, removed or changed to turn one word into the other. */
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

/** Returns the names that are most similar to a word, best first. */
const nearestNames = (word: string, names: readonly string[]): string[] =>
  [...new Set(names)]
    .map((name) => ({ name, letters: editDistance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.letters - other.letters)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);

const camelCase = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the flows and test files that names stand for: a flow by its id, with or without hyphens; else test files by
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

/** Returns all tests of flows, the quickest level first, and other test files; mutants only of machines that have changed. */
export function selectNamed(
  graph: ImportGraph,
  { flows, files }: { flows: readonly string[]; files: readonly string[] },
  change: Change | null = changeOnBranch(),
): Selection {
  const changed = change ? flowsAffectedBy(graph, change.files).machines : flowIds(graph);
  const mutated = flows.filter((id) => changed.includes(id));
  const unchanged = flows.filter((id) => !changed.includes(id));
  const selected = { ...atEveryLevel(graph, flows), mutation: mutated };
  return {
    files: [...files, ...FLOW_LEVELS.flatMap((level) => flowTestsOf(graph, level, selected[level]))],
    flows: selected,
    leftOut:
      unchanged.length > 0
        ? [
            `Left out: the mutants of ${unchanged.join(', ')}, whose machine is the same as in ${change?.ref}.`,
          ]
        : [],
  };
}
