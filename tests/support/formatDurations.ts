/** What took how long: a step of `npm test`, a level of tests or a file. Milliseconds. */
export type TimedItem = { name: string; duration: number };

/** Files that take less are only counted. Milliseconds. */
const SHORT = 1_000;

const seconds = (duration: number) => `${(duration / 1000).toFixed(1)} s`.padStart(9);

const slowestFirst = (all: readonly TimedItem[]) =>
  [...all].sort((one, other) => other.duration - one.duration);

const lines = (all: readonly TimedItem[]) => all.map(({ name, duration }) => `${seconds(duration)}  ${name}`);

/** How long things took, one a line, slowest first. */
export const formatDurations = (all: readonly TimedItem[]): string[] => lines(slowestFirst(all));

/** How long files took, slowest first; short ones together on the last line. */
export function formatFileDurations(files: readonly TimedItem[]): string[] {
  const short = files.filter(({ duration }) => duration < SHORT);
  const total = short.reduce((sum, { duration }) => sum + duration, 0);
  return [
    ...formatDurations(files.filter((file) => !short.includes(file))),
    ...(short.length > 0 ? lines([{ name: `${short.length} more files`, duration: total }]) : []),
  ];
}
