import { createVitest, parseCLI, type Reporter, type Vitest } from 'vitest/node';
import { UsageError } from '../commands/usageError.ts';
import { pathFromRoot, root } from './imports.ts';
import { LEVELS } from './levels.ts';

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
