import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runOperatorCommand } from '../../../server/commands/operatorCommands.ts';
import { type DirectoryLock, lockDirectory } from '../../../server/database/directoryLock.ts';
import { sendToLockHolder } from '../../../server/database/lockMessages.ts';
import { UnavailableError } from '../../../server/shared/errors.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { createProgramFixture, type ProgramFixture } from '../programFixture.ts';
import { postJson, waitUntil } from '../serviceFixture.ts';

let programs: ProgramFixture;
beforeAll(async () => {
  programs = await createProgramFixture();
});
afterAll(() => programs.remove());

test.runIf(process.platform === 'linux')(
  'a server whose socket file is deleted keeps the lock, its data and its commands',
  async () => {
    const data = join(programs.directory, 'data');
    const server = await programs.startServer();
    const names: string[] = [];
    let isRunning = true;
    const visitor = (async () => {
      for (let attempt = 0; isRunning; attempt += 1) {
        const name = `Student ${attempt}`;
        const { status } = await postJson(`${server.url}/api/inquiry`, { name, phone: '9876543210' });
        if (status === 200) names.push(name);
      }
    })();
    const mails = () => readdir(join(data, 'mail')).catch(() => []);
    await waitUntil(async () => names.length > 5 && (await mails()).length > 0);

    await rm(join(data, 'server.sock'));
    const [second, list] = await Promise.all([programs.start('main'), programs.listSubmissions()]);
    expect(list.code).toBe(0);
    expect(list.lines.length).toBeGreaterThan(5);
    expect(await second.exited).toMatchObject({ code: 1 });
    expect(second.err).toMatch(/^Another server is running on .+\.\n$/);
    expect((await stat(join(data, 'server.sock'))).mode & 0o777).toBe(0o600);

    const log = () => server.err.split('\n').find((line) => line.includes('was moved or removed'));
    await rename(data, `${data}-moved`);
    await mkdir(data);
    await waitUntil(async () => (await fetch(`${server.url}/readyz`)).status === 503);
    await waitUntil(async () => log() !== undefined);
    expect(log()).toContain(`The directory ${data} was moved or removed while the server ran`);
    await rm(data, { recursive: true });
    await rename(`${data}-moved`, data);
    await waitUntil(async () => (await fetch(`${server.url}/readyz`)).status === 200);

    isRunning = false;
    await visitor;
    const { lines } = await programs.listSubmissions();
    const stored = new Set(lines.map(({ name }) => name));
    expect(nonEmpty(names).filter((name) => !stored.has(name))).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')(
  'a lock holds at the moment in which its socket file is deleted, and ends with its release',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'lock-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const lock = await lockDirectory(directory, nothing);
    await rm(join(directory, 'server.sock'));
    await expect(lockDirectory(directory, nothing)).rejects.toThrow(
      `Another server is running on ${directory}.`,
    );
    await lock.maintain();
    expect(await readdir(directory)).toEqual(['server.sock']);
    await lock.release();
    await (await lockDirectory(directory, nothing)).release();
    expect(await readdir(directory)).toEqual([]);
  },
);

describe('a command is told in one sentence', () => {
  let directory = '';
  let lock: DirectoryLock | undefined;

  async function holdWith(handler: (message: unknown) => AsyncIterable<string>): Promise<DirectoryLock> {
    directory = await mkdtemp(join(tmpdir(), 'lock-'));
    lock = await lockDirectory(directory, handler);
    onTestFinished(() => rm(directory, { recursive: true }));
    return lock;
  }
  type Reading = { timeoutMs?: number; onLine?: () => void };
  async function outputOf(message: unknown, { timeoutMs, onLine }: Reading = {}): Promise<string[]> {
    const lines: string[] = [];
    try {
      for await (const line of (await sendToLockHolder(directory, message, timeoutMs)) ?? []) {
        lines.push(line);
        onLine?.();
      }
    } catch (error) {
      lines.push(String(error));
    }
    return lines;
  }
  afterEach(() => lock?.release());

  test('when the server does not respond', async () => {
    await holdWith(async function* () {
      yield await new Promise<string>(() => {});
    });
    expect(await outputOf({ do: 'list' }, { timeoutMs: 100 })).toEqual([
      `StartError: The server that runs on ${directory} does not respond: try again later, or stop it and run the command without it.`,
    ]);
  });

  test('when the server is of another release', async () => {
    const others = { transaction: never, withLock: never, removeDeletedRows: never, close: never };
    const database = { query: async () => [], ...others };
    await holdWith((message) => runOperatorCommand(database, directory, message));
    expect(await outputOf({ do: 'dance' })).toEqual([
      'StartError: The running server does not know this command: it is of another release, so restart it.',
    ]);
  });

  test('when the database fails in the middle of a list', async () => {
    await holdWith(async function* () {
      yield 'first';
      throw new UnavailableError('The database is damaged: page – 1.');
    });
    const list = await programs.start('submissions', [], { DATA_DIR: directory });
    expect(await list.exited).toEqual({ code: 1, signal: null });
    expect(list).toMatchObject({ out: 'first\n', err: 'The database is damaged: page – 1.\n' });
  });

  test('when the server ends in the middle of a list', async () => {
    const held = await holdWith(async function* () {
      yield 'first';
      await new Promise(() => {});
    });
    expect(await outputOf({ do: 'list' }, { onLine: () => void held.release() })).toEqual([
      'first',
      `StartError: The server that runs on ${directory} ended before its response was complete: what was printed is not all.`,
    ]);
  });

  test('but not when there is nothing to tell', async () => {
    await holdWith(nothing);
    expect(await outputOf({ do: 'list' })).toEqual([]);
  });
});

async function* nothing(): AsyncGenerator<string> {}

const never = () => Promise.reject(new Error('is not called'));
