import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  databaseDirectory,
  markCreated,
  missingDatabase,
  prepareDatabase,
} from '../../server/database/databaseState.ts';
import { StartError } from '../../server/errors.ts';
import { syncDirectory } from '../../server/syncDirectory.ts';

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  return { ...fs, writeFile: vi.fn(fs.writeFile), readFile: vi.fn(fs.readFile) };
});
vi.mock('../../server/syncDirectory.ts', () => ({ syncDirectory: vi.fn(async () => {}) }));

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'state-'));
  vi.clearAllMocks();
});
afterEach(() => rm(dataDir, { recursive: true }));

const state = () => readFile(join(dataDir, 'db.state'), 'utf8');

async function create(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(join(dataDir, path, '..'), { recursive: true });
    await writeFile(join(dataDir, path), '');
  }
}

const setState = (text: string) => writeFile(join(dataDir, 'db.state'), text);

const missing = () =>
  new StartError(
    `The database in ${dataDir} is missing: there is no ${dataDir}/db/PG_VERSION. Restore a backup (npm run restore), or set DATA_DIR to an empty directory to begin without data.`,
  );
const none = () =>
  new StartError(`There is no database in ${dataDir}. Set DATA_DIR to the directory of the server.`);

test('the database is in db/', () => {
  expect(databaseDirectory('/data')).toBe('/data/db');
});

test('a state is written to a private file of its own, which is on the disk', async () => {
  vi.mocked(syncDirectory).mockImplementationOnce(async (path) => {
    expect(path).toBe(dataDir);
    expect(await state()).toBe('created\n');
  });
  await markCreated(dataDir);
  expect(syncDirectory).toHaveBeenCalledTimes(1);
  expect(await readdir(dataDir)).toEqual(['db.state']);
  expect((await stat(join(dataDir, 'db.state'))).mode & 0o777).toBe(0o600);
  expect(vi.mocked(writeFile).mock.calls).toEqual([
    [join(dataDir, 'db.state.part'), 'created\n', { mode: 0o600, flush: true }],
  ]);
});

describe('a database that is there', () => {
  beforeEach(() => create('db/PG_VERSION', 'db/data'));

  test.each(['created\n', undefined, 'something else'])(
    'with the state %j is opened, whatever may be created',
    async (text) => {
      if (text) await setState(text);
      for (const allowed of ['never', 'once', 'always', undefined] as const) {
        expect(await prepareDatabase(dataDir, allowed)).toBe(false);
        expect(await state()).toBe(text ?? 'created\n');
      }
      expect(await readdir(join(dataDir, 'db'))).toEqual(['PG_VERSION', 'data']);
      expect(await missingDatabase(dataDir)).toBeUndefined();
    },
  );

  test.each(['creating\n', 'creating'])('with the state %j is created again', async (text) => {
    await setState(text);
    await expect(prepareDatabase(dataDir, 'never')).rejects.toEqual(none());
    expect(await readdir(join(dataDir, 'db'))).toEqual(['PG_VERSION', 'data']);
    for (const allowed of ['once', 'always'] as const) {
      await create('db/PG_VERSION');
      expect(await prepareDatabase(dataDir, allowed)).toBe(true);
      expect(await readdir(dataDir)).toEqual(['db.state']);
      expect(await state()).toBe('creating\n');
    }
  });
});

describe('a database that is missing', () => {
  test.each([
    ['an empty directory', []],
    ['a directory with other files', ['other']],
    ['a directory with an empty mail/', ['mail/']],
  ])('is created in %s', async (_what, paths) => {
    for (const path of paths)
      if (path.endsWith('/')) await mkdir(join(dataDir, path));
      else await create(path);
    await expect(prepareDatabase(dataDir, 'never')).rejects.toEqual(none());
    expect(await readdir(dataDir)).not.toContain('db.state');
    expect(await prepareDatabase(dataDir)).toBe(true);
    expect(await state()).toBe('creating\n');
  });

  test.each([
    ['with the state that it was created', ['db.state']],
    ['with an emptied db/', ['db/other']],
    ['with mails', ['mail/a.eml']],
    ['with a file db', ['db']],
  ])('is not created again unless that is asked for: %s', async (_what, paths) => {
    await create(...paths);
    const before = await readdir(dataDir);
    for (const allowed of ['never', 'once', undefined] as const)
      await expect(prepareDatabase(dataDir, allowed)).rejects.toEqual(missing());
    expect(await readdir(dataDir)).toEqual(before);
    expect(await prepareDatabase(dataDir, 'always')).toBe(true);
    expect(await state()).toBe('creating\n');
    expect(await readdir(dataDir)).not.toContain('db');
  });

  test('is created again after a first start that was interrupted', async () => {
    await setState('creating\n');
    await create('mail/a.eml', 'db/other');
    await expect(prepareDatabase(dataDir, 'never')).rejects.toEqual(none());
    expect(await prepareDatabase(dataDir)).toBe(true);
    expect(await readdir(dataDir)).toEqual(['db.state', 'mail']);
  });
});

test('a database that cannot be read is not missing', async () => {
  vi.mocked(readFile).mockRejectedValueOnce(Object.assign(new Error('Oh'), { code: 'EACCES' }));
  await expect(missingDatabase(dataDir)).rejects.toThrow('Oh');
  vi.mocked(readFile).mockRejectedValueOnce(new Error('No code'));
  await expect(missingDatabase(dataDir)).rejects.toThrow('No code');
  expect(await missingDatabase(join(dataDir, 'none'))).toMatch(/ is missing: there is no /);
});
