import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TimedItem } from '../support/formatDurations.ts';
import type { Shard } from './arguments.ts';
import { root } from './imports.ts';

/** The last measured durations of checks and test files, in milliseconds. */
export type Timings = Readonly<Record<string, number>>;

const path = join(root, 'tests/timings.json');

export const readTimings = (): Timings => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});

/** Writes durations by name, rounded to a tenth of a second. */
export function writeTimings(measured: readonly TimedItem[]): void {
  const rounded = measured.map(({ name, duration }) => [name, Math.round(duration / 100) * 100] as const);
  const sorted = rounded.sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}

/**
 * Divides test files among shards so that all take about as long: the longest first, each to the shard that has the
 * least. `durationOfChecks` is the time of the checks, which the first shard runs as well. A file without a measured time
 * counts as the median.
 */
export function divideIntoShards(
  files: readonly string[],
  timings: Timings,
  count: number,
  durationOfChecks: number,
): { files: string[]; duration: number }[] {
  const medianDuration = median(files.flatMap((file) => timings[file] ?? []));
  const timed = files.map((file) => ({ file, duration: timings[file] ?? medianDuration }));
  const shards = Array.from({ length: count }, (_, index) => ({
    files: [] as string[],
    duration: index === 0 ? durationOfChecks : 0,
  }));
  const longestFirst = timed.sort(
    (one, other) => other.duration - one.duration || (one.file < other.file ? -1 : 1),
  );
  for (const { file, duration } of longestFirst) {
    const shortest = shards.reduce((least, shard) => (shard.duration < least.duration ? shard : least));
    shortest.files.push(file);
    shortest.duration += duration;
  }
  return shards;
}

/** The steps other than the tests, which the first shard runs. */
export const CHECKS = ['types', 'lint and format'] as const;

/** The test files of one shard. */
export function filesOfShard(
  { index, count }: Shard,
  files: readonly string[],
  timings = readTimings(),
): string[] {
  const durationOfChecks = CHECKS.reduce((sum, check) => sum + (timings[check] ?? 0), 0);
  return divideIntoShards(files, timings, count, durationOfChecks)[index - 1]?.files ?? [];
}
