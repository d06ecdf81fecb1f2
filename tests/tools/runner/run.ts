import {
  BaseSequencer,
  createVitest,
  parseCLI,
  type Reporter,
  startVitest,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node';
import { UsageError } from '../../../machines/paths/command/usageError.ts';
import { hasCachedSite, SITE_SOURCES } from '../../support/build.ts';
import { changedFiles } from '../../support/changedFiles.ts';
import { findChromium } from '../../support/chromium.ts';
import { isMore } from '../../support/more.ts';
import { pathFromRoot, root } from '../../support/root.ts';
import { buildSite, runChecks } from './checks.ts';
import { isOfVisualiser, LEVELS, MUTATED_FLOW, separateFlows, testsOfFlows } from './flows.ts';
import { failureLines, problemsOf, resultOf, summaryOf, testsNotRun } from './summary.ts';

type Options = ReturnType<typeof parseCLI>['options'];

/** Names and the options of Vitest. */
function parseArguments(args: readonly string[]): { filter: string[]; options: Options } {
  try {
    return parseCLI(['vitest', ...args]);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Transforming modules takes most of a short run. */
const modulesCache: Options = {
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

/** Begins the paths first where no earlier run has left durations: last, they would run alone. */
class PathsFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const isOfPaths = ({ moduleId }: TestSpecification) => /[pP]aths\.test\.tsx?$/.test(moduleId);
    const hasDuration = ({ project, moduleId }: TestSpecification) =>
      this.ctx.cache.getFileTestResults(`${project.name}:${pathFromRoot(moduleId)}`) !== undefined;
    const sorted = await super.sort(specifications);
    return sorted.some(hasDuration)
      ? sorted
      : sorted.toSorted((one, other) => Number(isOfPaths(other)) - Number(isOfPaths(one)));
  }
}

/** Files that tests read through a program that they start, by the module that starts it. */
const READ_BY_PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  'tests/support/build.ts': SITE_SOURCES,
  'tests/support/serverPrograms.ts': ['machines', 'server'],
  'tests/support/writtenPlans.ts': ['machines'],
  'tests/machines/documents.test.ts': ['docs', 'README.md', 'CONTRIBUTING.md', 'tests/README.md'],
  'tests/machines/project.test.ts': ['docs', 'machines', 'server', 'src', 'tests', '.env.example'],
};

/** Changed files with the modules that start a program which reads one. */
function withReaders(changed: readonly string[]): string[] {
  const isRead = (path: string) => changed.some((file) => file === path || file.startsWith(`${path}/`));
  const readers = Object.entries(READ_BY_PROGRAMS).filter(([, paths]) => paths.some(isRead));
  return [...changed, ...readers.map(([reader]) => reader)];
}

/**
 * The tests that names and changes select, of all levels unless the options name some.
 *
 * @throws UsageError if a name stands for nothing.
 */
async function selectTests(vitest: Vitest, names: readonly string[]): Promise<TestSpecification[]> {
  for (const name of names)
    if ((await vitest.globTestSpecifications([name])).length === 0)
      throw new UsageError(`"${name}" is no flow and no part of the path of a test file.`);
  return vitest.getRelevantTestSpecifications([...names]);
}

/** Runs checks beside the tests, and builds the site before the tests that visit it. */
async function run(vitest: Vitest, tests: TestSpecification[], isAll: boolean): Promise<void> {
  const checking = runChecks(isAll);
  const inBrowser = tests.filter(({ project }) => project.name === 'browser');
  if (inBrowser.length > 0) process.env.CHROMIUM_PATH = findChromium();
  const building = inBrowser.length > 0 ? buildSite() : undefined;
  const modules = new Map<string, TestModule>();
  const results = () => [...modules.values()].map(resultOf);
  const runTests = async (specifications: TestSpecification[]) => {
    if (specifications.length === 0) return;
    const { testModules } = await vitest.runTestSpecifications(specifications);
    for (const module of testModules) modules.set(module.id, module);
  };
  await runTests(tests.filter((test) => !inBrowser.includes(test)));
  // Where the build fails, the setup of the browser tests builds again, and reports the error.
  await building;
  const failed = results().reduce((sum, result) => sum + result.failed, 0);
  const { bail = 0 } = vitest.config;
  if (bail === 0 || failed < bail) await runTests(inBrowser);

  const checked = await checking;
  const problems = problemsOf(checked, results());
  // Vitest sets the exit code for failed tests too.
  if (problems.length === 0 && process.exitCode !== undefined)
    problems.push('An error that belongs to no test is printed above.');
  for (const line of summaryOf(checked, results())) console.log(line);
  for (const line of [...(isAll ? testsNotRun() : []), ...problems, ...(await failureLines())])
    console.error(line);
  if (problems.length > 0) process.exitCode = 1;
}

/** Runs the tests that the arguments of `npm test` select. */
export async function runTestCommand(args: readonly string[]): Promise<void> {
  const { filter, options } = parseArguments(args);
  const { flows, filters } = separateFlows(filter);
  const provide = { ...(flows.length > 0 && { flows }), siteOnly: flows.length > 0 && filters.length === 0 };
  const { changed, ...others } = options;
  const related = changed && withReaders(changedFiles(changed === true ? 'HEAD' : changed));
  const settings = {
    ...modulesCache,
    ...others,
    provide,
    ...(related && { related: related.map((file) => `${root}/${file}`) }),
  };
  if (options.watch) {
    const project = ['machines', 'screens'];
    await startVitest('test', [...filters, ...testsOfFlows(flows, project)], { project, ...settings });
    return;
  }
  const vitest = await createVitest('test', {
    silent: 'passed-only',
    project: [...LEVELS],
    ...settings,
    watch: false,
    sequence: { ...options.sequence, sequencer: PathsFirst },
    reporters: [[options.reporters ?? 'dot'].flat(), firstFailure()].flat(),
  });
  try {
    await vitest.standalone();
    if (!isMore && flows.length === 0)
      for (const project of vitest.projects)
        if (project.name === 'mutation') project.provide('flows', [MUTATED_FLOW]);
    // No path of the site sees the visualiser, without which the site is built in a sixth of the time.
    if (provide.siteOnly && !flows.some(isOfVisualiser) && !hasCachedSite()) process.env.VISUALISER ??= '0';
    const names = [...filters, ...testsOfFlows(flows, [options.project ?? LEVELS].flat())];
    const tests = await selectTests(vitest, names);
    if (tests.length > 0) await run(vitest, tests, names.length === 0 && !changed);
    else console.log('Nothing that a test reaches has changed: no test runs.');
  } finally {
    await vitest.close();
  }
}
