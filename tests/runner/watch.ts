import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startVitest, type Vitest } from 'vitest/node';
import { FLOW_TESTS, flowIds, flowsAffectedBy } from './flows.ts';
import { type ImportGraph, pathFromRoot, root } from './imports.ts';
import { summaryLine } from './summary.ts';
import { type CliOptions, resultOf, vitestSettings } from './vitest.ts';

const WATCHED_LEVELS = ['machines', 'screens'] as const;

const CODE = /^(machines|src|tests)\/.*\.(ts|tsx|js)$/;

/** The tests to run after a save: the flows at each level, and other test files. */
type PendingTests = { machines: Set<string>; screens: Set<string>; files: Set<string>; since: number };

const noPendingTests = (): PendingTests => ({
  machines: new Set(),
  screens: new Set(),
  files: new Set(),
  since: 0,
});

/** Returns the tests that a saved file affects; only flows in `watchedFlows` count. */
export function testsAffectedBySave(
  graph: ImportGraph,
  file: string,
  watchedFlows: readonly string[],
): Omit<PendingTests, 'since'> {
  const affected = flowsAffectedBy(graph, [file]);
  const [machines, screens] = WATCHED_LEVELS.map(
    (level) => new Set(affected[level].filter((id) => watchedFlows.includes(id))),
  );
  return {
    machines: machines ?? new Set(),
    screens: screens ?? new Set(),
    files: new Set(/^tests\/(machines|screens)\/.*\.test\.tsx?$/.test(file) ? [file] : []),
  };
}

/** Runs all tests of flows in another process, including the browser level and the mutants. */
function runAllLevels(flows: readonly string[]): void {
  console.log(`\nEverything of ${flows.join(', ')}, in the browser too:`);
  spawn(process.execPath, ['--import', 'tsx', 'tests/run.ts', ...flows], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/**
 * Waits for files to be saved, and runs the machine level and the screen level of the affected flows, with new plans; if
 * flows are `named`, only of these. The keys are those of Vitest, and `b` runs all tests of the flows that ran last,
 * including the browser level.
 */
export async function watch(
  graph: ImportGraph,
  named: readonly string[],
  options: CliOptions,
): Promise<void> {
  const watchedFlows = named.length > 0 ? named : flowIds(graph);
  let pending = noPendingTests();
  let lastFlows: string[] = [...named];
  let start = performance.now();
  const finished = new Map<string, number>();

  const filesToRun = (path: string): string[] | undefined => {
    const file = pathFromRoot(path);
    if (!CODE.test(file)) return undefined;
    graph.invalidate(file);
    const affected = testsAffectedBySave(graph, file, watchedFlows);
    if (pending.since === 0) pending.since = performance.now();
    for (const level of WATCHED_LEVELS) for (const id of affected[level]) pending[level].add(id);
    for (const other of affected.files) pending.files.add(other);
    const flowTestFiles = WATCHED_LEVELS.filter((level) => pending[level].size > 0).flatMap(
      (level) => FLOW_TESTS[level],
    );
    return [...flowTestFiles, ...pending.files].map((name) => join(root, name));
  };

  const startRun = (vitest: Vitest) => {
    for (const level of WATCHED_LEVELS)
      for (const project of vitest.projects)
        if (project.name === level) project.provide('flows', [...pending[level]]);
    lastFlows = [...pending.screens];
    start = pending.since;
    pending = noPendingTests();
    finished.clear();
  };

  const vitest = await startVitest('test', [], {
    ...vitestSettings,
    ...options,
    watch: true,
    standalone: true,
    project: [...WATCHED_LEVELS],
    watchTriggerPatterns: [{ pattern: /./, testsToRun: filesToRun }],
    reporters: [
      'default',
      {
        onTestModuleEnd: ({ project }) => {
          finished.set(project.name, performance.now() - start);
        },
        onTestRunEnd: (modules) => {
          const lines = WATCHED_LEVELS.filter((level) => finished.has(level)).map((level) => {
            const results = modules.filter(({ project }) => project.name === level).map(resultOf);
            return `${summaryLine(level, results)}, ${((finished.get(level) ?? 0) / 1000).toFixed(1)} s after saving`;
          });
          console.log([lastFlows.join(', '), ...lines].join('\n'));
        },
      },
    ],
  });
  vitest.onTestsRerun(() => startRun(vitest));
  process.stdin.on('keypress', (key: string | undefined) => {
    if (key === 'b' && lastFlows.length > 0) runAllLevels(lastFlows);
  });
  console.log(
    `Save a file of ${named.length > 0 ? named.join(', ') : 'a flow'}; b runs everything of it, in the browser too.`,
  );
}
