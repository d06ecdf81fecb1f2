import { createWriteStream, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { writeBackup } from '../../server/backup/writeBackup.ts';
import { StartError } from '../../server/errors.ts';
import { syncDirectory } from '../../server/syncDirectory.ts';
import { eventually } from '../support/eventually.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { backupLines, eventRow, header, webhookEvents } from './backupFixture.ts';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, createWriteStream: vi.fn(fs.createWriteStream) };
});
vi.mock('../../server/syncDirectory.ts', () => ({ syncDirectory: vi.fn(async () => {}) }));

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'write-'));
  file = join(directory, 'backup.gz');
  vi.clearAllMocks();
});
afterEach(() => rm(directory, { recursive: true }));

const lines = backupLines([header, webhookEvents, eventRow('1'), eventRow('2')]);

async function* given(texts: readonly string[]) {
  yield* texts;
}

/** Returns the name of the file that is being written, as soon as it is there. */
const partialFile = () =>
  eventually(async () => {
    const [name = ''] = await readdir(directory);
    expect(name).toMatch(/^backup\.gz\.[0-9a-f]{8}\.part$/);
    return name;
  });

test('a backup is written to a private file, which gets its name when it is on the disk', async () => {
  vi.mocked(syncDirectory).mockImplementation(async (path) => {
    expect(path).toBe(directory);
    expect(await readdir(path)).toEqual(['backup.gz']);
  });
  expect(await writeBackup(file, given(lines))).toEqual({ webhook_events: 2 });
  expect(syncDirectory).toHaveBeenCalledTimes(1);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(gunzipSync(await readFile(file)).toString()).toBe(`${lines.join('\n')}\n`);
  expect(await readdir(directory)).toEqual(['backup.gz']);
  expect(vi.mocked(createWriteStream).mock.calls).toEqual([
    [expect.stringContaining('.part'), { flags: 'wx', mode: 0o600, flush: true }],
  ]);
});

test.each([
  ['a file', () => writeFileSync(file, 'mine')],
  ['a symbolic link to nothing', () => symlinkSync('nothing', file)],
])('nothing is written over %s', async (_what, create) => {
  create();
  await expect(writeBackup(file, given(lines))).rejects.toEqual(
    new StartError(`${file} exists: a backup is never written over a file, so give another name.`),
  );
  expect(await readdir(directory)).toEqual(['backup.gz']);
  expect(createWriteStream).not.toHaveBeenCalled();
});

test('a path that cannot be used is said with the reason', async () => {
  const folder = join(directory, 'folder');
  await expect(writeBackup(join(folder, 'a.gz'), given(lines))).rejects.toEqual(
    new StartError(`${folder}/a.gz cannot be written: there is no such file or directory (ENOENT).`),
  );
  writeFileSync(folder, '');
  await expect(writeBackup(join(folder, 'a.gz'), given(lines))).rejects.toEqual(
    new StartError(
      `${folder}/a.gz cannot be written: there is a file where a directory should be (ENOTDIR).`,
    ),
  );
});

test('lines that end too early leave no file', async () => {
  async function* failing() {
    yield* lines.slice(0, 2);
    await partialFile();
    throw new StartError('The server ended.');
  }
  await expect(writeBackup(file, failing())).rejects.toEqual(new StartError('The server ended.'));
  await expect(writeBackup(file, given(lines.slice(0, -1)))).rejects.toThrow(/ is no whole backup/);
  expect(await readdir(directory)).toEqual([]);
});

test('a file that is taken away while it is written is not there', async () => {
  async function* disturbed() {
    yield* lines;
    await rename(join(directory, await partialFile()), join(directory, 'moved'));
  }
  await expect(writeBackup(file, disturbed())).rejects.toThrow(
    /\.part cannot be read: there is no such file or directory \(ENOENT\)\.$/,
  );
  expect(await readdir(directory)).toEqual(['moved']);
});

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const listenersOf = () => signals.map((signal) => process.listeners(signal));

test.each(signals)('%s removes the file that is being written, and ends the process', async (signal) => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => exit.mockRestore());
  const former = process.listeners(signal);
  async function* interrupted() {
    yield* lines;
    await partialFile();
    const added = process.listeners(signal).filter((listener) => !former.includes(listener));
    expect(added).toHaveLength(1);
    // The second signal finds no file.
    for (const listener of nonEmpty([...added, ...added])) listener(signal);
    expect(await readdir(directory)).toEqual([]);
  }
  await expect(writeBackup(file, interrupted())).rejects.toBeInstanceOf(StartError);
  expect(exit.mock.calls).toEqual([[1], [1]]);
  expect(existsSync(file)).toBe(false);
});

test('signals are listened for only while a file is written', async () => {
  const former = listenersOf();
  let during: unknown[] = [];
  async function* watched(texts: readonly string[]) {
    during = listenersOf();
    yield* texts;
  }
  await writeBackup(file, watched(lines));
  expect(during).not.toEqual(former);
  expect(listenersOf()).toEqual(former);
  await rm(file);
  await expect(writeBackup(file, watched([]))).rejects.toBeInstanceOf(StartError);
  expect(listenersOf()).toEqual(former);
});
