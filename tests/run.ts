import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './support/chromium.ts';
import { notRun } from './support/notRun.ts';
import { type Timed, timesOf, timesOfFiles } from './support/timing.ts';

/**
 * The one command that checks everything: types, lint and format, then the tests at every level.
 * Arguments are passed on to Vitest. Ends with how long everything took, how many tests ran at each level, and which
 * could not run here.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (...path: string[]) => join(root, 'node_modules', ...path);

type Report = {
  testResults: { name: string; startTime: number; endTime: number; assertionResults: { status: string }[] }[];
};

const steps: Timed[] = [];

function run(title: string, script: string, ...args: string[]): void {
  console.log(`\n— ${title}`);
  const start = performance.now();
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: process.env,
  });
  steps.push({ name: title, duration: performance.now() - start });
  if (status !== 0) {
    console.error(`\n${title}: failed`);
    process.exitCode = 1;
  }
}

const LEVELS = ['machines', 'mutation', 'screens', 'server', 'browser'];

const isOfLevel = (name: string, level: string) => name.startsWith(join(root, 'tests', level, '/'));

/** Prints how long each step, each level and each file took, slowest first. The files of a level run side by side. */
function printTimes({ testResults }: Report): void {
  const files = testResults.map(({ name, startTime, endTime }) => ({ name, duration: endTime - startTime }));
  const levels = LEVELS.map((level) => ({
    name: `tests/${level}`,
    duration: files
      .filter(({ name }) => isOfLevel(name, level))
      .reduce((sum, { duration }) => sum + duration, 0),
  }));
  const named = files.map(({ name, duration }) => ({ name: relative(root, name), duration }));
  console.log(['', ...timesOf(steps), '', ...timesOf(levels), '', ...timesOfFiles(named)].join('\n'));
}

/** Prints how many tests ran at each level; a test that did not run is a failure. */
function summarise({ testResults }: Report): void {
  const statuses = (levels: string[]) =>
    testResults
      .filter(({ name }) => levels.some((level) => isOfLevel(name, level)))
      .flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const tally = (levels: string[]): string => {
    const all = statuses(levels);
    const [passed, failed] = ['passed', 'failed'].map(
      (wanted) => all.filter((status) => status === wanted).length,
    );
    const skipped = all.length - Number(passed) - Number(failed);
    if (skipped > 0) process.exitCode = 1;
    return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  };
  console.log('');
  for (const level of LEVELS) console.log(`tests/${level}: ${tally([level])}`);
  console.log(`\n${tally(LEVELS)}`);
  for (const sentence of notRun()) console.log(sentence);
}

try {
  process.env.CHROMIUM_PATH = findChromium();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
console.log(`Chromium: ${process.env.CHROMIUM_PATH}`);

const folder = mkdtempSync(join(tmpdir(), 'tests-'));
const output = join(folder, 'report.json');
try {
  run('types', bin('typescript', 'bin', 'tsc'), '--noEmit');
  run('lint and format', bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.');
  const projects = LEVELS.map((level) => `--project=${level}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  run('tests', bin('vitest', 'vitest.mjs'), 'run', ...projects, ...reporters, ...process.argv.slice(2));
  const report: Report = JSON.parse(readFileSync(output, 'utf8'));
  printTimes(report);
  summarise(report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
