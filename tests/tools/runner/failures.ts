import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import {
  type FailedTest,
  pathFolders,
  readFailedTests,
  savedTitle,
  writeFailedTests,
} from '../../support/pathFailures.ts';
import { FLOW_TESTS } from './flows.ts';
import { pathFromRoot, root } from './imports.ts';

/** The outcome of a test in a run. `note` says why it skipped itself. */
export type TestResult = FailedTest & { state: 'passed' | 'failed' | 'skipped' | 'pending'; note?: string };

/**
 * The results of a file. The first has no name and is that of the file, which fails where none of its tests does.
 */
function resultsOf(module: TestModule): TestResult[] {
  const of = { level: module.project.name, file: pathFromRoot(module.moduleId) };
  const tests = [...module.children.allTests()].map((test): TestResult => {
    const result = test.result();
    const note = result.state === 'skipped' ? result.note : undefined;
    return { ...of, name: test.fullName, state: result.state, ...(note !== undefined && { note }) };
  });
  const isBroken = module.state() === 'failed' && !tests.some(({ state }) => state === 'failed');
  return [{ ...of, name: '', state: isBroken ? 'failed' : 'passed' }, ...tests];
}

/** A file, one for both in which a path may be walked in the browser. */
const fileOf = ({ file }: Pick<FailedTest, 'file'>): string => file.replace('/formPaths.', '/paths.');

const keyOf = (test: FailedTest): string => `${test.level} ${fileOf(test)} ${test.name}`;

/** The key of the flow of a test where its file runs one flow or another, else that of the file. */
const partOf = (test: FailedTest): string => {
  const isOfFlows = Object.values(FLOW_TESTS).flat().includes(fileOf(test));
  return keyOf({ ...test, name: isOfFlows ? (test.name.split(' > ', 1)[0] ?? '') : '' });
};

/** Whether a test of a file has failed and has not passed since. */
export const hasFailedTest = (level: string, file: string, failed: readonly FailedTest[]): boolean =>
  failed.some((test) => test.level === level && fileOf(test) === fileOf({ file }));

const outcomes = ['mended', 'remains', 'gone', 'did not run'] as const;

type Outcome = (typeof outcomes)[number];

const phrase = (outcome: Outcome, count: number): string =>
  `${count} ${count > 1 ? outcome.replace('remains', 'remain').replace('gone', 'are gone') : outcome.replace('gone', 'is gone')}`;

/**
 * Compares the tests that failed before with the results of a run. The result has the tests that fail still or
 * now, or did not run, and sentences: how many are mended, and which are not. A test is gone where its file, or
 * the part of its flow, runs without it; a path where its steps cannot happen any more.
 */
export function compareFailures(
  last: readonly FailedTest[],
  results: readonly TestResult[],
): { failed: FailedTest[]; lines: string[] } {
  const byTest = new Map<string, TestResult>();
  for (const result of results)
    if (byTest.get(keyOf(result))?.state !== 'failed') byTest.set(keyOf(result), result);
  const broken = new Set(results.filter(({ name, state }) => name === '' && state === 'failed').map(fileOf));
  const parts = new Set(results.map(partOf));
  const compared = last.map((test) => {
    const result = byTest.get(keyOf({ ...test, name: savedTitle(test.name) })) ?? byTest.get(keyOf(test));
    const { state, note } = result ?? {};
    const isGone = !result && parts.has(partOf(test)) && !broken.has(fileOf(test));
    const outcomeOf = (): Outcome => {
      if (state === 'passed') return 'mended';
      if (state === 'failed') return 'remains';
      return isGone || note !== undefined || !existsSync(join(root, test.file)) ? 'gone' : 'did not run';
    };
    return { test, outcome: outcomeOf(), note };
  });
  const counts = outcomes.flatMap((outcome) => {
    const count = compared.filter((each) => each.outcome === outcome).length;
    return count > 0 ? [phrase(outcome, count)] : [];
  });
  const rest = compared.filter(({ outcome }) => outcome !== 'mended');
  const failedNow = [...byTest.values()].filter(({ state }) => state === 'failed');
  return {
    failed: [
      ...failedNow.map(({ level, file, name }) => ({ level, file, name })),
      ...rest.filter(({ outcome }) => outcome === 'did not run').map(({ test }) => test),
    ],
    lines:
      last.length === 0
        ? []
        : [
            `${last.length} ${last.length > 1 ? 'failures' : 'failure'} of the last run: ${counts.join(', ')}`,
            ...rest.map(
              ({ test: { file, name }, outcome, note }) =>
                `  ${outcome}: ${file}${name && ` › ${name}`}${note === undefined ? '' : `: ${note}`}`,
            ),
          ],
  };
}

/**
 * Keeps the tests of a run that failed until they pass. The result says in sentences how the earlier failures
 * ended.
 */
export function keepFailures(modules: Iterable<TestModule>, folder = pathFolders.failures): string[] {
  const { failed, lines } = compareFailures(readFailedTests(folder), [...modules].flatMap(resultsOf));
  writeFailedTests(failed, folder);
  return lines;
}

/** A reporter that keeps the failures of each run, and says which are mended. */
export const failureKeeper = (): Reporter => ({
  onTestRunEnd: (modules) => {
    for (const line of keepFailures(modules)) console.log(line);
  },
});
