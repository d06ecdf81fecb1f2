import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { explore } from '../../../machines/paths/explore.ts';
import { pathLevels } from '../../../machines/paths/pathFailure.ts';
import { defaultCriteria, plan } from '../../../machines/paths/plan.ts';
import { scholarshipTermsFlow } from '../../../machines/scholarshipTerms/scholarshipTerms.flow.ts';
import { readFailureLink } from '../../../src/visualiser/failureLinks.ts';
import { createImportGraph } from '../../runner/imports.ts';
import { runAllTests } from '../../runner/runAllTests.ts';
import { runSelectedTests } from '../../runner/runSelectedTests.ts';
import type { FileResult } from '../../runner/summary.ts';
import { clearPathFailures, PathResultKeeper } from '../../support/pathFailures.ts';
import { runCommandInProcess } from '../../support/runCommandInProcess.ts';
import { StepFailure } from '../../support/walks/stepFailure.ts';

/** What `npm test` prints last when paths have failed: their files, and the links that replay them. */

const root = mkdtempSync(join(tmpdir(), 'failures-'));
const folders = { failures: join(root, 'failures'), results: join(root, 'results') };
afterAll(() => rmSync(root, { recursive: true }));

const graph = explore(scholarshipTermsFlow);
const [steps = []] = plan(graph, defaultCriteria);
const initial = createActor(scholarshipTermsFlow.machine).getSnapshot();

/** Lets the path of the flow fail at each level, as its tests would. */
async function failAtEachLevel(): Promise<FileResult[]> {
  for (const level of pathLevels) {
    const failure = new StepFailure(initial, steps, 'shown', new Error(`wrong on ${level}`), null);
    const keeper = new PathResultKeeper(scholarshipTermsFlow, level, undefined, folders);
    await keeper.keep('path 1, 2 steps', Promise.reject(failure)).catch(() => {});
    keeper.save();
  }
  return pathLevels.map((level) => ({
    ...{ level, file: `tests/${level}/paths.test.ts`, passed: 0, failed: 1, skipped: 0, duration: 1 },
  }));
}

vi.mock('../../runner/vitest.ts', async (original) => ({
  ...(await original<typeof import('../../runner/vitest.ts')>()),
  openVitest: async () => ({ projects: [], provide: () => {}, close: async () => {} }),
  runTests: async (_: unknown, selections: { files: string[] }[]) =>
    selections.some(({ files }) => files.length > 0) ? failAtEachLevel() : [],
}));
vi.mock('../../runner/typeCheck.ts', () => ({
  checkTypes: async () => ({ ok: true, output: '', duration: 1 }),
}));
vi.mock('../../support/build.ts', () => ({ hasCachedSite: () => true }));
// Those of the test run that this test belongs to stay.
vi.mock('../../support/pathFailures.ts', async (original) => {
  const real = await original<typeof import('../../support/pathFailures.ts')>();
  return {
    ...real,
    clearPathFailures: vi.fn(() => real.clearPathFailures(folders.failures)),
    readPathFailures: () => real.readPathFailures(folders.failures),
  };
});

beforeEach(() => vi.mocked(clearPathFailures).mockClear());

const nothing = { shard: undefined, report: undefined, timings: false };

test.each([
  ['all tests', () => runAllTests({}, nothing, { files: ['tests/screens/paths.test.tsx'], checks: false })],
  ['the tests of a flow', () => runSelectedTests(createImportGraph(), ['scholarshipTerms'], [], {})],
])('%s end with the file and the link of a path that failed at each level', async (_, run) => {
  const stale = new PathResultKeeper(scholarshipTermsFlow, 'browser', undefined, folders);
  await stale
    .keep('path 9, 1 step', Promise.reject(new StepFailure(initial, [], null, null, null)))
    .catch(() => {});
  const { status, error } = await runCommandInProcess(run);
  expect(status).toBe(1);
  expect(clearPathFailures).toHaveBeenCalledOnce();
  const lines = error.split('\n').slice(-2 * pathLevels.length);
  for (const [index, level] of ['browser', 'machines', 'screens'].entries()) {
    const file = `scholarshipTerms-${level}-path-1.json`;
    expect(lines[2 * index]).toBe(
      `scholarshipTerms, ${level}: path 1, 2 steps failed at step 2 (.cache/failures/${file})`,
    );
    expect(existsSync(join(folders.failures, file))).toBe(true);
    const link = new URL(lines[2 * index + 1]?.trim() ?? '');
    expect([link.origin, link.pathname]).toEqual(['http://localhost:3000', '/visualiser/scholarshipTerms']);
    expect(await readFailureLink(link.hash)).toMatchObject({ level, problem: `wrong on ${level}` });
  }
  expect(error).not.toContain('path 9');
});
