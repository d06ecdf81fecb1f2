/** A step of `npm test`, a level of tests or a file, with its duration in milliseconds. */
export type TimedItem = { name: string; duration: number };

/** The duration below which files are only counted, in milliseconds. */
const SHORT = 1_000;

const seconds = (duration: number) => `${(duration / 1000).toFixed(1)} s`.padStart(9);

const slowestFirst = (all: readonly TimedItem[]) =>
  [...all].sort((one, other) => other.duration - one.duration);

const lines = (all: readonly TimedItem[]) => all.map(({ name, duration }) => `${seconds(duration)}  ${name}`);

/** Returns a line for each duration, longest first. */
export const formatDurations = (all: readonly TimedItem[]): string[] => lines(slowestFirst(all));

/** Returns a line for each file's duration, longest first; short ones share the last line. */
export function formatFileDurations(files: readonly TimedItem[]): string[] {
  const short = files.filter(({ duration }) => duration < SHORT);
  const total = short.reduce((sum, { duration }) => sum + duration, 0);
  return [
    ...formatDurations(files.filter((file) => !short.includes(file))),
    ...(short.length > 0 ? lines([{ name: `${short.length} more files`, duration: total }]) : []),
  ];
}
