import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObservedCoverage } from '../../machines/paths/coverage.ts';
import { UsageError } from '../commands/usageError.ts';
import type { Shard } from './arguments.ts';
import { fileProblems, type TestResults } from './summary.ts';

/** The report of a shard: its results, all test files of the project, and the observed coverage of the flows. */
export type ShardReport = TestResults & { shard: Shard; all: string[]; runs: ObservedCoverage[] };

/** Writes the report of a shard into a folder. */
export function writeReport(folder: string, report: ShardReport): void {
  mkdirSync(folder, { recursive: true });
  const { index, count } = report.shard;
  writeFileSync(join(folder, `shard-${index}-of-${count}.json`), JSON.stringify(report));
}

/**
 * Reads the reports of shards from a folder and its subfolders.
 *
 * @throws UsageError if there is none.
 */
export function readReports(folder: string): ShardReport[] {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const found = names.filter((name) => /(^|[\\/])shard-\d+-of-\d+\.json$/.test(name)).sort();
  if (found.length === 0) throw new UsageError(`There is no report of a shard in "${folder}".`);
  return found.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** Returns the results of all shards as those of one run, and sentences that say what is wrong with them. */
export function mergeReports(reports: readonly ShardReport[]): {
  results: TestResults;
  runs: ObservedCoverage[];
  problems: string[];
} {
  const count = Math.max(...reports.map(({ shard }) => shard.count));
  const indexes = reports.map(({ shard }) => shard.index);
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter(
    (index) => !indexes.includes(index),
  );
  const files = reports.flatMap((report) => report.files);
  const all = new Set(reports.flatMap((report) => report.all));
  const times = (file: string) => files.filter((result) => result.file === file).length;
  const repeated = [...all].filter((file) => times(file) > 1);
  const never = [...all].filter((file) => times(file) === 0);
  const name = ({ shard }: ShardReport) => `Shard ${shard.index}/${shard.count}`;
  const problems = [
    ...missing.map((index) => `Shard ${index}/${count} is missing.`),
    ...reports
      .filter(({ shard }) => shard.count !== count)
      .map((report) => `${name(report)} is of another division than the others.`),
    ...reports.filter(({ ok }) => !ok).map((report) => `${name(report)} failed.`),
    ...repeated.map((file) => `${file} ran ${times(file)} times.`),
    ...never.map((file) => `${file} never ran.`),
    ...fileProblems(files),
  ];
  return {
    results: {
      steps: reports.flatMap(({ shard, steps }) =>
        steps.map((step) => ({ ...step, name: `${step.name} (shard ${shard.index})` })),
      ),
      files,
      notRun: [...new Set(reports.flatMap(({ notRun }) => notRun))],
      ok: problems.length === 0,
    },
    runs: reports.flatMap(({ runs }) => runs),
    problems,
  };
}
