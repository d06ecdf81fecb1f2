import { formatDurations, formatFileDurations, type TimedItem } from '../support/formatDurations.ts';

/** The levels of tests, each a project of Vitest. */
export const LEVELS = ['machines', 'mutation', 'screens', 'server', 'browser'] as const;

/** The result of a test file. The duration is in milliseconds and includes the time of its imports. */
export type FileResult = {
  level: string;
  file: string;
  passed: number;
  failed: number;
  skipped: number;
  duration: number;
};

/** The results of a whole run or of one shard. */
export type TestResults = { steps: TimedItem[]; files: FileResult[]; notRun: string[]; ok: boolean };

const sum = (files: readonly FileResult[], key: 'passed' | 'failed' | 'skipped' | 'duration') =>
  files.reduce((total, file) => total + file[key], 0);

const seconds = (duration: number) => `${(duration / 1000).toFixed(1)} s`;

/** Returns how many tests passed, failed and were skipped. */
export function tally(files: readonly FileResult[]): string {
  const skipped = sum(files, 'skipped');
  return `${sum(files, 'passed')} passed, ${sum(files, 'failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Returns how many tests passed or failed, and how long their files took: `machines 31 passed (1.2 s)`. */
export function summaryLine(name: string, files: readonly FileResult[]): string {
  const failed = sum(files, 'failed');
  return `${name} ${sum(files, 'passed')} passed${failed > 0 ? `, ${failed} failed` : ''} (${seconds(sum(files, 'duration'))})`;
}

/** Returns lines with the duration of each step, level and file, slowest first; the tests of each level; and those not run. */
export function summaryOf({ steps, files, notRun }: TestResults): string[] {
  const at = (level: string) => files.filter((file) => file.level === level);
  return [
    '',
    ...formatDurations(steps),
    '',
    ...formatDurations(
      LEVELS.map((level) => ({ name: `tests/${level}`, duration: sum(at(level), 'duration') })),
    ),
    '',
    ...formatFileDurations(files.map(({ file, duration }) => ({ name: file, duration }))),
    '',
    ...LEVELS.map((level) => `tests/${level}: ${tally(at(level))}`),
    '',
    tally(files),
    ...notRun,
  ];
}

/** Returns a sentence for each file in which a test failed or was skipped; none if every test ran and passed. */
export const fileProblems = (files: readonly FileResult[]): string[] =>
  files
    .filter(({ failed, skipped }) => failed + skipped > 0)
    .map((result) => `${result.file}: ${tally([result])}.`);
