import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../server/database/database.types.ts';
import type { MailOptions, MailTimings } from '../../server/mail/options.ts';
import type { OutboxItem } from '../../server/mail/outbox.ts';
import { smtpTransport } from '../../server/mail/smtpTransport.ts';
import { type Mail, SendError } from '../../server/mail/transport.ts';
import { type MailWorker, startMailWorker } from '../../server/mail/worker.ts';
import { eventually } from '../support/eventually.ts';

const sends: { mail: Mail; signal: AbortSignal }[] = [];
const removed: string[] = [];
let onSend: (mail: Mail) => Promise<void>;

vi.mock('../../server/mail/smtpTransport.ts', () => ({
  smtpTransport: vi.fn(() => ({
    async send(mail: Mail, signal: AbortSignal) {
      sends.push({ mail, signal });
      await onSend(mail);
    },
    remove: async (messageId: string) => void removed.push(messageId),
  })),
}));

const item: OutboxItem = {
  id: 7,
  kind: 'notice',
  reference: '',
  messageId: 'message-7',
  attempts: 1,
  form: 'inquiry',
  isSubmitted: true,
  fields: { name: 'Asha' },
  receivedAt: new Date('2026-04-01T20:30:00Z'),
  paymentId: null,
  paymentMode: null,
};

/** The mails that are due, and what was done in the outbox: the first words of a statement with its values. */
let due: OutboxItem[];
let done: unknown[][];
let onLease: () => void;
let onSent: () => void;
let isErased: boolean;

const statements = [
  ['lease', /^with leased as/],
  ['sent', /^update outbox set sent_at/],
  ['postponed', /^update outbox set leased_until = null, next_attempt_at/],
  ['failed', /^update outbox set leased_until = null, failed_at/],
  ['removed', /^delete from outbox/],
] as const;

const never = () => Promise.reject(new Error('is not called'));

const database: Database = {
  ...{ transaction: never, withLock: never, removeDeletedRows: never, close: never },
  async query(text: string, values: readonly unknown[] = []): Promise<never[]> {
    const name = statements.find(([, pattern]) => pattern.test(text))?.[0];
    done.push([name, ...values]);
    if (name === 'lease') onLease();
    if (name === 'sent') onSent();
    const rows: unknown[] = name === 'lease' ? due.splice(0, 1) : name === 'sent' && !isErased ? [{}] : [];
    return JSON.parse(JSON.stringify(rows), (key, value) => (key === 'receivedAt' ? new Date(value) : value));
  },
};

const log = { warn: vi.fn(), error: vi.fn() };
let dataDir: string;
let worker: MailWorker | undefined;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  dataDir = await mkdtemp(join(tmpdir(), 'worker-'));
  sends.length = 0;
  removed.length = 0;
  due = [];
  done = [];
  onSend = async () => {};
  onLease = () => {};
  onSent = () => {};
  isErased = false;
});
afterEach(async () => {
  await worker?.close();
  vi.useRealTimers();
  vi.clearAllMocks();
  await rm(dataDir, { recursive: true });
});

const options: MailOptions = {
  smtpUrl: 'smtp://mail.example',
  from: 'mail@academy.example',
  office: 'office@academy.example',
  site: { name: 'Academy', phone: '1', email: 'hello@academy.example' },
};

function start(timings: Partial<MailTimings> = {}, more: Partial<MailOptions> = {}): MailWorker {
  worker = startMailWorker(database, dataDir, { ...options, ...more, timings }, log);
  return worker;
}

/** Polls the outbox until no mail is due. */
async function poll(timings: Partial<MailTimings> = {}): Promise<void> {
  start(timings).pollNow();
  await finished();
}

const finished = async () => void (await vi.advanceTimersByTimeAsync(0));

const LEASE = ['lease', 120, 3600];

/** Makes the next mail be under way until `end` is called. */
function slowSend() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  onSend = () => ended;
  return { end };
}

test('the mails that are due are composed, sent and marked one after the other', async () => {
  due = [item, { ...item, id: 8, messageId: 'message-8' }];
  const aborting = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => aborting.mockRestore());
  await poll();
  expect(done).toEqual([LEASE, ['sent', 7], LEASE, ['sent', 8], LEASE]);
  expect(sends.map(({ mail }) => mail)).toMatchObject([
    { messageId: 'message-7', subject: 'New: Call-back request', to: { address: options.office } },
    { messageId: 'message-8', from: { name: 'Academy', address: options.from } },
  ]);
  expect(aborting.mock.calls).toEqual([[60_000], [60_000]]);
  expect(sends.map(({ signal }) => signal)).toEqual(aborting.mock.results.map(({ value }) => value));
  expect(removed).toEqual([]);
  expect(smtpTransport).toHaveBeenCalledWith(
    'smtp://mail.example',
    expect.objectContaining({ connectTimeout: 10_000, socketTimeout: 30_000 }),
  );
});

test('the times that are given replace the usual ones', async () => {
  await poll({ attemptTimeout: 1_000, connectTimeout: 5 });
  expect(done).toEqual([['lease', 2, 3600]]);
  expect(smtpTransport).toHaveBeenCalledWith(
    'smtp://mail.example',
    expect.objectContaining({ connectTimeout: 5, socketTimeout: 30_000 }),
  );
});

test('without an SMTP server mails are written to files', async () => {
  vi.useRealTimers();
  due = [item];
  start({}, { smtpUrl: undefined }).pollNow();
  await eventually(() => expect(done).toHaveLength(3));
  expect(await readdir(join(dataDir, 'mail'))).toEqual(['message-7.eml']);
  expect(smtpTransport).not.toHaveBeenCalled();
});

test('the files of a mail that was erased while it was sent are removed', async () => {
  due = [item];
  isErased = true;
  await poll();
  expect(done).toEqual([LEASE, ['sent', 7], LEASE]);
  expect(removed).toEqual(['message-7']);
});

test('a mail that is no longer to be sent is removed, and the next one is sent', async () => {
  due = [{ ...item, kind: 'confirmation' }, item];
  await poll();
  expect(done).toEqual([LEASE, ['removed', 7], LEASE, ['sent', 7], LEASE]);
  expect(sends).toHaveLength(1);
});

test.each([
  [1, 60],
  [2, 120],
  [3, 240],
  [6, 1_920],
  [7, 3_600],
  [71, 3_600],
])('after attempt %i that fails a mail waits %i seconds, and others are sent', async (attempts, seconds) => {
  due = [
    { ...item, attempts },
    { ...item, id: 8 },
  ];
  onSend = async () => {
    if (sends.length === 1) throw new SendError('temporary', 'RCPT TO 451');
  };
  await poll();
  expect(done).toEqual([LEASE, ['postponed', 7, seconds, 'RCPT TO 451'], LEASE, ['sent', 8], LEASE]);
  expect(log.warn.mock.calls).toEqual([
    [{ kind: 'notice', attempts, reason: 'RCPT TO 451' }, 'mail postponed'],
  ]);
  expect(log.error).not.toHaveBeenCalled();
});

test.each([
  ['refused for good', 1, 'permanent'],
  ['tried for the last time', 72, 'temporary'],
  ['tried more often than that', 73, 'temporary'],
] as const)('a mail that is %s fails', async (_what, attempts, failure) => {
  due = [{ ...item, attempts }, item];
  onSend = async () => {
    if (sends.length === 1) throw new SendError(failure, 'RCPT TO 550');
  };
  await poll();
  expect(done).toEqual([LEASE, ['failed', 7, 'RCPT TO 550'], LEASE, ['sent', 7], LEASE]);
  expect(log.error.mock.calls).toEqual([
    [{ kind: 'notice', attempts, reason: 'RCPT TO 550' }, 'mail failed'],
  ]);
  expect(log.warn).not.toHaveBeenCalled();
});

test('while no mail can be sent the others wait for the next poll', async () => {
  due = [item, { ...item, id: 8 }];
  onSend = async () => {
    throw new SendError('unreachable', 'CONN ECONNREFUSED');
  };
  await poll();
  expect(done).toEqual([LEASE, ['postponed', 7, 60, 'CONN ECONNREFUSED']]);
  expect(due).toHaveLength(1);
});

test.each([
  [Object.assign(new Error('Oh'), { code: 'EODD' }), 'EODD'],
  [new TypeError('Oh'), 'TypeError'],
  ['Oh', 'string'],
])('an error that nobody expects postpones its mail alone, without its words', async (error, reason) => {
  due = [item, { ...item, id: 8 }];
  onSend = async () => {
    if (sends.length === 1) throw error;
  };
  await poll();
  expect(done).toEqual([LEASE, ['postponed', 7, 60, reason], LEASE, ['sent', 8], LEASE]);
});

test('a mail that cannot be marked keeps its lease, and the next poll goes on', async () => {
  due = [item];
  onSent = () => {
    throw Object.assign(new Error('Oh'), { code: '53100' });
  };
  await poll();
  expect(done).toEqual([LEASE, ['sent', 7]]);
  expect(log.error.mock.calls).toEqual([[{ code: '53100' }, 'outbox not available']]);
  expect(vi.getTimerCount()).toBe(1);
});

test('a family’s address that cannot be mailed fails its mail', async () => {
  due = [{ ...item, kind: 'confirmation', paymentId: 'pay_1' }];
  await poll();
  expect(done).toEqual([LEASE, ['failed', 7, 'The address cannot be mailed.'], LEASE]);
});

test('the outbox is polled again after 30 seconds, and when it was not available', async () => {
  onLease = () => {
    throw Object.assign(new Error('Oh'), { code: '57P01' });
  };
  await poll();
  expect(log.error.mock.calls).toEqual([[{ code: '57P01' }, 'outbox not available']]);
  onLease = () => {};
  due = [item];
  await vi.advanceTimersByTimeAsync(29_999);
  expect(done).toEqual([LEASE]);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual([LEASE, LEASE, ['sent', 7], LEASE]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(done).toHaveLength(5);
});

test('a poll before the time puts the next one off', async () => {
  await poll();
  await vi.advanceTimersByTimeAsync(20_000);
  worker?.pollNow();
  await finished();
  expect([done.length, vi.getTimerCount()]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(done).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveLength(3);
});

test('the timer keeps no process running', async () => {
  const timing = vi.spyOn(globalThis, 'setTimeout');
  await poll();
  const timer = timing.mock.results.find((_result, index) => timing.mock.calls[index]?.[1] === 30_000)?.value;
  expect(timer?.hasRef()).toBe(false);
});

test('a poll while mails are sent is followed by another one, and begins no second round', async () => {
  const sending = slowSend();
  due = [item];
  await poll();
  worker?.pollNow();
  worker?.pollNow();
  await finished();
  expect(done).toEqual([LEASE]);
  sending.end();
  await finished();
  expect(done).toEqual([LEASE, ['sent', 7], LEASE, LEASE]);
  worker?.pollNow();
  await finished();
  expect(done).toHaveLength(5);
});

test('a worker that is closed finishes its mail, and begins with no other one', async () => {
  const sending = slowSend();
  due = [item, item];
  await poll();
  worker?.pollNow();
  let isClosed = false;
  const closed = worker?.close().then(() => {
    isClosed = true;
  });
  await finished();
  expect(isClosed).toBe(false);
  sending.end();
  await closed;
  expect(done).toEqual([LEASE, ['sent', 7]]);
  expect(vi.getTimerCount()).toBe(0);
  worker?.pollNow();
  await vi.advanceTimersByTimeAsync(100_000);
  expect([done.length, vi.getTimerCount()]).toEqual([2, 0]);
});

test('a worker that is closed while it waits polls no more', async () => {
  await poll();
  expect(vi.getTimerCount()).toBe(1);
  await worker?.close();
  expect(vi.getTimerCount()).toBe(0);
});
