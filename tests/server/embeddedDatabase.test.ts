import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkTables } from '../../server/database/checkTables.ts';
import type { Sql } from '../../server/database/database.types.ts';
import { type DirectoryLock, lockDirectory } from '../../server/database/directoryLock.ts';
import { type EmbeddedConnection, openEmbeddedConnection } from '../../server/database/embeddedConnection.ts';
import { openEmbeddedDatabase } from '../../server/database/embeddedDatabase.ts';
import { StartError, UnavailableError } from '../../server/errors.ts';
import { eventually } from '../support/eventually.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

vi.mock('../../server/database/directoryLock.ts', () => ({ lockDirectory: vi.fn() }));
vi.mock('../../server/database/embeddedConnection.ts', () => ({ openEmbeddedConnection: vi.fn() }));
vi.mock('../../server/database/checkTables.ts', () => ({ checkTables: vi.fn() }));

let dataDir: string;
/** What was done with the lock and the connection, in order. */
let done: unknown[];
let beforeOpen: () => Promise<void>;
/** What the lock reports, and what runs in place of a statement. */
let lockProblem: string | undefined;
let onStatement: (text: string) => unknown;
let onOpen: () => Promise<void>;
let handler: Parameters<DirectoryLock['handleRequestsWith']>[0] | undefined;

const sql: Sql = {
  async query(text, values): Promise<never[]> {
    done.push(['query', text, ...(values ?? [])]);
    await onStatement(text);
    return [];
  },
};
const connection: EmbeddedConnection = {
  withConnection: (work) => work(sql),
  async transaction(work) {
    done.push('transaction');
    return work(sql);
  },
  async removeDeletedRows(tables) {
    done.push(['removeDeletedRows', ...tables]);
  },
  close: async () => void done.push('close'),
  terminate: async () => void done.push('terminate'),
};

async function createDatabase(): Promise<void> {
  await mkdir(join(dataDir, 'db'), { recursive: true });
  await writeFile(join(dataDir, 'db/PG_VERSION'), '17');
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-'));
  done = [];
  lockProblem = undefined;
  onStatement = () => {};
  handler = undefined;
  onOpen = createDatabase;
  vi.mocked(lockDirectory).mockReset();
  vi.mocked(lockDirectory).mockImplementation(async () => {
    done.push('lock');
    return {
      handleRequestsWith: (given) => {
        handler = given;
      },
      maintain: async () => {
        done.push('maintain');
        return lockProblem;
      },
      release: async () => void done.push('release'),
    };
  });
  vi.mocked(openEmbeddedConnection).mockReset();
  vi.mocked(openEmbeddedConnection).mockImplementation(
    async (_directory, _statementMs, prepare = async () => {}) => {
      beforeOpen = prepare;
      await prepare();
      await onOpen();
      done.push('open');
      return connection;
    },
  );
  vi.mocked(checkTables).mockReset();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(dataDir, { recursive: true, force: true });
});

const open = (more: Partial<Parameters<typeof openEmbeddedDatabase>[0]> = {}) =>
  openEmbeddedDatabase({ dataDir, ...more });
const stateOf = () => readFile(join(dataDir, 'db.state'), 'utf8');
const modeOf = async (path: string) => (await stat(join(dataDir, path))).mode & 0o777;

/** Lets the directory be looked at, and waits until that is done. */
async function look(): Promise<void> {
  const count = () => done.filter((each) => each === 'maintain').length;
  const former = count();
  await vi.advanceTimersByTimeAsync(500);
  await eventually(() => expect(count()).toBeGreaterThan(former), 0);
  // What follows the look at the lock reads a file.
  await readFile(import.meta.filename);
  await new Promise((resolve) => setImmediate(resolve));
}

test('a new database is created under the lock, for its owner alone', async () => {
  await chmod(dataDir, 0o755);
  onOpen = async () => {
    expect(await stateOf()).toBe('creating\n');
    await createDatabase();
    await chmod(join(dataDir, 'db/PG_VERSION'), 0o644);
  };
  await open({ statementMs: 700, checkTables: true });
  expect(done).toEqual(['lock', 'open']);
  expect(lockDirectory).toHaveBeenCalledWith(dataDir);
  expect(openEmbeddedConnection).toHaveBeenCalledWith(join(dataDir, 'db'), 700, expect.any(Function));
  expect(await stateOf()).toBe('created\n');
  expect([await modeOf('.'), await modeOf('db/PG_VERSION')]).toEqual([0o700, 0o600]);
  expect(checkTables).not.toHaveBeenCalled();
});

test('a new database that is removed while it is open is not created again', async () => {
  await open();
  expect(await beforeOpen()).toBeUndefined();
  await rm(join(dataDir, 'db'), { recursive: true });
  await expect(beforeOpen()).rejects.toBeInstanceOf(UnavailableError);
});

describe('a database that is there', () => {
  beforeEach(createDatabase);

  test('is opened as it is, and checked where that is asked for', async () => {
    onOpen = async () => {};
    await open();
    expect(checkTables).not.toHaveBeenCalled();
    await open({ checkTables: true });
    expect(checkTables).toHaveBeenCalledWith(sql);
    expect(await stateOf()).toBe('created\n');
  });

  test('is opened again only while it is there', async () => {
    await open();
    await rm(join(dataDir, 'db'), { recursive: true });
    const opening = beforeOpen();
    await expect(opening).rejects.toBeInstanceOf(UnavailableError);
    await expect(opening).rejects.toThrow(/^The database in \S+ is missing: /);
  });

  test('is not opened when it is found to be damaged', async () => {
    const cause = Object.assign(new Error('invalid page.'), { code: 'XX001' });
    vi.mocked(checkTables).mockRejectedValue(cause);
    const error: unknown = await open({ checkTables: true }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^The database in \S+ is damaged: invalid page\. Stop the server/),
      cause,
    });
    expect(done).toEqual(['lock', 'open', 'transaction', 'terminate', 'release']);
  });

  test('runs statements, transactions and the removal of rows', async () => {
    const database = await open();
    done = [];
    await database.query('select $1', [7]);
    await database.transaction((each) => each.query('insert'));
    await database.removeDeletedRows(['a', 'b']);
    expect(await database.withLock('key', async () => 'done')).toBe('done');
    expect(done).toEqual([
      ['query', 'select $1', 7],
      'transaction',
      ['query', 'insert'],
      ['removeDeletedRows', 'a', 'b'],
    ]);
  });

  test('locks keys for ten seconds at most', async () => {
    const database = await open();
    void database.withLock('a', () => new Promise(() => {}));
    const error = database.withLock('a', async () => {}).catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await error).toMatchObject({ statusCode: 503 });
  });

  test('handles the messages of other processes', async () => {
    await open();
    expect(handler).toBeUndefined();
    const received: unknown[] = [];
    const database = await open({
      handleRequest: async function* (...given) {
        received.push(...given);
        yield 'line';
      },
    });
    const lines: string[] = [];
    for await (const line of handler?.('list') ?? []) lines.push(line);
    expect(lines).toEqual(['line']);
    expect(received).toEqual([database, 'list']);
  });
});

test('a database that cannot be opened gives the lock back, and says why', async () => {
  const cause = new UnavailableError('Outer', { cause: new Error('PANIC') });
  onOpen = () => Promise.reject(cause);
  const error: unknown = await open().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  expect(error).toMatchObject({ message: expect.stringMatching(/may be damaged: PANIC\./), cause });
  expect(done).toEqual(['lock', 'release']);
  const refusal = new StartError('No.');
  onOpen = () => Promise.reject(refusal);
  await expect(open()).rejects.toBe(refusal);
  await writeFile(join(dataDir, 'db.state'), 'created\n');
  await expect(open({ create: 'never' })).rejects.toThrow(/ is missing: /);
});

test('a lock that is not to be had is said in one sentence', async () => {
  const refusal = new StartError('Another server is running.');
  vi.mocked(lockDirectory).mockRejectedValueOnce(refusal);
  await expect(open()).rejects.toBe(refusal);
  const cause = Object.assign(new Error('Oh'), { code: 'ENOSPC' });
  vi.mocked(lockDirectory).mockRejectedValueOnce(cause);
  const error: unknown = await open().catch((reason: unknown) => reason);
  expect(error).toEqual(
    new StartError(
      `The directory ${dataDir} cannot be used: the disk is full (ENOSPC). Set DATA_DIR to a directory that the server may write to.`,
    ),
  );
  expect(error).toMatchObject({ cause });
});

test('a directory that another server has taken is looked at twice a second, and left alone until it is back', async () => {
  const database = await open();
  done = [];
  await vi.advanceTimersByTimeAsync(499);
  expect(done).toEqual([]);
  lockProblem = 'It was moved.';
  await vi.advanceTimersByTimeAsync(1);
  await eventually(() => expect(done).toEqual(['maintain']), 0);
  const works = [
    () => database.query('select'),
    () => database.transaction(async () => {}),
    () => database.removeDeletedRows(['a']),
  ];
  for (const work of nonEmpty(works))
    await expect(work()).rejects.toEqual(new UnavailableError('It was moved.'));
  expect(done).toEqual(['maintain']);
  lockProblem = undefined;
  await look();
  await eventually(() => database.query('select'), 0);
});

test('a database that is removed is missing, until it is there again', async () => {
  const database = await open();
  await rm(join(dataDir, 'db'), { recursive: true });
  await look();
  await eventually(async () => {
    await expect(database.query('select')).rejects.toThrow(/^The database in \S+ is missing: /);
  }, 0);
});

test('a directory that cannot be looked at makes the database unavailable', async () => {
  const database = await open();
  const refused = Object.assign(new Error('Oh'), { code: 'EACCES' });
  const [lock] = await Promise.all(vi.mocked(lockDirectory).mock.results.map(({ value }) => value));
  const maintaining = vi.spyOn(lock, 'maintain').mockRejectedValueOnce(refused);
  await vi.advanceTimersByTimeAsync(500);
  await expect(database.query('select')).rejects.toEqual(
    new UnavailableError(
      `The database in ${dataDir} cannot be opened: permission denied (EACCES). Remove the cause and start again; the data are untouched.`,
    ),
  );
  expect(maintaining).toHaveBeenCalledTimes(1);
});

test('a directory is not looked at twice at a time', async () => {
  const database = await open();
  const [lock] = await Promise.all(vi.mocked(lockDirectory).mock.results.map(({ value }) => value));
  let end = () => {};
  const maintaining = vi.spyOn(lock, 'maintain');
  maintaining.mockReturnValueOnce(new Promise<undefined>((resolve) => (end = () => resolve(undefined))));
  await vi.advanceTimersByTimeAsync(2000);
  expect(maintaining).toHaveBeenCalledTimes(1);
  const closed = database.close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(done).toEqual(['lock', 'open']);
  end();
  await closed;
  // The last look is a new one.
  expect(done).toEqual(['lock', 'open', 'maintain', 'close', 'release']);
});

test('a page that is found to be damaged makes every later call fail, and nothing more is written', async () => {
  const database = await open();
  onStatement = () => {
    throw new Error('Oh');
  };
  await expect(database.query('select')).rejects.toThrow('Oh');
  const damage = Object.assign(new Error('invalid page.'), { code: 'XX001' });
  onStatement = () => {
    throw damage;
  };
  await expect(database.query('select')).rejects.toBe(damage);
  done = [];
  await expect(database.query('select')).rejects.toThrow(
    /^The database in \S+ is damaged: invalid page\. Stop the server, move its data/,
  );
  expect(done).toEqual([]);
});

describe('closing', () => {
  test('looks at the directory, closes the connection and gives the lock back', async () => {
    const database = await open();
    done = [];
    await writeFile(join(dataDir, 'late'), '');
    await chmod(join(dataDir, 'late'), 0o644);
    await database.close();
    expect(done).toEqual(['maintain', 'close', 'release']);
    expect(await modeOf('late')).toBe(0o600);
    await vi.advanceTimersByTimeAsync(5000);
    expect([done.length, vi.getTimerCount()]).toEqual([3, 0]);
  });

  test('writes nothing to a directory that is no longer ours', async () => {
    const database = await open();
    done = [];
    lockProblem = 'It was moved.';
    await database.close();
    expect(done).toEqual(['maintain', 'terminate', 'release']);
  });

  test('gives the lock back also when the connection cannot be closed', async () => {
    const database = await open();
    const closing = vi.spyOn(connection, 'close').mockRejectedValueOnce(new Error('Oh'));
    onTestFinished(() => closing.mockRestore());
    await expect(database.close()).rejects.toThrow('Oh');
    expect(done.at(-1)).toBe('release');
  });
});

test('the watch keeps no process running', async () => {
  const timing = vi.spyOn(globalThis, 'setInterval');
  await open();
  expect(timing.mock.results.map(({ value }) => value.hasRef())).toEqual([false]);
  timing.mockRestore();
});
