import { Registry } from 'prom-client';
import { beforeEach, expect, test, vi } from 'vitest';
import { collectMetrics } from '../../server/collectedMetrics.ts';
import type { Database } from '../../server/database/database.types.ts';
import { countMails } from '../../server/mail/outbox.ts';
import { listOrders, type OrderState } from '../../server/payments/listOrders.ts';
import { metricLines } from '../support/metricLines.ts';

/** What is read when the metrics are requested. */

const { sleep } = vi.hoisted(() => ({ sleep: vi.fn<(...args: unknown[]) => Promise<void>>() }));
vi.mock('node:timers/promises', () => ({ setTimeout: sleep }));
vi.mock('../../server/payments/listOrders.ts', { spy: true });
vi.mock('../../server/mail/outbox.ts', { spy: true });

let now = 0;
beforeEach(() => {
  now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.mocked(listOrders).mockReset();
  vi.mocked(countMails).mockReset();
  sleep.mockReset().mockReturnValue(new Promise(() => {}));
  vi.mocked(countMails).mockResolvedValue({ waiting: 3, failed: 2, oldestWaitingSeconds: 77 });
  stored('surplus', 'paid and not registered', 'surplus');
  return () => vi.restoreAllMocks();
});

const item = (state: OrderState) => ({
  ...{ orderId: 'order_1', state, amount: 1, currency: 'INR', email: null, createdAt: '' },
  ...{ paymentMode: null, paidAt: null, payments: [], registration: null },
});
const stored = (...states: OrderState[]) =>
  vi.mocked(listOrders).mockImplementation(async function* () {
    for (const state of states) yield item(state);
  });

const unused = () => Promise.reject(new Error('The database is not asked itself.'));
const database: Database = {
  ...{ query: unused, transaction: unused, withLock: unused, removeDeletedRows: unused, close: unused },
};
function collected(log?: { write(): void; droppedLines: number }) {
  const registry = new Registry();
  const databaseLoad = { pending: 4, failures: 0, expectedWaitMs: () => 0 };
  collectMetrics(registry, { database, databaseLoad, log });
  return { registry, databaseLoad };
}

const STORED = ['outbox_', 'orders_needing_attention'];
const figures = [
  '# HELP outbox_mails Mails that wait to be sent or have failed.',
  '# TYPE outbox_mails gauge',
  'outbox_mails{state="waiting"} 3',
  'outbox_mails{state="failed"} 2',
  '# HELP outbox_oldest_waiting_seconds Age of the oldest mail that waits to be sent.',
  '# TYPE outbox_oldest_waiting_seconds gauge',
  'outbox_oldest_waiting_seconds 77',
  '# HELP orders_needing_attention Orders that somebody must act on.',
  '# TYPE orders_needing_attention gauge',
  'orders_needing_attention{state="paid and not registered"} 1',
  'orders_needing_attention{state="surplus"} 2',
  'orders_needing_attention{state="amount wrong"} 0',
];

test('is what is stored: mails, and orders that somebody must act on', async () => {
  const { registry } = collected();
  expect(await metricLines(registry, ...STORED)).toEqual(figures);
  expect(vi.mocked(listOrders).mock.calls).toEqual([[database, true]]);
  expect(vi.mocked(countMails).mock.calls).toEqual([[database]]);
});

test('is read again after a minute', async () => {
  const { registry } = collected();
  await metricLines(registry, ...STORED);
  now += 59_999;
  stored();
  expect(await metricLines(registry, ...STORED)).toEqual(figures);
  now += 1;
  expect(await metricLines(registry, ...STORED)).toContain('orders_needing_attention{state="surplus"} 0');
  expect(listOrders).toHaveBeenCalledTimes(2);
});

test('keeps its value while the database is unavailable, and is then read at once', async () => {
  const { registry } = collected();
  await metricLines(registry, ...STORED);
  now += 60_000;
  vi.mocked(countMails).mockRejectedValue(new Error('Oh'));
  expect(await metricLines(registry, ...STORED)).toEqual(figures);
  vi.mocked(countMails).mockResolvedValue({ waiting: 0, failed: 0, oldestWaitingSeconds: 0 });
  expect(await metricLines(registry, ...STORED)).toContain('outbox_mails{state="waiting"} 0');
});

test('is waited for for three seconds at most', async () => {
  const { registry } = collected();
  vi.mocked(countMails).mockReturnValue(new Promise(() => {}));
  sleep.mockResolvedValue(undefined);
  expect((await metricLines(registry, 'outbox_oldest')).at(-1)).toBe('outbox_oldest_waiting_seconds 0');
  expect(sleep).toHaveBeenCalledWith(3_000, undefined, { ref: false });
  await metricLines(registry, ...STORED);
  expect(listOrders, 'one reading at a time').toHaveBeenCalledTimes(1);
});

test('is the load of the database, and how many lines of the log were dropped', async () => {
  const log = { write() {}, droppedLines: 5 };
  const { registry, databaseLoad } = collected(log);
  const read = () => metricLines(registry, 'database_operations_pending', 'log_lines_dropped_total');
  const linesWith = (pending: number, dropped: number) => [
    '# HELP database_operations_pending Queries and transactions that run or wait for a connection.',
    '# TYPE database_operations_pending gauge',
    `database_operations_pending ${pending}`,
    '# HELP log_lines_dropped_total Log lines that were not written because the reader of the log did not read.',
    '# TYPE log_lines_dropped_total counter',
    `log_lines_dropped_total ${dropped}`,
  ];
  expect(await read()).toEqual(linesWith(4, 5));
  Object.assign(databaseLoad, { pending: 1 });
  log.droppedLines = 7;
  expect(await read()).toEqual(linesWith(1, 7));
  expect((await metricLines(collected().registry, 'log_lines')).at(-1)).toBe('log_lines_dropped_total 0');
});

test('is what the process needs', async () => {
  expect(
    await metricLines(collected().registry, 'process_cpu_seconds_total', 'nodejs_heap_size_total_bytes'),
  ).toHaveLength(6);
});
