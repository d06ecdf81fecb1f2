import { join } from 'node:path';
import { createVitest, parseCLI, type Reporter, type TestModule, type Vitest } from 'vitest/node';
import { UsageError } from '../commands/usageError.ts';
import { pathFromRoot, root } from './imports.ts';
import type { FileResult } from './summary.ts';

/** Test files, and the tests in them by a part of their names, else all. */
export type Selection = { files: readonly string[]; title?: string };

export type CliOptions = ReturnType<typeof parseCLI>['options'];

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

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns the result of a test file. */
export function resultOf(module: TestModule): FileResult {
  const states = [...module.children.allTests()].map((test) => test.result().state);
  const count = (state: string) => states.filter((other) => other === state).length;
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  const failed = count('failed');
  return {
    level: module.project.name,
    file: pathFromRoot(module.moduleId),
    passed: count('passed'),
    failed: failed === 0 && module.state() === 'failed' ? 1 : failed,
    skipped: count('skipped'),
    duration: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
  };
}

/** Transformed modules are cached between runs, because transforming them takes most of the time of a short run. */
export const vitestSettings: CliOptions = {
  root,
  experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/modules' },
};

/** Returns a reporter that says the first failure as soon as it is known, before its file has ended. */
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

/** Opens Vitest in this process for some projects. */
export async function openVitest(options: CliOptions, projects: readonly string[]): Promise<Vitest> {
  const vitest = await createVitest('test', {
    watch: false,
    ...vitestSettings,
    ...options,
    project: options.project ?? [...projects],
    reporters: [[options.reporters ?? 'default'].flat(), firstFailure()].flat(),
  });
  await vitest.standalone();
  return vitest;
}

/** Returns all test files of the projects of a Vitest. */
export const testFilesOf = async (vitest: Vitest): Promise<string[]> =>
  (await vitest.globTestSpecifications()).map(({ moduleId }) => pathFromRoot(moduleId)).sort();

/** Runs test files, and returns the result of each. Vitest sets the exit code if an error belongs to no test. */
export async function runTests(vitest: Vitest, selections: readonly Selection[]): Promise<FileResult[]> {
  const specifications = selections.flatMap(({ files, title }) =>
    files.flatMap((file) =>
      vitest.projects
        .filter((project) => project.matchesTestGlob(join(root, file)))
        .map((project) =>
          project.createSpecification(
            join(root, file),
            title === undefined ? undefined : { testNamePattern: new RegExp(escapeRegExp(title)) },
          ),
        ),
    ),
  );
  if (specifications.length === 0) return [];
  const ran = new Set(specifications.map(({ moduleId }) => moduleId));
  const { testModules } = await vitest.runTestSpecifications(specifications);
  return testModules.filter(({ moduleId }) => ran.has(moduleId)).map(resultOf);
}
