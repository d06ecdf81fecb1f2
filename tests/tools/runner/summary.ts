import type { TestModule } from 'vitest/node';
import { failureLink } from '../../../src/visualiser/tool/storage/index.ts';
import { howToInstall, missingEngines } from '../../support/engines.ts';
import { hasNginx } from '../../support/nginx.ts';
import { pathFolders, readPathFailures } from '../../support/pathFailures.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { pathFromRoot } from '../../support/root.ts';
import { canMakeSmallDisks } from '../../support/smallDisk.ts';
import type { CheckResult } from './checks.ts';
import { LEVELS } from './flows.ts';

/** The result of a test file. The duration is in milliseconds and includes the time of its imports. */
export type FileResult = {
  level: string;
  file: string;
  passed: number;
  failed: number;
  skipped: number;
  duration: number;
};

const SLOWEST = 10;

/** The result of a test file; a file that cannot be loaded counts as one failed test. */
export function resultOf(module: TestModule): FileResult {
  const states = [...module.children.allTests()].map((test) => test.result().state);
  const count = (state: string) => states.filter((other) => other === state).length;
  const failed = count('failed');
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  return {
    level: module.project.name,
    file: pathFromRoot(module.moduleId),
    passed: count('passed'),
    failed: failed === 0 && module.state() === 'failed' ? 1 : failed,
    skipped: count('skipped'),
    duration: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
  };
}

const sum = (files: readonly FileResult[], key: 'passed' | 'failed' | 'skipped' | 'duration') =>
  files.reduce((total, file) => total + file[key], 0);

const timed = (duration: number, text: string) => `${(duration / 1000).toFixed(1).padStart(8)} s  ${text}`;

/** How many tests passed, failed and were skipped. */
function tally(files: readonly FileResult[]): string {
  const skipped = sum(files, 'skipped');
  return `${sum(files, 'passed')} passed, ${sum(files, 'failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** A sentence for each check and each file that failed. */
export const problemsOf = (checks: readonly CheckResult[], files: readonly FileResult[]): string[] => [
  ...checks.filter(({ ok }) => !ok).map(({ name }) => `${name}: failed.`),
  ...files.filter(({ failed }) => failed > 0).map((result) => `${result.file}: ${tally([result])}.`),
];

/** The time of each check and level, the ten slowest files, and how many tests passed. */
export function summaryOf(checks: readonly CheckResult[], files: readonly FileResult[]): string[] {
  const levels = LEVELS.map((level) => ({ level, of: files.filter((file) => file.level === level) }));
  const slowest = files.toSorted((one, other) => other.duration - one.duration).slice(0, SLOWEST);
  return [
    ...checks.map(({ name, duration }) => timed(duration, name)),
    ...levels
      .filter(({ of }) => of.length > 0)
      .map(({ level, of }) => timed(sum(of, 'duration'), `${level}: ${tally(of)}`)),
    '',
    ...slowest.map(({ file, duration }) => timed(duration, file)),
    '',
    tally(files),
  ];
}

const ORIGIN = 'http://localhost:3000';

/** Two lines for each failed path: the failure with its file, and the link that replays it. */
export async function failureLines(folder = pathFolders.failures): Promise<string[]> {
  const lines = await Promise.all(
    readPathFailures(folder).map(async ({ file, failure }) => [
      `${failure.flow}, ${failure.level}: ${failure.path} failed at step ${failure.steps.length} (.cache/failures/${file})`,
      `  ${ORIGIN}${await failureLink(failure)}`,
    ]),
  );
  return lines.flat();
}

/** Sentences about the tests that this machine cannot run, with the reasons. */
export function testsNotRun(
  here = {
    hasPostgres: hasPostgres(),
    hasNginx: hasNginx(),
    hasSmallDisks: canMakeSmallDisks(),
    missingEngines: missingEngines(),
  },
): string[] {
  return [
    ...(here.hasPostgres
      ? []
      : [
          'NOT RUN: the tests of the server on PostgreSQL; none is installed, and TEST_DATABASE_URL names none.',
        ]),
    ...(here.hasNginx ? [] : ['NOT RUN: the tests behind nginx; it is not installed here.']),
    ...(here.hasSmallDisks
      ? []
      : [
          'NOT RUN: the tests of a full and of a read-only disk; no file system can be mounted here, which takes the rights of root.',
        ]),
    ...here.missingEngines.map(
      (name) => `NOT RUN: the tests in ${name}; it is not installed here: ${howToInstall[name]}.`,
    ),
  ];
}
