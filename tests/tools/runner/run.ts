import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { UsageError } from '../../../machines/paths/command/usageError.ts';
import { hasCachedSite } from '../../support/build.ts';
import { findChromium } from '../../support/chromium.ts';
import { isMore } from '../../support/more.ts';
import { readFailedTests } from '../../support/pathFailures.ts';
import { selectAffected } from './affectedTests.ts';
import { hasFailedTest, keepFailures } from './failures.ts';
import { FLOW_TESTS, flowIds, isInBrowser, isOfVisualiser, MUTATED_FLOW } from './flows.ts';
import { createImportGraph, pathFromRoot, root } from './imports.ts';
import { changeSince, namedTests, type Selection, selectNamed } from './selection.ts';
import { type CheckResult, failureLines, problemsOf, resultOf, summaryOf, testsNotRun } from './summary.ts';
import { openVitest, parseVitestArguments, watch } from './vitest.ts';

/** Runs a program of Node in another process; its output is printed at once where it fails. */
function runCheck(name: string, ...args: string[]): Promise<CheckResult> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { cwd: root });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      const duration = performance.now() - start;
      if (status !== 0) console.error(`${Buffer.concat(printed)}\n${name}: failed.`);
      resolve({ name, ok: status === 0, duration });
    });
  });
}

/** Not in node_modules, which copies of the project share: types are cached by their path. */
const typesCache = join(root, '.cache/types');

/** Checks the types, incrementally since the last check. */
function checkTypes(): Promise<CheckResult> {
  mkdirSync(typesCache, { recursive: true });
  const incremental = ['--incremental', '--tsBuildInfoFile', join(typesCache, 'tsbuildinfo')];
  return runCheck('types', 'node_modules/typescript/bin/tsc', '--noEmit', ...incremental);
}

/** Checks that every promise is awaited or handled. It needs the types, and so a separate linter. */
const checkPromises = (): Promise<CheckResult> => runCheck('promises', 'node_modules/oxlint/bin/oxlint');

const checkStyle = (): Promise<CheckResult> =>
  runCheck('lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.');

/** Builds the site in another process, unless it is built, while the tests that do not visit it run. */
const buildSite = (): Promise<CheckResult> | undefined =>
  hasCachedSite() ? undefined : runCheck('build of the site', '--import', 'tsx', 'tests/support/build.ts');

/**
 * Checks the types, and with `isAll` promises, lint and format: one after the other, because each uses every
 * processor.
 */
async function runChecks(isAll: boolean): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of isAll ? [checkTypes, checkPromises, checkStyle] : [checkTypes])
    results.push(await check());
  return results;
}

/**
 * A sequencer that runs first the files with failures that are not mended, then the files in a given order, then
 * others as Vitest does.
 */
function sequencerOf(order: readonly string[]): typeof BaseSequencer {
  const placeOf = ({ moduleId }: TestSpecification) => {
    const place = order.indexOf(pathFromRoot(moduleId));
    return place < 0 ? order.length : place;
  };
  const failed = readFailedTests();
  return class extends BaseSequencer {
    override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
      const hasFailed = ({ project, moduleId }: TestSpecification) =>
        hasFailedTest(project.name, pathFromRoot(moduleId), failed);
      return (await super.sort(specifications)).toSorted(
        (one, other) => Number(hasFailed(other)) - Number(hasFailed(one)) || placeOf(one) - placeOf(other),
      );
    }
  };
}

/**
 * Runs types, lint, format and test files, and prints the failures, the time of each level and the slowest files.
 * Types and lint are checked beside the tests, and the site is built before the tests that visit it.
 *
 * @param selection The files and flows to test, else all; a part of them without lint and format.
 */
async function run(vitest: Vitest, all: TestSpecification[], selection?: Selection): Promise<void> {
  const chosen = selection
    ? all.filter(({ moduleId }) => selection.files.includes(pathFromRoot(moduleId)))
    : all;
  const visitsSite = ({ moduleId }: TestSpecification) => isInBrowser(pathFromRoot(moduleId));
  const inBrowser = chosen.filter(visitsSite);
  // The paths in the browser take longest: begun last, they would run alone at the end.
  vitest.config.sequence.sequencer = sequencerOf(selection?.files ?? FLOW_TESTS.browser);
  const mutated = isMore ? {} : { mutation: [MUTATED_FLOW] };
  for (const [level, flows] of Object.entries(selection?.flows ?? mutated))
    for (const project of vitest.projects) if (project.name === level) project.provide('flows', flows);
  const checks = runChecks(selection === undefined);
  const modules = new Map<string, TestModule>();
  const runAll = async (specifications: TestSpecification[]) => {
    if (specifications.length === 0) return;
    const { testModules } = await vitest.runTestSpecifications(specifications);
    for (const module of testModules) modules.set(module.id, module);
  };
  const isOnlyFlows =
    inBrowser.length > 0 &&
    inBrowser.every(({ moduleId }) => FLOW_TESTS.browser.includes(pathFromRoot(moduleId)));
  if (inBrowser.length > 0) process.env.CHROMIUM_PATH = findChromium();
  vitest.provide('siteOnly', isOnlyFlows);
  // No path of the site sees the visualiser, without which the site is built in a sixth of the time.
  if (isOnlyFlows && !selection?.flows.browser.some(isOfVisualiser) && !hasCachedSite())
    process.env.VISUALISER ??= '0';
  const site = inBrowser.length > 0 ? buildSite() : undefined;
  const isTogether = isOnlyFlows && site === undefined;
  await runAll(isTogether ? chosen : chosen.filter((specification) => !visitsSite(specification)));
  // Where the build fails, the setup of the browser tests builds again, and reports the error.
  await site;
  const failed = [...modules.values()].reduce((sum, module) => sum + resultOf(module).failed, 0);
  const { bail = 0 } = vitest.config;
  if (!isTogether && (bail === 0 || failed < bail)) await runAll(inBrowser);

  const results = [...modules.values()].map(resultOf);
  const checked = await checks;
  const problems = problemsOf(checked, results);
  // Vitest sets the exit code for failed tests too.
  if (problems.length === 0 && process.exitCode !== undefined)
    problems.push('An error that belongs to no test is printed above.');
  const sinceLast = keepFailures(modules.values());
  for (const line of summaryOf(checked, results)) console.log(line);
  for (const line of [
    ...(selection ? selection.leftOut : testsNotRun()),
    ...problems,
    ...(await failureLines()),
    ...sinceLast,
  ])
    console.error(line);
  if (problems.length > 0) process.exitCode = 1;
}

/**
 * Separates the ref of `--since` from the other arguments.
 *
 * @throws UsageError where the ref is missing.
 */
function takeSince(args: readonly string[]): { since?: string; rest: string[] } {
  const at = args.findIndex((arg) => /^--since(=|$)/.test(arg));
  if (at < 0) return { rest: [...args] };
  const [option = '', next] = args.slice(at);
  const isInline = option.includes('=');
  const since = isInline ? option.slice(option.indexOf('=') + 1) : next;
  if (!since || since.startsWith('-')) throw new UsageError('--since takes a git ref.');
  return { since, rest: args.toSpliced(at, isInline ? 1 : 2) };
}

/** Runs the tests that the arguments of `npm test` select. */
export async function runTestCommand(args: readonly string[]): Promise<void> {
  const { since, rest } = takeSince(args);
  const isWatching = rest.includes('--watch');
  if (isWatching && since !== undefined) throw new UsageError('--watch and --since do not go together.');
  const { names, options } = parseVitestArguments(rest.filter((arg) => arg !== '--watch'));
  const change = since === undefined ? null : changeSince(since);
  const graph = createImportGraph();
  const flows = flowIds(graph);
  if (isWatching) return watch(graph, namedTests(names, { flows, tests: [] }).flows, options);
  const vitest = await openVitest(options);
  try {
    const all = await vitest.globTestSpecifications();
    const tests = [...new Set(all.map(({ moduleId }) => pathFromRoot(moduleId)))].sort();
    const named = namedTests(names, { flows, tests });
    if (!change) await run(vitest, all, names.length > 0 ? selectNamed(graph, named) : undefined);
    else if (change.files.length > 0) await run(vitest, all, selectAffected(graph, tests, change));
    else console.log(`Nothing differs from ${since}: no test runs.`);
  } finally {
    await vitest.close();
  }
}
