import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as EmbeddedWorker from '../../server/database/embeddedWorker.ts';

/** A thread whose replies the tests decide. */
class FakeWorker extends EventEmitter {
  readonly url: URL;
  readonly options: {
    workerData: { directory: string; compiled: unknown };
    execArgv: string[];
    resourceLimits: object;
  };
  readonly posted: unknown[] = [];
  isTerminated = false;
  constructor(url: URL, options: FakeWorker['options']) {
    super();
    this.url = url;
    this.options = options;
    started.push(this);
  }
  postMessage(message: unknown) {
    this.posted.push(message);
  }
  async terminate() {
    this.isTerminated = true;
    return 1;
  }
}

const started: FakeWorker[] = [];
vi.mock('node:worker_threads', () => ({ Worker: FakeWorker }));

let module: typeof EmbeddedWorker;

beforeEach(async () => {
  started.length = 0;
  vi.resetModules();
  module = await import('../../server/database/embeddedWorker.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

function thread(): FakeWorker {
  const worker = started.at(-1);
  if (!worker) throw new Error('No thread was started.');
  return worker;
}

/** Starts a thread that replies when it is open. */
async function start(reply: unknown = { rows: [{}] }) {
  const starting = module.startWorker('/data/db');
  thread().emit('message', reply);
  return starting;
}

const hasNoListener = () => {
  expect([thread().listenerCount('message'), thread().listenerCount('exit')]).toEqual([0, 0]);
  expect(vi.getTimerCount()).toBe(0);
};

test('a thread is started without the loader of TypeScript, and is there when the database is open', async () => {
  let isOpen = false;
  const starting = module.startWorker('/data/db').then((worker) => {
    isOpen = true;
    return worker;
  });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(isOpen).toBe(false);
  thread().emit('message', { rows: [{ compiled: 'first' }] });
  expect(await starting).toBe(thread());
  hasNoListener();
  const { url, options } = thread();
  expect(String(url)).toMatch(/\/server\/database\/embedded\.worker\.js$/);
  expect(options).toEqual({
    workerData: { directory: '/data/db', compiled: undefined },
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 6 },
  });
});

test('what the first thread has compiled is given to all others', async () => {
  await start({ rows: [] });
  await start({ rows: [{ compiled: 'first' }] });
  await start({ rows: [{ compiled: 'second' }] });
  await start();
  expect(started.map(({ options }) => options.workerData.compiled)).toEqual([
    ...[undefined, undefined, 'first', 'first'],
  ]);
});

test('an error of a thread ends no process', async () => {
  await start();
  expect(() => thread().emit('error', new Error('Oh'))).not.toThrow();
});

const GIVEN_UP = 'The embedded database has given up.';

test.each([
  [
    'reports an error',
    () => thread().emit('message', { error: { sentence: 'It is damaged.', code: 'XX001' } }),
  ],
  ['ends', () => thread().emit('exit', 1)],
  ['fails', () => thread().emit('error', new Error('Oh'))],
  ['is not open after a minute', () => vi.advanceTimersByTime(60_000)],
])('a thread that %s while it is opened is ended', async (_what, fail) => {
  const starting = module.startWorker('/data/db').catch((error: unknown) => error);
  fail();
  const error = await starting;
  expect(error).toMatchObject({
    name: 'UnavailableError',
    message: 'The embedded database cannot be opened.',
  });
  expect(error).toHaveProperty('cause');
  expect(thread().isTerminated).toBe(true);
  hasNoListener();
});

test('the reason why a thread cannot be opened is the cause', async () => {
  const starting = module.startWorker('/data/db').catch((error: unknown) => error);
  thread().emit('message', { error: { sentence: 'It is damaged.', code: 'XX001', severity: 'FATAL' } });
  expect(await starting).toMatchObject({
    cause: { name: 'StatementError', message: 'It is damaged.', code: 'XX001', severity: 'FATAL' },
  });
});

test('a message is sent, and has the rows of its reply', async () => {
  const worker = await start();
  const rows = module.sendToWorker(worker, { text: 'select $1', values: [1] }, 1000);
  expect(thread().posted).toEqual([{ text: 'select $1', values: [1] }]);
  thread().emit('message', { rows: [{ a: 1 }] });
  expect(await rows).toEqual([{ a: 1 }]);
  hasNoListener();
});

test('an error of a statement is thrown as it is', async () => {
  const worker = await start();
  const rows = module.sendToWorker(worker, 'flush', 1000).catch((error: unknown) => error);
  thread().emit('message', { error: { sentence: 'Oh', code: '23505', severity: 'ERROR' } });
  const error = await rows;
  expect(error).toBeInstanceOf(module.StatementError);
  expect(error).toMatchObject({ name: 'StatementError', message: 'Oh', code: '23505', severity: 'ERROR' });
  hasNoListener();
});

test('a thread that ends gives up', async () => {
  const worker = await start();
  const rows = module.sendToWorker(worker, 'close', 1000).catch((error: unknown) => error);
  thread().emit('exit', 0);
  const error = await rows;
  expect(error).toMatchObject({
    name: 'UnavailableError',
    message: GIVEN_UP,
    cause: new Error('The thread ended.'),
  });
  hasNoListener();
});

test('a thread that does not reply in time gives up', async () => {
  const worker = await start();
  let error: unknown;
  module.sendToWorker(worker, 'flush', 1000).catch((reason: unknown) => {
    error = reason;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(error).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(error).toMatchObject({ name: 'UnavailableError', message: GIVEN_UP, cause: { name: 'AbortError' } });
  hasNoListener();
});
