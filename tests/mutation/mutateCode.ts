import { parseArgs } from 'node:util';
import { createImportGraph } from '../runner/imports.ts';
import { testFiles } from '../runner/testFiles.ts';
import { groupBy } from '../support/groupBy.ts';
import { changedLines, type Lines, sampledLines } from './mutatedLines.ts';
import { newSurvivors, outdatedSurvivors, percentageOf, scoreLine, scoresOf } from './scores.ts';
import { type CodeMutant, mutantsOf } from './strykerMutants.ts';
import { survivors } from './survivors.ts';
import { testsOfFile } from './testsOfFile.ts';

/**
 * Mutates files with StrykerJS and prints the score of each folder and each mutant that survives. Exits with status 1 if
 * one survives that is not in the list of those that may, if one of the list is noticed, or if a score is too low.
 *
 * - `--since origin/main`: only lines that have changed since a commit
 * - `--every 20`: only every twentieth line of all the files, as a sample of them
 * - `--minutes 2`: begins with no further tests after this time, and names the files that were not mutated
 */

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { since: { type: 'string' }, every: { type: 'string' }, minutes: { type: 'string' } },
});

type Target = { file: string; tests: string[]; lines: Lines[] | null };

const sampled = values.every === undefined ? null : sampledLines(files, Number(values.every));

function linesOf(file: string): Lines[] | null {
  if (sampled) return sampled.get(file) ?? [];
  return values.since === undefined ? null : changedLines(values.since, file);
}

const graph = createImportGraph();
const tests = testFiles();
const targets: Target[] = files.map((file) => ({
  file,
  tests: testsOfFile(graph, tests, file),
  lines: linesOf(file),
}));

const isIn = ({ file, at }: CodeMutant, targetsOfRun: readonly Target[]) =>
  targetsOfRun.some(
    (target) =>
      target.file === file &&
      (target.lines === null || target.lines.some(({ from, to }) => from <= at && at <= to)),
  );

const patternsOf = ({ file, lines }: Target): string[] =>
  lines === null ? [file] : lines.map(({ from, to }) => `${file}:${from}-${to}`);

const untested = targets.filter((target) => target.tests.length === 0).map(({ file }) => file);
const LEVELS = ['machines', 'screens', 'server'];
const levelOf = (key: string) => LEVELS.indexOf(key.split('/')[1] ?? '');
const runs = [
  ...groupBy(
    targets.filter((target) => target.tests.length > 0),
    ({ tests: asked }) => asked.join(' '),
  ),
]
  .toSorted(([one], [other]) => levelOf(one) - levelOf(other))
  .map(([, ofRun]) => ofRun);

const deadline = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
const mutants: CodeMutant[] = [];
const omitted: string[] = [];
const failed: string[] = [];
for (const run of runs) {
  const patterns = run.flatMap(patternsOf);
  if (patterns.length === 0) continue;
  const names = run.map(({ file }) => file);
  if (performance.now() > deadline) {
    omitted.push(...names);
    continue;
  }
  console.log(`${names.join(', ')}: by ${run[0]?.tests.join(', ')}`);
  try {
    const found = await mutantsOf(names, patterns, run[0]?.tests ?? []);
    mutants.push(...found.filter((mutant) => isIn(mutant, run)));
  } catch (error) {
    // StrykerJS has printed why.
    failed.push(...names);
    process.exitCode = 1;
    console.error(String(error));
  }
}

const unlisted = newSurvivors(mutants, survivors);
for (const { file, at, mutator, change } of unlisted) console.log(`${file}:${at} ${mutator}: ${change}`);
const whole = targets.filter(({ file, lines }) => lines === null && ![...omitted, ...failed].includes(file));
const outdated = outdatedSurvivors(
  mutants,
  survivors,
  whole.map(({ file }) => file),
);
for (const { file, line, change } of outdated)
  console.log(
    `${file}: "${change}" in "${line}" no longer survives: remove it from tests/mutation/survivors.ts.`,
  );
const scores = scoresOf(mutants);
for (const score of scores) console.log(scoreLine(score));
if (untested.length > 0)
  console.log(`Only browsers and processes of their own reach ${untested.join(', ')}: not mutated.`);
if (failed.length > 0)
  console.log(`Not mutated, since their tests fail without a mutant: ${failed.join(', ')}.`);
if (omitted.length > 0) console.log(`Not mutated, since the time was over: ${omitted.join(', ')}.`);
const isTooLow = values.since === undefined && scores.some((score) => percentageOf(score) < score.threshold);
if (unlisted.length + outdated.length > 0 || isTooLow) process.exitCode = 1;
