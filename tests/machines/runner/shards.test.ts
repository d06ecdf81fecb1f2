import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { plannedCoverage } from '../../../machines/paths/coverage.ts';
import { explore } from '../../../machines/paths/explore.ts';
import { defaultCriteria, plan } from '../../../machines/paths/plan.ts';
import { transitionsCovered } from '../../runner/merge.ts';
import { mergeReports, readReports, type ShardReport, writeReport } from '../../runner/report.ts';
import { divideIntoShards, filesOfShard } from '../../runner/shards.ts';
import { testFiles } from '../../runner/testFiles.ts';

/** The division of test files into shards, and the merged results of the shards. */

const FILES = ['a', 'b', 'c'];

const report = (index: number, files: string[], rest: Partial<ShardReport> = {}): ShardReport => ({
  shard: { index, count: 2 },
  all: FILES,
  steps: [],
  files: files.map((file) => ({ level: 'machines', file, passed: 2, failed: 0, skipped: 0, duration: 1 })),
  notRun: ['NOT RUN: something.'],
  runs: [],
  ok: true,
  ...rest,
});

test('shards take about as long as each other, with the checks of the first one counted', () => {
  const shards = divideIntoShards(['a', 'b', 'c', 'd'], { a: 50, b: 30, c: 20 }, 2, 10);
  expect(shards).toEqual([
    { files: ['b', 'd'], duration: 70 },
    { files: ['a', 'c'], duration: 70 },
  ]);
});

test('every test file is in exactly one shard, whatever was measured', () => {
  const all = testFiles();
  const shards = [1, 2, 3].map((index) => filesOfShard({ index, count: 3 }, all));
  expect(shards.flat().sort()).toEqual([...all].sort());
});

test('reports of shards that ran every file once have no problems', () => {
  const { results, problems } = mergeReports([report(1, ['a', 'c']), report(2, ['b'])]);
  expect(problems).toEqual([]);
  expect(results).toMatchObject({ ok: true, notRun: ['NOT RUN: something.'] });
  expect(results.files).toHaveLength(3);
});

test.each([
  [[report(1, FILES)], 'Shard 2/2 is missing.'],
  [[report(1, ['a', 'b']), report(2, ['c'], { ok: false })], 'Shard 2/2 failed.'],
  [[report(1, ['a', 'b']), report(2, ['b', 'c'])], 'b ran 2 times.'],
  [[report(1, ['a']), report(2, ['b'])], 'c never ran.'],
  [
    [
      report(1, ['a', 'b']),
      report(2, [], {
        files: [{ level: 'machines', file: 'c', passed: 1, failed: 0, skipped: 2, duration: 1 }],
      }),
    ],
    'c: 1 passed, 0 failed, 2 skipped.',
  ],
  [
    [report(1, FILES), report(2, []), report(3, [], { shard: { index: 3, count: 3 } })],
    'Shard 1/2 is of another division than the others.',
  ],
])('reports of shards name the problem %#', (reports, problem) => {
  const { results, problems } = mergeReports(reports);
  expect(problems).toContain(problem);
  expect(results.ok).toBe(false);
});

test('reports are found in a folder and the folders in it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(() => readReports(folder)).toThrow(`There is no report of a shard in "${folder}".`);
  writeReport(join(folder, 'one'), report(1, ['a']));
  writeReport(join(folder, 'two'), report(2, ['b', 'c']));
  expect(readReports(folder).map(({ shard }) => shard.index)).toEqual([1, 2]);
});

test('the transitions that ran in any shard are counted once', () => {
  const graph = explore(contactFlow);
  const run = plannedCoverage(contactFlow, graph, plan(graph, defaultCriteria), 'screens');
  const [contact = '', twice = ''] = [[run], [run, run]].map(transitionsCovered);
  expect(contact).toMatch(
    new RegExp(`^machines 0 of (\\d+), screens ${run.transitions.length} of \\1, browser 0 of \\1$`),
  );
  expect(twice).toBe(contact);
});
