import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { beforeEach, expect, test, vi } from 'vitest';
import { type EmbeddedConnection, openEmbeddedConnection } from '../../server/database/embeddedConnection.ts';
import { StatementError, sendToWorker, startWorker } from '../../server/database/embeddedWorker.ts';
import { UnavailableError } from '../../server/errors.ts';
import { eventually } from '../support/eventually.ts';

vi.mock('../../server/database/embeddedWorker.ts', async (original) => ({
  ...(await original<typeof import('../../server/database/embeddedWorker.ts')>()),
  startWorker: vi.fn(),
  sendToWorker: vi.fn(),
}));
vi.mock('node:worker_threads', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  return {
    /** A thread that does nothing. */
    Worker: class extends Emitter {
      async terminate() {
        sent.push('terminate');
        this.emit('exit', 1);
        return 1;
      }
    },
  };
});

/** What was sent to the threads, in order: texts with their values, other messages, and timeouts that are not the usual one. */
const sent = vi.hoisted((): unknown[] => []);
/** What a message has as its reply, by its text. */
let replies: Record<string, () => unknown>;
let workers: Worker[];
let position: number;

const STATEMENT_MS = 10_000;
const MAINTENANCE_MS = 120_000;
const MEGABYTE = 1024 * 1024;

beforeEach(() => {
  sent.length = 0;
  replies = {};
  workers = [];
  position = 0;
  vi.mocked(startWorker).mockReset();
  vi.mocked(startWorker).mockImplementation(async () => {
    const worker = new Worker('nothing');
    workers.push(worker);
    return worker;
  });
  vi.mocked(sendToWorker).mockReset();
  vi.mocked(sendToWorker).mockImplementation(async (worker, message, timeoutMs) => {
    expect(worker).toBe(workers.at(-1));
    const text = typeof message === 'string' ? message : message.text;
    const values = typeof message === 'string' ? [] : message.values;
    sent.push([text, ...values, ...(timeoutMs === STATEMENT_MS ? [] : [{ timeoutMs }])].join(' '));
    const rows = await replies[text]?.();
    return JSON.parse(JSON.stringify(rows ?? (message === 'flush' ? [{ position: String(position) }] : [])));
  });
});

const open = (...more: [number?, (() => Promise<void>)?]) => openEmbeddedConnection('/data/db', ...more);

const write = (connection: EmbeddedConnection) => connection.withConnection((sql) => sql.query('insert'));
const read = (connection: EmbeddedConnection) => connection.withConnection((sql) => sql.query('select 1'));

const failWith = (error: unknown) => () => {
  throw error;
};
const errorOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

test('a statement is sent with its values, and has its rows', async () => {
  replies.select = () => [{ a: 1 }];
  const connection = await open();
  expect(startWorker).toHaveBeenCalledWith('/data/db');
  const rows = await connection.withConnection((sql) => sql.query('select', [1, 'x']));
  expect(rows).toEqual([{ a: 1 }]);
  expect(sent).toEqual(['select 1 x']);
  await connection.withConnection((sql) => sql.query('select'));
  expect(vi.mocked(sendToWorker).mock.lastCall).toEqual([
    workers[0],
    { text: 'select', values: [] },
    STATEMENT_MS,
  ]);
});

test('the time for a statement can be given', async () => {
  const connection = await open(500);
  await read(connection);
  expect(sent).toEqual(['select 1 [object Object]']);
  expect(vi.mocked(sendToWorker).mock.lastCall?.[2]).toBe(500);
});

test('what was written is on disk before its work ends, and what only reads waits for nothing', async () => {
  const connection = await open();
  let flush = () => {};
  replies.flush = () => new Promise<void>((resolve) => (flush = resolve));
  let isDone = false;
  const writing = write(connection).then(() => {
    isDone = true;
  });
  await eventually(() => expect(sent).toEqual(['insert', 'flush']));
  expect(isDone).toBe(false);
  flush();
  await writing;
  for (const text of [' Select 1', '\n  begin', 'commit', 'ROLLBACK'])
    await connection.withConnection((sql) => sql.query(text));
  expect(sent.filter((each) => each === 'flush')).toHaveLength(1);
  replies = {};
  for (const text of ['selection', 'do $$ select $$', 'with x as (select 1) insert', 'update'])
    await connection.withConnection((sql) => sql.query(text));
  expect(sent.filter((each) => each === 'flush')).toHaveLength(5);
});

test('work that waits together shares a flush, and work that reads what is not on disk waits for it', async () => {
  const connection = await open();
  await Promise.all([write(connection), read(connection), write(connection), read(connection)]);
  expect(sent).toEqual(['insert', 'select 1', 'insert', 'select 1', 'flush']);
  await Promise.all([write(connection), write(connection)]);
  expect(sent.slice(5)).toEqual(['insert', 'insert', 'flush']);
});

test('work that fails after it has written waits for the flush too', async () => {
  const connection = await open();
  const failing = connection.withConnection(async (sql) => {
    await sql.query('insert');
    throw new Error('Oh');
  });
  await expect(failing).rejects.toThrow('Oh');
  expect(sent).toEqual(['insert', 'flush']);
});

test('what cannot be flushed is not reported as done', async () => {
  const connection = await open();
  replies.flush = failWith(new StatementError({ sentence: 'No space left on device', code: '53100' }));
  await expect(write(connection)).rejects.toThrow('The database is unavailable: No space left on device.');
  replies = {};
  await read(connection);
  expect(sent).toEqual(['insert', 'flush', 'select 1', 'flush']);
});

test('a transaction is committed, or rolled back when its work throws', async () => {
  const connection = await open();
  const result = await connection.transaction(async (sql) => {
    await sql.query('insert');
    return 'done';
  });
  expect(result).toBe('done');
  const failing = connection.transaction(async (sql) => {
    await sql.query('select 1');
    throw new Error('Oh');
  });
  await expect(failing).rejects.toThrow('Oh');
  expect(sent).toEqual(['begin', 'insert', 'commit', 'flush', 'begin', 'select 1', 'rollback']);
});

test('work runs one after the other', async () => {
  const connection = await open();
  let proceed = () => {};
  const first = connection.transaction(() => new Promise<void>((resolve) => (proceed = resolve)));
  const second = read(connection);
  await eventually(() => expect(sent).toEqual(['begin']));
  proceed();
  await Promise.all([first, second]);
  expect(sent).toEqual(['begin', 'commit', 'select 1']);
});

test('an error of a statement leaves the thread as it is', async () => {
  const connection = await open();
  const error = new StatementError({ sentence: 'Oh', code: '23505', severity: 'ERROR' });
  replies['select 1'] = failWith(error);
  expect(await errorOf(read(connection))).toBe(error);
  replies['select 1'] = failWith(new StatementError({ sentence: 'Oh', code: 'XX000', severity: 'ERROR' }));
  expect(await errorOf(read(connection))).toBeInstanceOf(UnavailableError);
  expect(sent).toEqual(['select 1', 'select 1']);
});

test.each([
  ['a panic', new StatementError({ sentence: 'Oh', code: '53100', severity: 'PANIC' })],
  ['a panic without a code', new StatementError({ sentence: 'Oh', severity: 'PANIC' })],
  [
    'no reply',
    new UnavailableError('The embedded database has given up.', { cause: new Error('The thread ended.') }),
  ],
  ['another error', new Error('Oh')],
])('%s ends the thread, and the next work opens the database again', async (_what, error) => {
  const beforeOpen = vi.fn(async () => {});
  const connection = await open(undefined, beforeOpen);
  replies['select 1'] = failWith(error);
  const failing = connection.transaction((sql) => sql.query('select 1'));
  const thrown = await errorOf(failing);
  expect([thrown, Object(thrown).cause]).toContain(error);
  // No statement is sent to a thread that ended.
  expect(sent).toEqual(['begin', 'select 1', 'terminate']);
  replies = {};
  await read(connection);
  expect(sent.slice(3)).toEqual(['select 1']);
  expect(workers).toHaveLength(2);
  expect(beforeOpen).toHaveBeenCalledTimes(2);
});

test('what a thread wrote that ended before the flush is not reported as done', async () => {
  const connection = await open();
  const failing = connection.withConnection(async (sql) => {
    await sql.query('insert');
    await workers[0]?.terminate();
  });
  expect(await errorOf(failing)).toEqual(new UnavailableError('The embedded database has given up.'));
  expect(sent).toEqual(['insert', 'terminate']);
});

test('a database that must not be opened is not opened', async () => {
  const refuse = () => Promise.reject(new UnavailableError('It is missing.'));
  await expect(open(undefined, refuse)).rejects.toThrow('It is missing.');
  expect(startWorker).not.toHaveBeenCalled();
});

test('a checkpoint follows each growth of the log by 32 MB', async () => {
  const connection = await open();
  const checkpoints = async (at: number) => {
    position = at;
    await write(connection);
    await read(connection);
    return sent.filter((each) => each === 'checkpoint [object Object]').length;
  };
  const start = 5 * MEGABYTE;
  expect(await checkpoints(start)).toBe(0);
  expect(await checkpoints(start + 32 * MEGABYTE - 1)).toBe(0);
  expect(await checkpoints(start + 32 * MEGABYTE)).toBe(1);
  expect(await checkpoints(start + 64 * MEGABYTE - 1)).toBe(1);
  replies.checkpoint = failWith(new StatementError({ sentence: 'Oh', code: '53100', severity: 'ERROR' }));
  expect(await checkpoints(start + 64 * MEGABYTE)).toBe(2);
  expect(
    vi.mocked(sendToWorker).mock.calls.find(([, message]) => Object(message).text === 'checkpoint'),
  ).toEqual([workers[0], { text: 'checkpoint', values: [] }, MAINTENANCE_MS]);
});

test('other work waits while a checkpoint is made', async () => {
  const connection = await open();
  await write(connection);
  let proceed = () => {};
  replies.checkpoint = () => new Promise<void>((resolve) => (proceed = resolve));
  position = 32 * MEGABYTE;
  await write(connection);
  const reading = read(connection);
  await eventually(() => expect(sent.at(-1)).toMatch(/^checkpoint/));
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).not.toContain('select 1');
  proceed();
  await reading;
  expect(sent).toContain('select 1');
});

test('work that only reads does not wait for the work behind it', async () => {
  const connection = await open();
  const reading = read(connection);
  let proceed = () => {};
  const writing = connection.transaction(() => new Promise<void>((resolve) => (proceed = resolve)));
  expect(await reading).toEqual([]);
  await eventually(() => expect(sent).toContain('begin'));
  await new Promise((resolve) => setImmediate(resolve));
  proceed();
  await writing;
});

test('deleted rows are removed from the tables and from the log', async () => {
  const connection = await open();
  await connection.removeDeletedRows(['submissions', 'outbox']);
  expect(vi.mocked(sendToWorker).mock.calls.map(([, message, ms]) => [Object(message).text, ms])).toEqual([
    ['vacuum full submissions', MAINTENANCE_MS],
    ['vacuum full outbox', MAINTENANCE_MS],
    ['select pg_switch_wal()', MAINTENANCE_MS],
    ['checkpoint', MAINTENANCE_MS],
  ]);
});

test('closing waits for other work, and for the disk', async () => {
  const connection = await open();
  let proceed = () => {};
  replies.insert = () => new Promise<void>((resolve) => (proceed = resolve));
  const first = write(connection);
  const closed = connection.close();
  await eventually(() => expect(sent).toEqual(['insert']));
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual(['insert']);
  proceed();
  await Promise.all([first, closed]);
  expect(sent).toEqual(['insert', 'flush', 'close [object Object]', 'terminate']);
  expect(vi.mocked(sendToWorker).mock.lastCall?.slice(1)).toEqual(['close', MAINTENANCE_MS]);
  await connection.close();
  expect(sent).toHaveLength(4);
});

test('a thread that cannot be closed is ended', async () => {
  const connection = await open();
  replies.close = failWith(new StatementError({ sentence: 'Oh', code: '58030' }));
  await expect(connection.close()).rejects.toBeInstanceOf(UnavailableError);
  expect(sent).toEqual(['close [object Object]', 'terminate']);
});

test('a thread can be ended without another write', async () => {
  const connection = await open();
  await connection.terminate();
  await connection.terminate();
  expect(sent).toEqual(['terminate']);
  expect(workers[0]).toBeInstanceOf(EventEmitter);
});
