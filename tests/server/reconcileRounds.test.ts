import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database, Row } from '../../server/database/database.types.ts';
import { HttpError } from '../../server/errors.ts';
import { startReconciling } from '../../server/payments/reconcile.ts';
import { createMemoryProvider, type MemoryProvider } from './memoryProvider.ts';

/** When rounds begin and end, and what they report. The database has the rows that a test gives it. */

let provider: MemoryProvider;
let reports: unknown[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  provider = createMemoryProvider();
  reports = [];
});
afterEach(() => void vi.useRealTimers());

/** Starts with a query of every round; each finds two unpaid orders that others have paid by the time they are asked about. */
function start(query: () => Promise<void> = async () => {}) {
  const database: Database = {
    async query<R extends Row>(text: string): Promise<R[]> {
      if (text.startsWith('update')) await query();
      const rows: Row[] = text.includes('submission_id is not null')
        ? ORDERS
        : /select 1|returning/.test(text)
          ? [{}]
          : [];
      return JSON.parse(JSON.stringify(rows));
    },
    transaction: () => Promise.reject(new Error('There is no transaction.')),
    withLock: (_key, work) => work(),
    removeDeletedRows: async () => {},
    close: async () => {},
  };
  const log = {
    info: (...values: unknown[]) => void reports.push(['info', ...values]),
    error: (...values: unknown[]) => void reports.push(['error', ...values]),
  };
  return startReconciling(
    { database, provider, onOrderEvent: async () => {} },
    1000,
    log,
    (isComplete) => void reports.push(isComplete),
  );
}

const ORDERS = ['order_1', 'order_2'].map((id) => ({ id, keyId: 'k', paymentMode: 'live', isPaid: false }));
const PAID = ['info', { paid: 2 }, 'orders turned out paid'];

/** Lets everything run that waits for no timer. */
const settle = () => vi.advanceTimersByTimeAsync(0);

test('a round begins at once, and the next one a time after it has ended', async () => {
  const stop = start();
  expect(reports).toEqual([]);
  await settle();
  expect(reports).toEqual([PAID, true]);
  await vi.advanceTimersByTimeAsync(999);
  expect(reports).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(reports).toEqual([PAID, true, PAID, true]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(reports).toHaveLength(6);
  await stop();
});

test('where no order turned out to be paid nothing is logged', async () => {
  provider.error = new HttpError(503, 'Later.');
  const stop = start();
  await settle();
  expect(reports).toEqual([false]);
  provider.error = undefined;
  await vi.advanceTimersByTimeAsync(1000);
  expect(reports).toEqual([false, PAID, true]);
  await stop();
});

test('a round that fails is logged with its code alone, and the next one follows', async () => {
  let isFailing = true;
  const stop = start(async () => {
    if (isFailing) throw Object.assign(new Error('asha@example.org'), { code: 'ECONNRESET' });
  });
  await settle();
  expect(reports).toEqual([['error', { code: 'ECONNRESET' }, 'reconciling failed'], false]);
  isFailing = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(reports.slice(2)).toEqual([PAID, true]);
  await stop();
});

test('no round begins after it is stopped, and its timer keeps no process running', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const stop = start();
  await settle();
  const [timer] = timers.mock.results.filter(({ value }) => value !== undefined);
  expect(timer?.value.hasRef()).toBe(false);
  await stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('to be stopped waits for the order that is asked about, and asks about no other', async () => {
  let respond = () => {};
  const list = provider.listPayments;
  provider.listPayments = async (id) => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    return list(id);
  };
  const stop = start();
  await settle();
  let isStopped = false;
  const stopping = stop().then(() => {
    isStopped = true;
  });
  await settle();
  expect(isStopped).toBe(false);
  respond();
  await stopping;
  expect(provider.asked).toEqual(['order_1']);
  expect(reports).toEqual([['info', { paid: 1 }, 'orders turned out paid']]);
  expect(vi.getTimerCount()).toBe(0);
});
