import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../server/database/database.types.ts';
import { measureDatabase } from '../../server/database/measuredDatabase.ts';
import { UnavailableError } from '../../server/errors.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

const onOperation = vi.fn();
const onUnavailable = vi.fn();
beforeEach(() => vi.clearAllMocks());

const never = () => Promise.reject(new Error('is not called'));
const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A database whose statements take as many milliseconds as their first value says. */
const slow: Database = {
  ...{ withLock: never, removeDeletedRows: never, close: never },
  async query(text: string, values: readonly unknown[] = []): Promise<never[]> {
    await after(Number(values[0]));
    if (text === 'fail') throw new Error('Oh');
    if (text === 'end') throw new UnavailableError('Oh');
    return JSON.parse(JSON.stringify([{ text, values }]));
  },
  transaction: (work) => work(slow),
};

const measured = () => measureDatabase(slow, { onOperation, onUnavailable });

test('does what the database does, and is told of each operation with its time in seconds', async () => {
  const { database } = measured();
  const query = database.query('select', [250]);
  await vi.advanceTimersByTimeAsync(250);
  expect(await query).toEqual([{ text: 'select', values: [250] }]);
  expect(onOperation.mock.calls).toEqual([['query', 0.25]]);
  const transaction = database.transaction(async (sql) => {
    await sql.query('insert', [500]);
    await sql.query('insert', [1000]);
    return 'done';
  });
  await vi.advanceTimersByTimeAsync(1500);
  expect(await transaction).toBe('done');
  expect(onOperation.mock.calls.slice(1)).toEqual([['transaction', 1.5]]);
  expect(onUnavailable).not.toHaveBeenCalled();
  expect(database.withLock).toBe(slow.withLock);
  expect(database.close).toBe(slow.close);
});

test('is told of operations that fail, and which of them found the database unavailable', async () => {
  const { database, load } = measured();
  const failing = database.query('fail', [1]).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1);
  expect(await failing).toEqual(new Error('Oh'));
  expect(onUnavailable).not.toHaveBeenCalled();
  const ended = database.transaction((sql) => sql.query('end', [1])).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1);
  expect(await ended).toBeInstanceOf(UnavailableError);
  expect(onUnavailable).toHaveBeenCalledTimes(1);
  expect(onOperation.mock.calls.map(([operation]) => operation)).toEqual(['query', 'transaction']);
  expect(load.pending).toBe(0);
});

test('counts the operations that are under way', async () => {
  const { database, load } = measured();
  expect(load.pending).toBe(0);
  void database.query('select', [10]);
  void database.transaction((sql) => sql.query('select', [20]));
  expect(load.pending).toBe(2);
  await vi.advanceTimersByTimeAsync(10);
  expect(load.pending).toBe(1);
  await vi.advanceTimersByTimeAsync(10);
  expect(load.pending).toBe(0);
});

/** Runs operations of a length one after the other. */
async function run({ database }: ReturnType<typeof measured>, count: number, ms: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const query = database.query('select', [ms]);
    await vi.advanceTimersByTimeAsync(ms);
    await query;
  }
}

test('assumes 4 ms for each operation before some were measured', () => {
  const { load } = measured();
  expect([0, 1, 100].map((others) => load.expectedWaitMs(others))).toEqual([0, 4, 400]);
});

test('expects others to take as long as the last ones did', async () => {
  const database = measured();
  await run(database, 100, 50);
  expect(database.load.expectedWaitMs(1) / 50).toBeCloseTo(1, 1);
  expect(database.load.expectedWaitMs(10) / 500).toBeCloseTo(1, 1);
  await run(database, 300, 10);
  expect(database.load.expectedWaitMs(1) / 10).toBeCloseTo(1, 0);
});

test('forgets what was measured in about a second of work, and nothing while there is none', async () => {
  const database = measured();
  await run(database, 100, 50);
  const [before] = [database.load.expectedWaitMs(1)];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(database.load.expectedWaitMs(1)).toBe(before);
  // After one second of operations of 10 ms, a third of the weight is that of those of 50 ms.
  await run(database, 100, 10);
  const [completedBefore, completedSince] = [1000 / 50 / Math.E, (1000 / 10) * (1 - 1 / Math.E)];
  const expected = 1000 / (completedBefore + completedSince);
  expect(database.load.expectedWaitMs(1) / expected).toBeCloseTo(1, 1);
});

test('operations that run together are faster by as many', async () => {
  const { database, load } = measured();
  for (let round = 0; round < 50; round += 1) {
    const queries = Promise.all(Array.from({ length: 10 }, () => database.query('select', [100])));
    await vi.advanceTimersByTimeAsync(100);
    await queries;
  }
  expect(load.expectedWaitMs(1)).toBeGreaterThan(9);
  expect(load.expectedWaitMs(1)).toBeLessThan(11);
});

test('an operation that does not end makes others expect a longer wait', async () => {
  const database = measured();
  await run(database, 100, 10);
  void database.database.query('select', [1_000_000]);
  const waits = [database.load.expectedWaitMs(1)];
  for (let second = 0; second < 3; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    waits.push(database.load.expectedWaitMs(1));
  }
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  expect((waits[1] ?? 0) / (waits[0] ?? 1)).toBeGreaterThan(2.5);
});
