import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startVitest, type Vitest } from 'vitest/node';
import { FLOW_TESTS, flowIds, flowsReachedBy } from './flows.ts';
import { fromRoot, type ImportGraph, root } from './imports.ts';
import { shortLine } from './summary.ts';
import { type CliOptions, resultOf, settings } from './tests.ts';

const WATCHED = ['machines', 'screens'] as const;

const CODE = /^(machines|src|tests)\/.*\.(ts|tsx|js)$/;

/** What is to run after a save: the flows at each level, and other test files. */
type Wanted = { machines: Set<string>; screens: Set<string>; files: Set<string>; since: number };

const nothing = (): Wanted => ({ machines: new Set(), screens: new Set(), files: new Set(), since: 0 });

/** What a save of a file asks for; of flows those in `among`. */
export function wantedBy(graph: ImportGraph, file: string, among: readonly string[]): Omit<Wanted, 'since'> {
  const reach = flowsReachedBy(graph, [file]);
  const [machines, screens] = WATCHED.map(
    (level) => new Set(reach[level].filter((id) => among.includes(id))),
  );
  return {
    machines: machines ?? new Set(),
    screens: screens ?? new Set(),
    files: new Set(/^tests\/(machines|screens)\/.*\.test\.tsx?$/.test(file) ? [file] : []),
  };
}

/** Runs everything of flows, the browser level and the mutants included, in another process. */
function runWholly(flows: readonly string[]): void {
  console.log(`\nEverything of ${flows.join(', ')}, in the browser too:`);
  spawn(process.execPath, ['--import', 'tsx', 'tests/run.ts', ...flows], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/**
 * Waits for files to be saved, and runs the machine level and the screen level of the flows that they reach, with their
 * plans made anew; only of `named` flows where there are any. The keys are those of Vitest, and `b` for everything of
 * the flows that ran last, the browser level included.
 */
export async function watch(
  graph: ImportGraph,
  named: readonly string[],
  options: CliOptions,
): Promise<void> {
  const among = named.length > 0 ? named : flowIds(graph);
  let next = nothing();
  let last: string[] = [...named];
  let start = performance.now();
  const finished = new Map<string, number>();

  const filesToRun = (path: string): string[] | undefined => {
    const file = fromRoot(path);
    if (!CODE.test(file)) return undefined;
    graph.forget(file);
    const wanted = wantedBy(graph, file, among);
    if (next.since === 0) next.since = performance.now();
    for (const level of WATCHED) for (const id of wanted[level]) next[level].add(id);
    for (const other of wanted.files) next.files.add(other);
    const ofFlows = WATCHED.filter((level) => next[level].size > 0).flatMap((level) => FLOW_TESTS[level]);
    return [...ofFlows, ...next.files].map((name) => join(root, name));
  };

  const begin = (vitest: Vitest) => {
    for (const level of WATCHED)
      for (const project of vitest.projects)
        if (project.name === level) project.provide('flows', [...next[level]]);
    last = [...next.screens];
    start = next.since;
    next = nothing();
    finished.clear();
  };

  const vitest = await startVitest('test', [], {
    ...settings,
    ...options,
    watch: true,
    standalone: true,
    project: [...WATCHED],
    watchTriggerPatterns: [{ pattern: /./, testsToRun: filesToRun }],
    reporters: [
      'default',
      {
        onTestModuleEnd: ({ project }) => {
          finished.set(project.name, performance.now() - start);
        },
        onTestRunEnd: (modules) => {
          const lines = WATCHED.filter((level) => finished.has(level)).map((level) => {
            const results = modules.filter(({ project }) => project.name === level).map(resultOf);
            return `${shortLine(level, results)}, ${((finished.get(level) ?? 0) / 1000).toFixed(1)} s after saving`;
          });
          console.log([last.join(', '), ...lines].join('\n'));
        },
      },
    ],
  });
  vitest.onTestsRerun(() => begin(vitest));
  process.stdin.on('keypress', (key: string | undefined) => {
    if (key === 'b' && last.length > 0) runWholly(last);
  });
  console.log(
    `Save a file of ${named.length > 0 ? named.join(', ') : 'a flow'}; b runs everything of it, in the browser too.`,
  );
}
