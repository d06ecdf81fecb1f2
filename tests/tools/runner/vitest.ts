import { join } from 'node:path';
import type { Plugin } from 'vite';
import { createVitest, parseCLI, type Reporter, startVitest, type Vitest } from 'vitest/node';
import { UsageError } from '../../../machines/paths/command/usageError.ts';
import { failureKeeper } from './failures.ts';
import { FLOW_TESTS, flowIds, flowsAffectedBy, LEVELS } from './flows.ts';
import { type ImportGraph, pathFromRoot, root } from './imports.ts';

type CliOptions = ReturnType<typeof parseCLI>['options'];

/**
 * Separates the options of Vitest from names.
 *
 * @throws UsageError if Vitest does not know an option.
 */
export function parseVitestArguments(args: readonly string[]): { names: string[]; options: CliOptions } {
  try {
    const { filter, options } = parseCLI(['vitest', ...args]);
    return { names: filter, options };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Transforming modules takes most of a short run. They are kept beside the results of tests, which some of them
 * name.
 */
const vitestSettings: CliOptions = {
  root,
  experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/modules' },
};

/** A reporter that prints the first failure at once, before its file has ended. */
function firstFailure(): Reporter {
  const start = performance.now();
  let isSaid = false;
  return {
    onTestCaseResult: (test) => {
      if (isSaid || test.result().state !== 'failed') return;
      isSaid = true;
      const after = ((performance.now() - start) / 1000).toFixed(1);
      console.error(
        `First failure, after ${after} s: ${pathFromRoot(test.module.moduleId)} › ${test.fullName}`,
      );
    },
  };
}

/** Opens Vitest in this process, for all levels unless the options name some. */
export async function openVitest(options: CliOptions): Promise<Vitest> {
  const vitest = await createVitest('test', {
    watch: false,
    silent: 'passed-only',
    ...vitestSettings,
    ...options,
    project: options.project ?? [...LEVELS],
    reporters: [[options.reporters ?? 'dot'].flat(), firstFailure()].flat(),
  });
  await vitest.standalone();
  return vitest;
}

const WATCHED_LEVELS = ['machines', 'screens'] as const;

const CODE = /^(machines|src|tests)\/.*\.(ts|tsx|js)$/;

/** Delays saved files until Vitest has started: before, Vitest throws an error. */
const savesAfter = (start: Promise<void>): Plugin => ({
  name: 'saves-after-start',
  configureServer: {
    order: 'pre',
    handler: ({ watcher }) => {
      const emit = watcher.emit.bind(watcher);
      watcher.emit = (...event) => {
        void start.then(() => emit(...event));
        return true;
      };
    },
  },
});

/**
 * Waits for files to be saved, and walks the flows that they reach at the levels machines and screens, with new
 * plans; if flows are `named`, only these. Other test files run when they are saved. The keys are those of Vitest.
 */
export async function watch(
  graph: ImportGraph,
  named: readonly string[],
  options: CliOptions,
): Promise<void> {
  const watched = named.length > 0 ? named : flowIds(graph);
  const saved = new Set<string>();

  const affected = () => {
    const flows = flowsAffectedBy(graph, [...saved]);
    return WATCHED_LEVELS.map((level) => ({
      level,
      flows: flows[level].filter((id) => watched.includes(id)),
    }));
  };
  const testsToRun = (path: string): string[] | undefined => {
    const file = pathFromRoot(path);
    if (!CODE.test(file)) return undefined;
    graph.invalidate(file);
    saved.add(file);
    const ofFlows = affected().flatMap(({ level, flows }) => (flows.length > 0 ? FLOW_TESTS[level] : []));
    const own = /^tests\/(machines|screens)\/.*\.test\.tsx?$/.test(file) ? [file] : [];
    return [...ofFlows, ...own].map((name) => join(root, name));
  };
  const provideFlows = (vitest: Vitest) => {
    for (const { level, flows } of affected())
      for (const project of vitest.projects) if (project.name === level) project.provide('flows', flows);
    saved.clear();
  };

  let release = () => {};
  const start = new Promise<void>((resolve) => {
    release = resolve;
  });
  const vitest = await startVitest(
    'test',
    [],
    {
      ...vitestSettings,
      ...options,
      watch: true,
      standalone: true,
      reporters: [[options.reporters ?? 'default'].flat(), failureKeeper()].flat(),
      project: [...WATCHED_LEVELS],
      watchTriggerPatterns: [{ pattern: /./, testsToRun }],
    },
    // The tests themselves write imports of the visualiser's pages there.
    { plugins: [savesAfter(start)], server: { watch: { ignored: ['**/.cache/**'] } } },
  );
  vitest.onTestsRerun(() => provideFlows(vitest));
  release();
  console.log(`Save a file of ${named.length > 0 ? named.join(', ') : 'a flow'}.`);
}
