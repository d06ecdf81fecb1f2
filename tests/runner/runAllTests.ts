import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findChromium } from '../support/chromium.ts';
import type { TimedItem } from '../support/formatDurations.ts';
import { readObservedCoverage } from '../support/observedCoverage.ts';
import { clearPathFailures } from '../support/pathFailures.ts';
import { testsNotRun } from '../support/testsNotRun.ts';
import type { Arguments } from './arguments.ts';
import { failureLines } from './failures.ts';
import { FLOW_LEVELS, FLOW_TESTS, type FlowLevel } from './flows.ts';
import { root } from './imports.ts';
import { writeReport } from './report.ts';
import { CHECKS, filesOfShard, writeTimings } from './shards.ts';
import { fileProblems, LEVELS, summaryOf } from './summary.ts';
import { type CliOptions, openVitest, runTests, testFilesOf } from './vitest.ts';

const bin = (...path: string[]) => join(root, 'node_modules', ...path);

const COMMANDS = {
  types: [bin('typescript', 'bin', 'tsc'), '--noEmit'],
  'lint and format': [bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.'],
} satisfies Record<(typeof CHECKS)[number], string[]>;

/** Runs types, lint and format; returns their durations and the names of those that fail. */
async function runChecks(): Promise<{ steps: TimedItem[]; failed: string[] }> {
  const steps: TimedItem[] = [];
  const failed: string[] = [];
  for (const name of CHECKS) {
    console.log(`\n— ${name}`);
    const start = performance.now();
    const child = spawn(process.execPath, COMMANDS[name], { cwd: root, stdio: 'inherit' });
    const [status] = await once(child, 'close');
    if (status !== 0) failed.push(name);
    steps.push({ name, duration: performance.now() - start });
  }
  return { steps, failed };
}

const FLOWS = 'tests/machines/project.test.ts';

/** The part of all tests and checks to run; each defaults to all. */
export type TestSubset = {
  files?: readonly string[];
  flows?: Readonly<Record<FlowLevel, readonly string[]>>;
  checks?: boolean;
};

/** Runs types, lint, format and the tests of all levels, or a part of them, and prints the results. */
export async function runAllTests(
  options: CliOptions,
  { shard, report, timings }: Pick<Arguments, 'shard' | 'report' | 'timings'>,
  { files: selectedFiles, flows, checks = true }: TestSubset = {},
): Promise<void> {
  process.env.CHROMIUM_PATH = findChromium();
  console.log(`Chromium: ${process.env.CHROMIUM_PATH}`);
  clearPathFailures();
  const vitest = await openVitest(options, LEVELS);
  try {
    const all = selectedFiles ?? (await testFilesOf(vitest));
    const chosen = shard ? filesOfShard(shard, all) : all;
    if (flows)
      for (const project of vitest.projects)
        for (const level of FLOW_LEVELS) if (project.name === level) project.provide('flows', flows[level]);
    // The problems of a flow are printed before the failures that they cause.
    const start = performance.now();
    console.log('\n— flows');
    const flowFiles = await runTests(vitest, [{ files: chosen.filter((file) => file === FLOWS) }]);
    const duration = performance.now() - start;
    const { steps, failed } =
      checks && (shard === undefined || shard.index === 1) ? await runChecks() : { steps: [], failed: [] };
    console.log('\n— tests');
    const next = performance.now();
    const others = await runTests(vitest, [{ files: chosen.filter((file) => file !== FLOWS) }]);
    steps.push({ name: 'tests', duration: duration + performance.now() - next });
    const files = [...flowFiles, ...others];
    const problems = [...failed.map((name) => `${name}: failed.`), ...fileProblems(files)];
    // Vitest sets the exit code for failed tests too.
    if (problems.length === 0 && process.exitCode !== undefined)
      problems.push('An error that belongs to no test is printed above.');
    const ok = problems.length === 0;
    const results = { steps, files, notRun: testsNotRun(), ok };
    console.log(summaryOf(results).join('\n'));
    for (const problem of problems) console.error(problem);
    for (const line of await failureLines()) console.error(line);
    if (report !== undefined) {
      const levelsRun = FLOW_LEVELS.filter((level) =>
        FLOW_TESTS[level].some((file) => chosen.includes(file)),
      );
      const runs = readObservedCoverage().filter((run) => levelsRun.some((level) => level === run.level));
      writeReport(report, { ...results, shard: shard ?? { index: 1, count: 1 }, all: [...all], runs });
    }
    const timesOfChecks = steps.filter(({ name }) => CHECKS.some((check) => check === name));
    if (timings && ok)
      writeTimings([...timesOfChecks, ...files.map(({ file, duration }) => ({ name: file, duration }))]);
    if (!ok) process.exitCode = 1;
  } finally {
    await vitest.close();
  }
}
