import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  directoryIdentity,
  isAbstractSocketOpen,
  listenOnAbstractSocket,
} from '../../server/database/abstractSocket.ts';
import {
  acceptsConnections,
  LockHeldError,
  linkUnlessExists,
  listenAt,
  removeStaleSocket,
  socketPathIn,
  temporaryPathNextTo,
} from '../../server/database/unixSockets.ts';
import { StartError } from '../../server/errors.ts';

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  return { ...fs, rename: vi.fn(fs.rename) };
});

let directory: string;
let path: string;
const servers: Server[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sockets-'));
  path = join(directory, 'server.sock');
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await rm(directory, { recursive: true });
});

async function listen(at: string): Promise<Server> {
  const server = createServer();
  servers.push(server);
  await listenAt(server, at);
  return server;
}

/** Leaves the file of a socket that nobody listens on. */
async function leaveStaleSocket(): Promise<void> {
  const server = await listen(`${path}.live`);
  await rename(`${path}.live`, path);
  await new Promise((resolve) => server.close(resolve));
}

describe('the path of the socket', () => {
  const from = (cwd: string) => {
    const spy = vi.spyOn(process, 'cwd').mockReturnValue(cwd);
    onTestFinished(() => spy.mockRestore());
  };

  test('is relative where that is shorter', () => {
    from('/a/d');
    expect(socketPathIn('/a/d/data')).toBe('data/server.sock');
    expect(socketPathIn('/a/e')).toBe('/a/e/server.sock');
    expect(socketPathIn('/b')).toBe('/b/server.sock');
  });

  test('has 85 characters at most', () => {
    from('/a');
    const name = 'd'.repeat(85 - '/server.sock'.length);
    expect(socketPathIn(`/a/${name}`)).toHaveLength(85);
    expect(() => socketPathIn(`/a/${name}d`)).toThrow(
      new StartError(`The path of DATA_DIR is too long: /a/${name}d. Set it to a shorter one.`),
    );
  });

  test('has other names beside it, each time another one', () => {
    const [one, other] = [temporaryPathNextTo('/a/server.sock'), temporaryPathNextTo('/a/server.sock')];
    expect(one).toMatch(/^\/a\/server\.sock\.[0-9a-f]{8}$/);
    expect(other).not.toBe(one);
  });
});

test('a server that cannot listen is said to do so', async () => {
  await expect(listen(join(directory, 'none', 'server.sock'))).rejects.toMatchObject({ code: 'EACCES' });
  await listen(path);
  await expect(listen(path)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('a file gets another name unless there is something of that name', async () => {
  await writeFile(path, '');
  expect(await linkUnlessExists(path, `${path}.2`)).toBe(true);
  expect(await linkUnlessExists(path, `${path}.2`)).toBe(false);
  expect((await stat(`${path}.2`)).ino).toBe((await stat(path)).ino);
  await expect(linkUnlessExists(`${path}.none`, `${path}.3`)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a socket accepts connections while somebody listens, and is left at once', async () => {
  expect(await acceptsConnections(path)).toBe(false);
  const server = await listen(path);
  const closed = new Promise<void>((resolve) =>
    server.once('connection', (socket) => void socket.once('close', () => resolve()).resume()),
  );
  expect(await acceptsConnections(path)).toBe(true);
  await closed;
  server.close();
  expect(await acceptsConnections(path)).toBe(false);
});

describe('a stale socket', () => {
  test('is removed', async () => {
    await leaveStaleSocket();
    expect(await readdir(directory)).toEqual(['server.sock']);
    await removeStaleSocket(path);
    expect(await readdir(directory)).toEqual([]);
  });

  test('may be something else that accepts no connection', async () => {
    await mkdir(join(path, 'below'), { recursive: true });
    await removeStaleSocket(path);
    expect(await readdir(directory)).toEqual([]);
  });

  test('may be removed by another process meanwhile', async () => {
    expect(await removeStaleSocket(path)).toBeUndefined();
  });

  test('that cannot be moved is an error', async () => {
    await writeFile(path, '');
    await expect(removeStaleSocket(join(path, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  test('is none that accepts connections', async () => {
    await listen(path);
    vi.mocked(rename).mockClear();
    await expect(removeStaleSocket(path)).rejects.toBeInstanceOf(LockHeldError);
    expect(rename, 'nobody misses it for a moment').not.toHaveBeenCalled();
    expect(await readdir(directory)).toEqual(['server.sock']);
  });

  test.each([
    ['gets its name back', false],
    ['is left to a third process that has taken its name', true],
  ])('is none when another process listens after the first look: it %s', async (_what, isTaken) => {
    await leaveStaleSocket();
    const { rename: move } = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises');
    vi.mocked(rename).mockImplementationOnce(async (from, to) => {
      await rm(from);
      await listen(String(from));
      await move(from, to);
      if (isTaken) await writeFile(from, 'third');
    });
    await expect(removeStaleSocket(path)).rejects.toBeInstanceOf(LockHeldError);
    expect(await readdir(directory)).toEqual(['server.sock']);
    expect(await acceptsConnections(path)).toBe(!isTaken);
  });
});

test('a directory is known by its device and inode, and not by its path', async () => {
  const { dev, ino } = await stat(directory);
  expect(await directoryIdentity(directory)).toBe(`${dev}:${ino}`);
  await writeFile(path, '');
  expect(await directoryIdentity(join(directory, 'none'))).toBeUndefined();
  expect(await directoryIdentity(join(path, 'below'))).toBeUndefined();
  await expect(directoryIdentity(join(directory, 'd'.repeat(300)))).rejects.toMatchObject({
    code: 'ENAMETOOLONG',
  });
});

describe.runIf(process.platform === 'linux')('an abstract socket', () => {
  test('is held by one process at a time, and says nothing', async () => {
    const identity = `test:${process.pid}`;
    expect(await isAbstractSocketOpen(identity)).toBe(false);
    const socket = await listenOnAbstractSocket(identity);
    expect(await isAbstractSocketOpen(identity)).toBe(true);
    expect(await isAbstractSocketOpen(`${identity}:other`)).toBe(false);
    // Servers of every release meet at this name.
    expect(await text(connect(`\0future-ready-academy:${identity}`))).toBe('');
    await expect(listenOnAbstractSocket(identity)).rejects.toBeInstanceOf(LockHeldError);
    await (await listenOnAbstractSocket(`${identity}:other`)).close();
    await socket.close();
    expect(await isAbstractSocketOpen(identity)).toBe(false);
    await (await listenOnAbstractSocket(identity)).close();
  });

  test('that cannot be listened on for another reason is an error of another kind', async () => {
    const error = Object.assign(new Error('Oh'), { code: 'EMFILE' });
    const listening = vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (this: Server) {
      this.emit('error', error);
      return this;
    });
    onTestFinished(() => listening.mockRestore());
    await expect(listenOnAbstractSocket('1:1')).rejects.toBe(error);
  });
});

test('on other systems there are no abstract sockets', async () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  onTestFinished(() => void Object.defineProperty(process, 'platform', platform));
  Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
  const identity = `test:${process.pid}`;
  const [one, other] = [await listenOnAbstractSocket(identity), await listenOnAbstractSocket(identity)];
  expect(await isAbstractSocketOpen(identity)).toBe(false);
  expect([await one.close(), await other.close()]).toEqual([undefined, undefined]);
});
