import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { directoryIdentity, isAbstractSocketOpen } from '../../server/database/abstractSocket.ts';
import { type DirectoryLock, lockDirectory, sendToLockHolder } from '../../server/database/directoryLock.ts';
import { acceptsConnections, listenAt } from '../../server/database/unixSockets.ts';
import { StartError } from '../../server/errors.ts';

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  return { ...fs, chmod: vi.fn(fs.chmod), link: vi.fn(fs.link), lstat: vi.fn(fs.lstat) };
});

let root: string;
let directory: string;
let path: string;
let identity: string;
let locks: DirectoryLock[];
let foreign: Server | undefined;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'locked-'));
  directory = join(root, 'data');
  path = join(directory, 'server.sock');
  await mkdir(directory);
  identity = (await directoryIdentity(directory)) ?? '';
  locks = [];
});
afterEach(async () => {
  for (const lock of locks) await lock.release();
  foreign?.close();
  await rm(root, { recursive: true });
});

async function lock(): Promise<DirectoryLock> {
  const held = await lockDirectory(directory);
  locks.push(held);
  return held;
}

/** Lets a process that has no abstract socket, such as one of another container, listen on a path. */
async function listenAsAnother(at: string): Promise<void> {
  foreign = createServer();
  await listenAt(foreign, at);
}

async function linesFor(message: unknown): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of (await sendToLockHolder(directory, message)) ?? []) lines.push(line);
  return lines;
}

async function* respond(message: unknown) {
  yield `to ${message}`;
}

const inUse = () =>
  new StartError(`Another server is running on ${directory}. Stop it, or set DATA_DIR to another directory.`);
const GONE = () =>
  `The directory ${directory} was moved or removed while the server ran: put it back, or stop the server.`;
const TAKEN = () =>
  `Another server has taken ${directory}: stop one of the two, and look which of them has the newer data.`;

test('a directory is locked for one process, by a private socket, until it is released', async () => {
  const held = await lock();
  expect(await readdir(directory)).toEqual(['server.sock']);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await expect(lock()).rejects.toEqual(inUse());
  expect(await acceptsConnections(path)).toBe(true);
  expect(await isAbstractSocketOpen(identity)).toBe(process.platform === 'linux');
  await held.release();
  expect(await readdir(directory)).toEqual([]);
  expect(await isAbstractSocketOpen(identity)).toBe(false);
  await (await lock()).release();
});

test('a directory that is not there cannot be locked', async () => {
  await rm(directory, { recursive: true });
  await expect(lock()).rejects.toEqual(new StartError(GONE()));
});

test('the name that a process has left is taken over', async () => {
  await listenAsAnother(`${path}.live`);
  await rename(`${path}.live`, path);
  await new Promise((resolve) => foreign?.close(resolve));
  const held = await lock();
  held.handleRequestsWith(respond);
  expect(await linesFor(1)).toEqual(['to 1']);
  expect(await readdir(directory)).toEqual(['server.sock']);
});

test('a process that has the name alone has the lock, and keeps it', async () => {
  await listenAsAnother(path);
  await expect(lock()).rejects.toEqual(inUse());
  expect(await readdir(directory)).toEqual(['server.sock']);
  expect(await acceptsConnections(path)).toBe(true);
  expect(await isAbstractSocketOpen(identity)).toBe(false);
});

test('of two processes that take over a name at once, one has it', async () => {
  const exists = Object.assign(new Error('Oh'), { code: 'EEXIST' });
  vi.mocked(link).mockRejectedValueOnce(exists).mockRejectedValueOnce(exists);
  await expect(lock()).rejects.toEqual(inUse());
  expect(await readdir(directory)).toEqual([]);
  expect(await isAbstractSocketOpen(identity)).toBe(false);
});

test('another error is thrown as it is, and leaves no lock', async () => {
  vi.mocked(chmod).mockRejectedValueOnce(new Error('Oh'));
  await expect(lock()).rejects.toEqual(new Error('Oh'));
  expect(await isAbstractSocketOpen(identity)).toBe(false);
  vi.mocked(link).mockImplementationOnce(async (from) => {
    await rm(from);
    throw new Error('No');
  });
  await expect(lock()).rejects.toEqual(new Error('No'));
  expect(await isAbstractSocketOpen(identity)).toBe(false);
  expect(await readdir(directory)).not.toContain('server.sock');
});

test('messages wait until there is a handler', async () => {
  const held = await lock();
  const lines = linesFor('you');
  held.handleRequestsWith(respond);
  expect(await lines).toEqual(['to you']);
});

test('a lock that is well needs nothing', async () => {
  const held = await lock();
  const { ino } = await stat(path);
  expect(await held.maintain()).toBeUndefined();
  expect((await stat(path)).ino).toBe(ino);
});

test.each([
  ['deleted', () => rm(path)],
  [
    'replaced by something that accepts no connection',
    async () => {
      await rm(path);
      await writeFile(path, '');
    },
  ],
])('a socket file that is %s is created again', async (_what, change) => {
  const held = await lock();
  held.handleRequestsWith(respond);
  await change();
  expect(await held.maintain()).toBeUndefined();
  expect(await readdir(directory)).toEqual(['server.sock']);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await linesFor(2)).toEqual(['to 2']);
  const { ino } = await stat(path);
  await held.maintain();
  expect((await stat(path)).ino).toBe(ino);
  await held.release();
  expect(await readdir(directory)).toEqual([]);
});

test('the socket whose file was deleted is closed', async () => {
  const held = await lock();
  await rename(path, join(root, 'former'));
  await held.maintain();
  expect(await acceptsConnections(join(root, 'former'))).toBe(false);
});

test('a directory that was moved, replaced or removed is said, and nothing is created in its place', async () => {
  const held = await lock();
  await rename(directory, join(root, 'moved'));
  expect(await held.maintain()).toBe(GONE());
  await mkdir(directory);
  expect(await held.maintain()).toBe(GONE());
  expect(await readdir(directory)).toEqual([]);
  await rm(directory, { recursive: true });
  await rename(join(root, 'moved'), directory);
  expect(await held.maintain()).toBeUndefined();
});

test('a directory that another process has taken is said, and left to it', async () => {
  const held = await lock();
  await rm(path);
  await listenAsAnother(path);
  expect(await held.maintain()).toBe(TAKEN());
  await held.release();
  expect(await readdir(directory)).toEqual(['server.sock']);
  expect(await acceptsConnections(path)).toBe(true);
});

test('a file of the same name is not removed with the lock', async () => {
  const held = await lock();
  await rm(path);
  await writeFile(path, 'mine');
  await held.release();
  expect(await readFile(path, 'utf8')).toBe('mine');
});

test('a socket file that is deleted at the moment of the release is no error', async () => {
  const held = await lock();
  const stats = await lstat(path);
  await rm(path);
  vi.mocked(lstat).mockResolvedValueOnce(stats);
  expect(await held.release()).toBeUndefined();
  expect(await isAbstractSocketOpen(identity)).toBe(false);
});

test('a release ends the responses that are under way', async () => {
  const held = await lock();
  held.handleRequestsWith(async function* () {
    yield 'first';
    void held.release();
    await new Promise(() => {});
  });
  await expect(linesFor(1)).rejects.toThrow(/ended before its response was complete/);
});
