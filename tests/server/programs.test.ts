import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StartError, UnavailableError } from '../../server/errors.ts';
import { openLog } from '../../server/log.ts';
import { closeOnSignal, printStartup, runProgram } from '../../server/program.ts';
import type { Service } from '../../server/service.ts';

/** What programs do with their process, which is stubbed here. */

const { thread } = vi.hoisted(() => ({ thread: { isMain: true } }));
vi.mock('node:worker_threads', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:worker_threads')>()),
  get isMainThread() {
    return thread.isMain;
  },
}));

const exit = vi.fn<typeof process.exit>();
const umask = vi.fn<typeof process.umask>();
const print = vi.fn<typeof console.log>();
const printError = vi.fn<typeof console.error>();

beforeEach(() => {
  for (const stub of [exit, umask, print, printError]) stub.mockReset();
  vi.spyOn(process, 'exit').mockImplementation(exit);
  vi.spyOn(process, 'umask').mockImplementation(umask);
  vi.spyOn(console, 'log').mockImplementation(print);
  vi.spyOn(console, 'error').mockImplementation(printError);
  thread.isMain = true;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a program', () => {
  test('makes files that its owner alone may read, also before anything else', async () => {
    await runProgram(async () => expect(umask.mock.calls).toEqual([[0o077]]));
    expect([exit.mock.calls, printError.mock.calls]).toEqual([[], []]);
    umask.mockClear();
    thread.isMain = false;
    await runProgram(async () => {});
    expect(umask, 'a thread has none').not.toHaveBeenCalled();
  });

  test.each([new StartError('Set PORT.'), new UnavailableError('The disk is full.')])(
    'prints the sentence of %s and exits with code 1',
    async (error) => {
      await runProgram(() => Promise.reject(error));
      expect(printError.mock.calls).toEqual([[error.message]]);
      expect(exit.mock.calls).toEqual([[1]]);
    },
  );

  test('fails with any other error', async () => {
    const error = new Error('Oh');
    await expect(runProgram(() => Promise.reject(error))).rejects.toBe(error);
    expect(exit).not.toHaveBeenCalled();
  });
});

describe('a signal', () => {
  test('closes the service and exits with code 0, after nine seconds at the latest', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const handlers = new Map<unknown, () => unknown>();
    vi.spyOn(process, 'once').mockImplementation((signal, handler) => {
      handlers.set(signal, handler);
      return process;
    });
    let closed = () => {};
    const close = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          closed = resolve;
        }),
    );
    closeOnSignal(close);
    expect([...handlers.keys()]).toEqual(['SIGINT', 'SIGTERM']);
    expect(close).not.toHaveBeenCalled();

    const handled = handlers.get('SIGTERM')?.();
    expect(close).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(8_999);
    expect(exit).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(exit.mock.calls).toEqual([[0]]);
    exit.mockClear();
    closed();
    await handled;
    expect(exit.mock.calls).toEqual([[0]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('leaves no timer that keeps the process alive', () => {
    const handlers: (() => unknown)[] = [];
    vi.spyOn(process, 'once').mockImplementation((_signal, handler) => {
      handlers.push(handler);
      return process;
    });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    closeOnSignal(() => new Promise(() => {}));
    handlers[0]?.();
    const timer = timers.mock.results[0]?.value;
    expect(timer.hasRef()).toBe(false);
    clearTimeout(timer);
  });
});

describe('what is printed at the start', () => {
  const service: Service = { url: '', simulated: true, metricsUrl: undefined, close: async () => {} };
  const site = { name: '', phone: '', email: '' };
  const config = {
    ...{ dataDir: '/data', databaseUrl: undefined, payments: {} },
    mail: { smtpUrl: undefined, from: '', office: '', site },
  };
  function linesOf(more: Partial<Service>, moreConfig: Partial<Parameters<typeof printStartup>[2]> = {}) {
    print.mockClear();
    printStartup('http://localhost:3000', { ...service, ...more }, { ...config, ...moreConfig });
    return print.mock.calls.map(([line]) => line);
  }

  test('is the address, where data and mail go, and that no money moves', () => {
    expect(linesOf({})).toEqual([
      'The site is at http://localhost:3000',
      'Data lie in /data',
      'Mail is written to /data/mail (no SMTP_URL).',
      'Payments are simulated: no money moves.',
    ]);
  });

  test('is that data and mail go elsewhere, and where the metrics are', () => {
    const mail = { ...config.mail, smtpUrl: 'smtp://x' };
    const metricsUrl = 'http://127.0.0.1:9464/metrics';
    expect(linesOf({ metricsUrl }, { databaseUrl: 'postgres://asha:secret@x', mail })).toEqual([
      'The site is at http://localhost:3000',
      'Data lie in PostgreSQL (DATABASE_URL).',
      'Mail goes out over SMTP.',
      'Metrics are at http://127.0.0.1:9464/metrics',
      'Payments are simulated: no money moves.',
    ]);
  });

  test('is whether payments are real, and what is missing', () => {
    const real = { simulated: false };
    const unnoticed =
      'Without RAZORPAY_WEBHOOK_SECRET webhooks are refused: payments and refunds are noticed late.';
    const webhookSecret = 'secret';
    expect(linesOf(real, { payments: { keyId: 'rzp_live_1' } }).slice(3)).toEqual([
      ...[unnoticed, 'Payments are real.'],
    ]);
    expect(linesOf(real, { payments: { keyId: 'rzp_live_1', webhookSecret } }).slice(3)).toEqual([
      'Payments are real.',
    ]);
    expect(linesOf(real, { payments: { keyId: 'rzp_test_1', webhookSecret } }).slice(3)).toEqual([
      'Payments are in test mode: no money moves.',
    ]);
  });
});

describe('the log', () => {
  test('is written to standard error while its reader reads; further lines are dropped and counted', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const waiting = vi.spyOn(process.stderr, 'writableLength', 'get').mockReturnValue(1024 * 1024 - 1);
    const log = openLog();
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    for (const line of ['one\n', 'another\n']) log.write(line);
    expect(written).not.toHaveBeenCalled();
    await turn();
    expect([written.mock.calls, log.droppedLines]).toEqual([[['one\nanother\n']], 0]);
    waiting.mockReturnValue(1024 * 1024);
    log.write('two\n');
    log.write('three\n');
    await turn();
    expect([written.mock.calls.length, log.droppedLines]).toEqual([1, 2]);
    waiting.mockReturnValue(0);
    log.write('four\n');
    await turn();
    expect([written.mock.calls.length, log.droppedLines]).toEqual([2, 2]);
  });

  test('has at the end of the process what was written before', () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const onExit = vi.spyOn(process, 'on');
    openLog().write('last\n');
    const [[event, listener] = []] = onExit.mock.calls;
    expect(event).toBe('exit');
    listener?.();
    expect(written.mock.calls).toEqual([['last\n']]);
  });

  test('outlives its reader, and that of standard output', () => {
    const listeners = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'on'));
    openLog();
    const added = [['error', expect.any(Function)]];
    expect(listeners.map((on) => on.mock.calls)).toEqual([added, added]);
  });
});
