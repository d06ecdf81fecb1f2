import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { scholarshipTermsFlow } from '../../../machines/scholarshipTerms/scholarshipTerms.flow.ts';
import { readBuildFile } from '../../../src/visualiser/changes/buildFile.ts';
import { buildFile } from '../../../src/visualiser/changes/buildModel.ts';

/** The file that a build has of its flows: its commit, its flows, and what its last tests covered. */

vi.mock('node:child_process', () => ({ execFileSync: vi.fn() }));
vi.mock('node:fs', () => ({ existsSync: vi.fn(), readdirSync: vi.fn(), readFileSync: vi.fn() }));
vi.mock('../../../machines/catalogue.ts', async () => ({
  catalogue: [
    (await import('../../../machines/scholarshipTerms/scholarshipTerms.flow.ts')).scholarshipTermsFlow,
  ],
}));

const run = {
  ...{ flow: scholarshipTermsFlow.id, level: 'screens', states: ['shown'] },
  ...{ transitions: [], guardResults: [] },
};

beforeEach(() => {
  vi.mocked(execFileSync).mockReset().mockReturnValue('abc1234\n');
  vi.mocked(existsSync).mockReset().mockReturnValue(true);
  vi.mocked(readdirSync).mockReset().mockReturnValue([]);
  vi.mocked(readFileSync).mockReset().mockReturnValue(JSON.stringify(run));
});

const levelsIn = (source: string) =>
  readBuildFile(source)?.flows.map(({ coverage }) => coverage.map(({ level }) => level));

test('the file has the flows of the build, which is named by its commit', () => {
  const { fileName, source } = buildFile();
  expect(fileName).toBe('visualiser/build.json');
  const build = readBuildFile(source);
  expect(build?.build).toBe('abc1234');
  expect(build?.flows.map(({ id }) => id)).toEqual(['scholarshipTerms']);
  expect(execFileSync).toHaveBeenCalledExactlyOnceWith('git', ['rev-parse', '--short', 'HEAD'], {
    ...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  });
});

test('where there is no commit, the file says so', () => {
  vi.mocked(execFileSync).mockImplementation(() => {
    throw new Error('not a git repository');
  });
  expect(readBuildFile(buildFile().source)?.build).toBe('a build of an unknown commit');
});

test('the file has the coverage of the last tests', () => {
  vi.mocked(readdirSync).mockReturnValue(Object(['one.json']));
  expect(levelsIn(buildFile().source)).toEqual([['plan', 'screens']]);
  expect(existsSync).toHaveBeenCalledExactlyOnceWith('.cache/coverage');
  expect(readdirSync).toHaveBeenCalledExactlyOnceWith('.cache/coverage');
  expect(readFileSync).toHaveBeenCalledExactlyOnceWith('.cache/coverage/one.json', 'utf8');
});

test('where there were no tests, it has the coverage of the paths alone', () => {
  vi.mocked(existsSync).mockReturnValue(false);
  expect(levelsIn(buildFile().source)).toEqual([['plan']]);
  expect(readdirSync).not.toHaveBeenCalled();
});
