/** The levels of tests, each a project of Vitest, the quickest to fail first. */
export const LEVELS = ['machines', 'screens', 'server', 'mutation', 'browser'] as const;

/** The result of a test file. The duration is in milliseconds and includes the time of its imports. */
export type FileResult = {
  level: string;
  file: string;
  passed: number;
  failed: number;
  skipped: number;
  duration: number;
};

/** A check that is no test, such as the types, with its duration in milliseconds. */
export type CheckResult = { name: string; ok: boolean; output: string; duration: number };

const SLOWEST = 10;

const sum = (files: readonly FileResult[], key: 'passed' | 'failed' | 'skipped' | 'duration') =>
  files.reduce((total, file) => total + file[key], 0);

const seconds = (duration: number) => `${(duration / 1000).toFixed(1)} s`;

const timed = (duration: number, text: string) => `${seconds(duration).padStart(9)}  ${text}`;

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

/** Returns a sentence for each check and each file that failed, and for each file with a skipped test. */
export const problemsOf = (checks: readonly CheckResult[], files: readonly FileResult[]): string[] => [
  ...checks.filter(({ ok }) => !ok).map(({ name }) => `${name}: failed.`),
  ...files
    .filter(({ failed, skipped }) => failed + skipped > 0)
    .map((result) => `${result.file}: ${tally([result])}.`),
];

/** Returns the time of each check and level, the ten slowest files, and how many tests passed. */
export function summaryOf(checks: readonly CheckResult[], files: readonly FileResult[]): string[] {
  const levels = LEVELS.map((level) => ({ level, files: files.filter((file) => file.level === level) }));
  const slowest = files.toSorted((one, other) => other.duration - one.duration).slice(0, SLOWEST);
  return [
    '',
    ...checks.map(({ name, duration }) => timed(duration, name)),
    ...levels
      .filter((each) => each.files.length > 0)
      .map((each) => timed(sum(each.files, 'duration'), `${each.level}: ${tally(each.files)}`)),
    '',
    ...slowest.map(({ file, duration }) => timed(duration, file)),
    '',
    tally(files),
  ];
}
